import { describe, expect, it } from "vitest";
import { codeOfReply } from "../../src/model/reply-code.ts";

const PROGRAM = "from typing import List\n\n\ndef first(items: List[int]) -> int:\n    return items[0]";
const FENCE = "```";

describe("codeOfReply", () => {
  it.each([
    ["a fence", `${FENCE}python\n${PROGRAM}\n${FENCE}`],
    ["prose around a fence", `Here is the code:\n\n${FENCE}py\n${PROGRAM}\n${FENCE}\nHope it helps!`],
    ["prose right before a fence", `Here's the function\n${FENCE}python\n${PROGRAM}\n${FENCE}\n`],
    ["a fence without language", `Sure.\n${FENCE}\n${PROGRAM}\n${FENCE}`],
    ["tildes", `~~~python\n${PROGRAM}\n~~~`],
    ["a longer fence", `${FENCE}${FENCE}python\n${PROGRAM}\n${FENCE}${FENCE}`],
    ["attributes in the info string", `${FENCE}python title="a.py"\n${PROGRAM}\n${FENCE}`],
    ["an upper-case language", `${FENCE}Python\n${PROGRAM}\n${FENCE}`],
    ["CRLF line ends", `${FENCE}python\r\n${PROGRAM.replaceAll("\n", "\r\n")}\r\n${FENCE}`],
    [
      "a shell fence before it",
      `${FENCE}bash\npip install a b c d e f g h i j k l m n o p q r s t u v w x y z and many more packages indeed\n${FENCE}\n\n${FENCE}python\n${PROGRAM}\n${FENCE}`,
    ],
    [
      "another of the same length after it",
      `${FENCE}python\n${PROGRAM}\n${FENCE}\nOr:\n${FENCE}python\n${PROGRAM.replaceAll("first", "third")}\n${FENCE}`,
    ],
    [
      "an example of use after it",
      `${FENCE}python\n${PROGRAM}\n${FENCE}\nUse:\n${FENCE}python\nfirst([1])\n${FENCE}`,
    ],
    ["one backtick and the language", `\`python\n${PROGRAM}\n\``],
    ["no fence at all", PROGRAM],
    [
      "no fence, prose before and after",
      `Certainly, here is what you asked for.\n\n${PROGRAM}\n\nThis function returns the first item of the list.`,
    ],
    ["inline code in the prose", `Use \`the\` list:\n\n${FENCE}python\n${PROGRAM}\n${FENCE}`],
  ])("finds the program in %s", (_name, reply) => {
    expect(codeOfReply(reply)).toMatchObject({ code: PROGRAM, closed: true });
  });

  it("keeps backticks and fences that stand inside the program", () => {
    const program = 'def doc():\n    """Use `x`:\n\n    ```\n    text\n    ```\n    """\n    return "`"';
    expect(codeOfReply(`~~~python\n${program}\n~~~`)?.code).toBe(program);
  });

  it("says that a fence was never closed", () => {
    expect(codeOfReply(`${FENCE}python\n${PROGRAM}`)).toMatchObject({ code: PROGRAM, closed: false });
  });

  it("finds nothing in prose, nor in a fence of another language", () => {
    expect(codeOfReply("I cannot help with that.")).toBeNull();
    expect(codeOfReply(`${FENCE}javascript\nlet a = 1\n${FENCE}`)).toBeNull();
    expect(codeOfReply("")).toBeNull();
  });

  it("keeps the statements that follow the last definition", () => {
    const program = `${PROGRAM}\n\n\nprint(first([1]))`;
    expect(codeOfReply(`Here you go, my friend:\n\n${program}\n\nDone and dusted.`)?.code).toBe(program);
  });
});
