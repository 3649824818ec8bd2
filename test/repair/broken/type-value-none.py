# === none-plus | type-value | none-value
def bump(table, key):
    return table.get(key) + 1  # <- blame
# --- tests
def test_bump():
    assert bump({}, "a") == 1  # <- test

# === sort-gives-none | type-value | none-value
def smallest(values):
    ordered = values.sort()
    return ordered[0]  # <- blame
# --- tests
def test_smallest():
    assert smallest([2, 1]) == 1  # <- test

# === none-iterated | type-value | none-value
def _items(flag):
    if flag:
        return [1]


def count(flag):
    return len([item for item in _items(flag)])  # <- blame
# --- tests
def test_count():
    assert count(False) == 0  # <- test

# === helper-without-return | type-value | none-value
def _square(x):
    x * x


def hypotenuse(a, b):
    return (_square(a) + _square(b)) ** 0.5  # <- blame
# --- tests
def test_hypotenuse():
    assert hypotenuse(3, 4) == 5  # <- test

# === forgotten-return | type-value | returned-none
def words(text):
    parts = text.split()
# --- tests
def test_words():
    assert words("a b")[0] == "a"  # <- test

# === returns-none-for-some | type-value | returned-none
def lookup(table, key):
    if key in table:
        return [table[key]]
# --- tests
def test_lookup():
    assert len(lookup({}, "a")) == 0  # <- test

# === returns-text-for-dict | type-value | wrong-return
def summary(values):
    return str({"count": len(values)})
# --- tests
def test_summary():
    assert summary([1])["count"] == 1  # <- test

# === returns-dict-without-key | type-value | wrong-return
def summary(values):
    return {"n": len(values)}
# --- tests
def test_summary():
    assert summary([1])["count"] == 1  # <- test

# === returns-number-for-list | type-value | wrong-return
def digits(n):
    return n % 10
# --- tests
def test_digits():
    assert len(digits(12)) == 2  # <- test

# === error-in-key-function | type-value | none-value
def by_size(rows):
    return sorted(rows, key=lambda row: row["size"])  # <- blame
# --- tests
def test_by_size():
    assert by_size([{"size": 1}, {"size": None}])  # <- test
