/** Good answers for every prompt of the generators: a task about adding a document's number. */
import type { ChatBody } from "./scripted-server.ts";

/** The number a request is about: the page names it, later questions repeat it in the requirement. */
export function numberOf(body: ChatBody): number {
  const text = body.messages.map(({ content }) => content).join("\n");
  return Number(
    /\badd-(\d+)\b|Add (\d+) to/
      .exec(text)
      ?.slice(1)
      .find((found) => found !== undefined) ?? 0,
  );
}

export function scriptedField(field: string, body: ChatBody): string {
  const number = numberOf(body);
  const name = `add_${number}`;
  const header = `def ${name}(value: int) -> int:\n    """Add ${number} to a whole number.\n\n    Args:\n        value (int): The number.\n\n    Returns:\n        int: The sum.\n\n    Raises:\n        TypeError: If value is not a whole number.\n    """`;
  const fields: Record<string, string> = {
    requirement: `Add ${number} to a whole number and return the sum.`,
    requirements: "",
    imports: "import numbers",
    signature: header,
    code: `${header}\n    if not isinstance(value, numbers.Integral):\n        raise TypeError("value must be a whole number")\n    return value + ${number}`,
    setup: "",
    normal: `def test_${name}_normal():\n    result = ${name}(1)\n    assert isinstance(result, int)\n    assert result > ${number}\n    assert ${name}(5) > result`,
    edge: `def test_${name}_edge():\n    try:\n        ${name}("x")\n    except TypeError as error:\n        raised = error\n    else:\n        raised = None\n    assert raised is not None`,
    correctness: `def test_${name}_correctness():\n    assert ${name}(1) == ${number + 1}\n    assert ${name}(-7) == ${number - 7}`,
    verdict: "approve",
    code_problems: "",
    test_problems: "",
    validator: "def is_valid_input(*args):\n    return len(args) == 1 and isinstance(args[0], int)",
    direct: "def direct_inputs():\n    return [(0,), (1,), (-1,), (10,)]",
    regular:
      "def regular_inputs(seed):\n    import random\n    source = random.Random(seed)\n    return [(source.randint(-99, 99),) for _ in range(4)]",
    hacking: 'def hacking_inputs():\n    return [(10 ** 30,), (-(10 ** 30),), ("not allowed",)]',
  };
  return fields[field] ?? "";
}
