/** The agents with a scripted model. */
import { describe, expect, it } from "vitest";
import type { ChatBody, ServerPlan } from "../helpers/scripted-server.ts";
import { BROKEN, HALF, play, programs, RIGHT, WORSE } from "./play.ts";

describe.each(["codergen", "react"])("%s", (agent) => {
  it("repairs, and ends as soon as every case passes", async () => {
    const { record, ran } = await play({ agent, plan: programs([RIGHT]) });
    expect(record).toMatchObject({ agent, state: "repaired", ended: "all-passed", best: 1 });
    expect(ran.length).toBe(2);
    expect(record.rounds[0]?.analysis).toMatchObject({ category: "naming", code: "unknown-name", line: 2 });
    expect(record.rounds[1]?.attempts.at(-1)).toMatchObject({ role: "repairer", result: "kept", round: 1 });
  });

  it("keeps the best program where the last attempt is worse", async () => {
    const { record } = await play({ agent, plan: programs([HALF, WORSE]), rounds: 2 });
    expect(record).toMatchObject({ state: "improved", ended: "rounds", best: 1 });
    expect(record.rounds.map(({ feedback }) => feedback?.passed)).toEqual([0, 2, 1]);
    expect(record.rounds[record.best]?.code.trim()).toBe(HALF.trim());
  });

  it("goes back to the best after a worse attempt, and shows what was tried", async () => {
    const { record, bodies } = await play({ agent, plan: programs([HALF, WORSE, RIGHT]) });
    expect(record.rounds.map(({ parent }) => parent)).toEqual([null, 0, 1, 1]);
    expect(record.state).toBe("repaired");
    const last =
      bodies
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join("\n") ?? "";
    expect(last).toContain(HALF.trim());
    expect(last).toContain("return high");
  });

  it("never runs one program twice, and gives up when nothing gets better", async () => {
    const { record, ran } = await play({ agent, plan: programs([BROKEN]), rounds: 9 });
    expect(record).toMatchObject({ state: "unchanged", ended: "no-progress", best: 0 });
    expect(ran.length).toBe(1);
    expect(record.rounds.length).toBe(4);
  });

  it("leaves a program alone that lacks only a file", async () => {
    const code = "def clamp(x, low, high):\n    return int(open('/data/limits.txt').read())\n";
    const { record, bodies } = await play({ agent, plan: programs([RIGHT]), code });
    expect(record).toMatchObject({ state: "unchanged", ended: "environment-fault", best: 0 });
    expect(record.rounds[0]?.analysis?.category).toBe("environment");
    expect(bodies.length).toBe(0);
  });

  it("asks nobody about a program that passes", async () => {
    const { record, bodies } = await play({ agent, plan: programs([BROKEN]), code: RIGHT });
    expect(record).toMatchObject({ state: "passed", ended: "all-passed", best: 0 });
    expect(bodies.length).toBe(0);
  });

  it("takes no tests from a model, and judges by the caller's", async () => {
    const cheat = `${WORSE}\n\ndef test_below():\n    assert True\n\n\ndef test_above():\n    assert True\n`;
    const { record } = await play({ agent, plan: programs([cheat]), rounds: 1 });
    expect(record.rounds[1]?.code).not.toContain("test_below");
    expect(record.rounds[1]?.feedback).toMatchObject({ passed: 1, total: 3 });
  });

  it("gains nothing by a value that equals everything, or by leaving", async () => {
    const equal =
      "class Any:\n    def __eq__(self, other):\n        return True\n\n\ndef clamp(x, low, high):\n    return Any()\n";
    const leaving = "import os\n\n\ndef clamp(x, low, high):\n    os._exit(0)\n";
    const { record } = await play({ agent, plan: programs([equal, leaving]), rounds: 2 });
    expect(record.rounds.map(({ feedback }) => feedback?.passed)).toEqual([0, 0, 0]);
    expect(record.state).toBe("unchanged");
  });

  it("goes on after an answer without a program", async () => {
    const { record } = await play({ agent, plan: programs(["I cannot do that.", RIGHT]), rounds: 2 });
    expect(record.rounds[1]).toMatchObject({ feedback: null, code: "" });
    expect(record.rounds[1]?.attempts.at(-1)?.result).toBe("not-usable");
    expect(record.state).toBe("repaired");
  });

  it("brings back imports and helpers that the answer left out", async () => {
    const code = "import operator\nLOWEST = 0\n\n\ndef clamp(x, low, high):\n    return lows\n";
    const short = "def clamp(x, low, high):\n    return max(operator.add(low, LOWEST), min(x, high))\n";
    const { record } = await play({ agent, plan: programs([short]), code });
    expect(record.state).toBe("repaired");
    expect(record.rounds[1]?.code).toContain("import operator\nLOWEST = 0");
  });
});

