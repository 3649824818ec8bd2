/** Texts of tests and answers: A9; B12 where reading them once differs from cutting text. */
import { codeOfAnswer } from "../../src/rank/code-of-answer.ts";
import { distinctCandidates } from "../../src/rank/prepare-task.ts";
import { distinctTests, readTests, type ReadTest } from "../../src/rank/tests/read-tests.ts";
import { all, compare, isRecord, type Replay, type Replayed, skipped, texts, type Tools } from "./case.ts";

const FUNCTION = "f";

/** What some tests say, whatever they look like. */
function said({ python }: Tools, codes: readonly string[], name = FUNCTION): string[] {
  return codes.flatMap((code) => {
    const [test] = readTests(python, code, name, "together");
    return test === undefined ? [`unreadable: ${code}`] : [test.normal];
  });
}

export const dedupeCase: Replay = ({ input, output }) => {
  const found = distinctCandidates(texts(input["list"]), { dropInput: false });
  return compare(
    "distinct",
    isRecord(output) ? output["result"] : null,
    found.map(({ code }) => code),
  );
};

/** Texts that occur at most `threshold` times, and the counts of all. */
export const dedupePopularCase: Replay = ({ input, output }) => {
  const counted = distinctCandidates(texts(input["list"]), { dropInput: false });
  const kept = counted.filter(({ copies }) => copies <= Number(input["threshold"]));
  const expected = isRecord(output) ? output : {};
  return all(
    compare(
      "kept",
      expected["kept"],
      kept.map(({ code }) => code),
    ),
    compare(
      "counts",
      expected["counts"],
      Object.fromEntries(counted.map(({ code, copies }) => [code, copies])),
    ),
  );
};

export const filterCase: Replay = ({ input, output }) => {
  const text = String(input["text"]);
  const found = codeOfAnswer(text)?.trim() ?? "";
  const expected = String(isRecord(output) ? output["result"] : "").trim();
  if (found === expected) return { state: "passed" };
  if (/```(?!python\n|\n)/.test(text) || /`\n/.test(text.replaceAll("```", "")) || text.includes("\r"))
    return skipped(
      "B12: an answer is read as Markdown; the original cuts at fences and back-ticks by their letters",
    );
  return compare("code", expected, found);
};

/** Why cutting text and reading it once part ways for a text. */
function whyReadDiffers(text: string): string | null {
  if ((text.match(/def /g)?.length ?? 0) > 1) return "`def ` twice in a text cuts it in the original";
  if (/\n\s*pass\s*$/.test(text)) return "a test that ends with pass is a test";
  if (/^assert\b/m.test(text)) return "assertions without a function become tests here";
  if (!/\bassert\s/.test(text)) return "a text without an assertion is none here";
  if (/#.*assert|["'].*assert.*["']|assert[A-Z]/.test(text))
    return "the letters of assert in other words count in the original";
  if (/self\./.test(text)) return "methods of a test class are no assertions of a function";
  return null;
}

export const staticCase: Replay = ({ input, output }, tools) => {
  const text = String(input["text"]);
  const expected = isRecord(output) ? output : {};
  const result = all(
    sameTests(
      "many_asserts_allowed",
      texts(expected["many_asserts_allowed"]),
      readTests(tools.python, text, FUNCTION, "together"),
      tools,
    ),
    sameTests(
      "single_assert",
      texts(expected["single_assert"]),
      readTests(tools.python, text, FUNCTION, "first"),
      tools,
    ),
  );
  const reason = whyReadDiffers(text);
  return result.state === "failed" && reason !== null ? skipped(`B12: ${reason}`) : result;
};

function sameTests(
  what: string,
  expected: readonly string[],
  found: readonly ReadTest[],
  tools: Tools,
): Replayed {
  return compare(
    what,
    said(tools, expected),
    said(
      tools,
      found.map(({ code }) => code),
    ),
  );
}

/** Tests of the original with repeats that its printing hides from its own de-duplication. */
export function distinctSaid(tools: Tools, codes: unknown, name = FUNCTION): string[] {
  const read = texts(codes).flatMap((code) => readTests(tools.python, code, name, "together"));
  return distinctTests(read).map(({ normal }) => normal);
}

export function sameSaid(
  what: string,
  expected: unknown,
  found: readonly ReadTest[],
  tools: Tools,
): Replayed {
  return compare(
    what,
    distinctSaid(tools, expected),
    distinctSaid(
      tools,
      found.map(({ code }) => code),
    ),
  );
}
