# === unclosed-round | syntax | unclosed-bracket | line=2
def mean(values):
    return (sum(values) / len(values)
# --- tests
def test_mean():
    assert mean([2]) == 2

# === unclosed-call-many-lines | syntax | unclosed-bracket | line=2
def show(a, b):
    text = format(
        a + b,
        "d"
    return text
# --- tests
def test_show():
    assert show(1, 2) == "3"

# === unclosed-list | syntax | unclosed-bracket | line=1
PRIMES = [2, 3, 5, 7


def prime(i):
    return PRIMES[i]
# --- tests
def test_prime():
    assert prime(0) == 2

# === unclosed-dict | syntax | unclosed-bracket | line=2
def table():
    return {"a": 1, "b": 2
# --- tests
def test_table():
    assert table()["a"] == 1

# === wrong-closing | syntax | unclosed-bracket | line=2
def pair(a, b):
    return (a, b]
# --- tests
def test_pair():
    assert pair(1, 2) == (1, 2)

# === unmatched-closing | syntax | unclosed-bracket | line=2
def one():
    return 1)
# --- tests
def test_one():
    assert one() == 1

# === forgotten-comma | syntax | unclosed-bracket | line=2
def names():
    return ["a" "b", "c" d]
# --- tests
def test_names():
    assert names() == ["a"]

# === unterminated-single | syntax | unterminated-string | line=2
def greeting():
    return 'It's fine'
# --- tests
def test_greeting():
    assert greeting() == "It's fine"

# === unterminated-double | syntax | unterminated-string | line=2
def greeting():
    return "hello
# --- tests
def test_greeting():
    assert greeting() == "hello"

# === unterminated-triple | syntax | unterminated-string | line=2
def page():
    """A page.
    return "x"
# --- tests
def test_page():
    assert page() == "x"

# === unterminated-f-string | syntax | unterminated-string | line=2
def tag(name):
    return f"<{name>"
# --- tests
def test_tag():
    assert tag("b") == "<b>"

# === print-statement | syntax | python-2 | line=2
def show(x):
    print x
    return x
# --- tests
def test_show():
    assert show(1) == 1

# === except-comma | syntax | python-2 | line=4
def number(text):
    try:
        return int(text)
    except ValueError, error:
        return None
# --- tests
def test_number():
    assert number("x") is None

# === long-literal | syntax | python-2 | line=2
def big():
    return 10000000000L
# --- tests
def test_big():
    assert big() == 10 ** 10

# === octal-literal | syntax | python-2 | line=2
def mode():
    return 0755
# --- tests
def test_mode():
    assert mode() == 493

# === assign-to-literal | syntax | invalid-assignment | line=2
def set_one():
    1 = x
    return x
# --- tests
def test_set_one():
    assert set_one() == 1

# === assign-to-call | syntax | invalid-assignment | line=2
def store(d):
    d.get("a") = 1
    return d
# --- tests
def test_store():
    assert store({}) == {"a": 1}

# === assign-in-condition | syntax | invalid-assignment | line=2
def is_one(x):
    if x = 1:
        return True
    return False
# --- tests
def test_is_one():
    assert is_one(1)

# === assign-to-keyword | syntax | invalid-assignment | line=2
def off():
    None = 0
    return 0
# --- tests
def test_off():
    assert off() == 0

# === typographic-quotes | syntax | invisible-character | line=2
def word():
    return “hello”
# --- tests
def test_word():
    assert word() == "hello"

# === no-break-space | syntax | invisible-character | line=2
def word():
    return 1
# --- tests
def test_word():
    assert word() == 1

# === typographic-minus | syntax | invisible-character | line=2
def minus(a, b):
    return a − b
# --- tests
def test_minus():
    assert minus(3, 1) == 2

# === increment | syntax | invalid-syntax | line=3
def count(n):
    i = n
    i++
    return i
# --- tests
def test_count():
    assert count(1) == 2

# === and-and | syntax | invalid-syntax | line=2
def both(a, b):
    return a && b
# --- tests
def test_both():
    assert both(1, 1)

# === keyword-as-name | syntax | invalid-syntax | line=2
def area(height, width):
    class = height * width
    return class
# --- tests
def test_area():
    assert area(1, 2) == 2

# === default-before-plain | syntax | invalid-syntax | line=1
def power(base=2, exponent):
    return base ** exponent
# --- tests
def test_power():
    assert power(2, 3) == 8

# === repeated-keyword | syntax | invalid-syntax | line=2
def table():
    return dict(a=1, a=2)
# --- tests
def test_table():
    assert table() == {"a": 2}

# === prose-instead-of-code | syntax | invalid-syntax | line=1
Here is the function you asked for:
def one():
    return 1
# --- tests
def test_one():
    assert one() == 1