describe("codergen", () => {
  it("shows suggestions, follows the chosen ones and ends where none is wanted", async () => {
    const shown: (readonly string[])[] = [];
    const plan = programs([HALF]);
    const { record, bodies } = await play({
      agent: "codergen",
      plan,
      approve: async ({ suggestions }) => {
        shown.push(suggestions);
        return shown.length === 1 ? ["Use the parameter low."] : null;
      },
    });
    expect(shown[0]).toEqual(expect.arrayContaining(["Use the parameter low.", "Limit from above too."]));
    expect(shown[0]).toContain("Did you mean `low`?");
    const regenerate = bodies.find(({ tools }) => tools?.[0]?.function.name === "write_program");
    const text = regenerate?.messages.at(-1)?.content ?? "";
    expect(text).toContain("- Use the parameter low.");
    expect(text).not.toContain("Limit from above too.");
    expect(record).toMatchObject({ ended: "declined", best: 1, state: "improved" });
  });
});

describe("self-edit", () => {
  it("edits once, with the run's result as a comment", async () => {
    const { record, bodies } = await play({ agent: "self-edit", plan: programs([HALF, RIGHT]), rounds: 5 });
    expect(record).toMatchObject({ state: "improved", ended: "rounds", best: 1 });
    expect(record.rounds.length).toBe(2);
    const asked = bodies.find(({ tools }) => tools?.[0]?.function.name === "write_program");
    const text = asked?.messages.at(-1)?.content ?? "";
    expect(text).toContain("# 0 of 3 test cases pass.");
    expect(text).toContain("#   at line 2 of the program: return lows");
  });
});

describe("react", () => {
  const actions = (list: readonly (readonly [string, string])[]): ServerPlan => {
    let turn = -1;
    return {
      fill: (field) => {
        if (field === "thought") turn++;
        const [action = "finish", input = ""] = list[turn] ?? [];
        return field === "action" ? action : field === "input" ? input : "a thought";
      },
    };
  };
  const observations = (bodies: readonly ChatBody[]): string[] =>
    (bodies.at(-1)?.messages ?? [])
      .filter(({ content }) => content.startsWith("Observation:"))
      .map(({ content }) => content);

  it("looks up, inspects and searches before it runs a program", async () => {
    const { record, bodies } = await play({
      agent: "react",
      plan: actions([
        ["look_up", "limit to a range"],
        ["inspect", "json.dumps"],
        ["inspect", "json.parse"],
        ["search_error", "NameError: name 'lows' is not defined"],
        ["run", RIGHT],
      ]),
      documents: [
        { title: "Colours", text: "Red and green." },
        { title: "Numbers", text: "Use clamp to limit a number to a range." },
      ],
    });
    expect(record.state).toBe("repaired");
    const [passage, signature, members, error] = observations(bodies);
    expect(passage).toContain("Use clamp to limit a number to a range.");
    expect(passage).not.toContain("Red and green");
    expect(signature).toContain("skipkeys=False");
    expect(members).toContain("loads");
    expect(error).toContain("lows");
    expect(record.rounds[1]?.attempts.length).toBe(5);
  });

  it("asks the environment for names only, never for code", async () => {
    const { record, bodies } = await play({
      agent: "react",
      plan: actions([
        ["inspect", "__import__('os').system('true')"],
        ["dance", ""],
        ["finish", ""],
      ]),
    });
    expect(record.ended).toBe("declined");
    const [refused, unknown] = observations(bodies);
    expect(refused).toContain("is no dotted name");
    expect(unknown).toContain('There is no action "dance"');
  });

  it("holds with a server that has neither tools nor schemas", async () => {
    const plan = { ...programs([RIGHT]), tools: false, schemas: false } as const;
    const { record } = await play({ agent: "react", plan });
    expect(record.state).toBe("repaired");
  });
});
