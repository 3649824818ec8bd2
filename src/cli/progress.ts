/** Draws pipeline events: a bar on a terminal, plain lines elsewhere, JSON lines on request. */
import type { SingleBar } from "cli-progress";
import type { PipelineEvent } from "../index.ts";
import { printJson, printLog, styled } from "./output.ts";

export interface EventPrinter {
  print(event: PipelineEvent): void;
  close(): void;
}

const PLAIN_EVERY_MS = 5_000;

/** The printer that fits: `--json`, a terminal, or a pipe. */
export async function createEventPrinter(json: boolean): Promise<EventPrinter> {
  if (json) return { print: printJson, close: () => undefined };
  if (!process.stderr.isTTY) return plainPrinter();
  const { SingleBar, Presets } = await import("cli-progress");
  return barPrinter(
    () =>
      new SingleBar(
        {
          format: "{stage} {bar} {value}/{total} {counts} ETA {eta_formatted}",
          stream: process.stderr,
          clearOnComplete: true,
        },
        Presets.shades_classic,
      ),
  );
}

/** Counts of a stage by result, for one line. */
class StageTally {
  done = 0;
  total: number | null = null;
  private readonly counts = new Map<string, number>();

  add(result: string): void {
    this.done++;
    this.counts.set(result, (this.counts.get(result) ?? 0) + 1);
  }

  get text(): string {
    return [...this.counts].map(([result, count]) => `${count} ${result}`).join(", ");
  }
}

function resultOf(event: PipelineEvent): string | null {
  switch (event.type) {
    case "document-scraped":
    case "document-generated":
      return event.state;
    case "task-verified":
      return event.tier;
    case "reference-checked":
    case "sample-repaired":
      return event.state;
    case "sample-graded":
      return `${event.passed} passed`.replace("no-program passed", "without program");
    case "record-ungraded":
      return "ungraded";
    case "stage-started":
    case "stage-finished":
    case "stage-skipped":
    case "file-written":
    case "note":
      return null;
  }
  return event satisfies never;
}

function message(event: PipelineEvent): string | null {
  switch (event.type) {
    case "stage-skipped":
      return `${event.stage}: ${event.reason}`;
    case "record-ungraded":
      return `${styled("yellow", "ungraded")} ${event.key}: ${event.message}`;
    case "file-written":
      return `wrote ${event.path}`;
    case "note":
      return event.message;
    case "document-scraped":
    case "document-generated":
    case "task-verified":
    case "reference-checked":
    case "sample-graded":
    case "sample-repaired":
    case "stage-started":
    case "stage-finished":
      return null;
  }
  return event satisfies never;
}

function earlierText(earlier: number | undefined): string {
  return earlier === undefined || earlier === 0 ? "" : ` now; ${earlier} were graded before`;
}

function plainPrinter(): EventPrinter {
  let tally = new StageTally();
  let printedAt = 0;
  const line = (stage: string): string => {
    const total = tally.total === null ? "" : ` of ${tally.total}`;
    return `${stage}: ${tally.done}${total}${tally.text === "" ? "" : ` (${tally.text})`}`;
  };
  let stage = "";
  return {
    print(event) {
      const text = message(event);
      if (text !== null) printLog(text);
      const result = resultOf(event);
      if (result !== null) tally.add(result);
      if (event.type === "stage-started") {
        tally = new StageTally();
        stage = event.stage;
        tally.total = event.total;
        tally.done = event.done;
        printedAt = Date.now();
        printLog(event.done > 0 ? `${stage}: continues, ${event.done} done earlier` : `${stage}: started`);
      }
      if (event.type === "stage-finished") printLog(`${line(event.stage)}${earlierText(event.earlier)}`);
      else if (result !== null && Date.now() - printedAt >= PLAIN_EVERY_MS) {
        printedAt = Date.now();
        printLog(line(stage));
      }
    },
    close: () => undefined,
  };
}

function barPrinter(newBar: () => SingleBar): EventPrinter {
  let bar: SingleBar | null = null;
  let tally = new StageTally();
  const stop = (): void => {
    bar?.stop();
    bar = null;
  };
  return {
    print(event) {
      const text = message(event);
      if (text !== null) process.stderr.write(bar === null ? `${text}\n` : `\r\u001b[K${text}\n`);
      const result = resultOf(event);
      if (result !== null) {
        tally.add(result);
        if (bar !== null && tally.total === null) bar.setTotal(tally.done);
        bar?.update(tally.done, { counts: tally.text });
      }
      if (event.type === "stage-started") {
        stop();
        tally = new StageTally();
        tally.total = event.total;
        tally.done = event.done;
        bar = newBar();
        bar.start(event.total ?? event.done, event.done, { stage: event.stage.padEnd(10), counts: "" });
      }
      if (event.type === "stage-finished") {
        stop();
        printLog(
          `${styled("green", "✓")} ${event.stage}: ${tally.done}${tally.text === "" ? "" : ` (${tally.text})`}${earlierText(event.earlier)}`,
        );
      }
    },
    close: stop,
  };
}

/** Draws every event of some work and returns what the work returns. */
export async function drawEvents<Result>(
  work: AsyncGenerator<PipelineEvent, Result>,
  printer: EventPrinter,
): Promise<Result> {
  try {
    for (;;) {
      const step = await work.next();
      if (step.done === true) return step.value;
      printer.print(step.value);
    }
  } finally {
    printer.close();
  }
}
