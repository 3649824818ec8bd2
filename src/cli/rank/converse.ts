/** Leads a session: shows, reads, answers, until it ends. */
import type { Candidate, RankSessionEvent, Reply, SessionResult } from "../../index.ts";
import { printJson, printLog, styled } from "../output.ts";
import { readAnswer } from "./read-answer.ts";
import type { LineReader } from "./read-line.ts";
import { viewCandidates, viewEnding, viewHelp, viewPrepared, viewProgram, viewQuestion } from "./view.ts";

type Question = Extract<RankSessionEvent, { type: "question" }>;
type Prepared = Extract<RankSessionEvent, { type: "prepared" }>;

export interface Conversation {
  readonly json: boolean;
  readonly signal: AbortSignal;
  /** What people call a candidate. */
  readonly label: (candidate: Candidate) => string;
}

export async function converse(
  session: AsyncGenerator<RankSessionEvent, SessionResult, Reply | undefined>,
  reader: LineReader,
  { json, signal, label }: Conversation,
): Promise<SessionResult> {
  let prepared: Prepared | null = null;
  let reply: Reply | undefined;
  try {
    for (;;) {
      const step = await session.next(reply);
      if (step.done === true) return step.value;
      const event = step.value;
      reply = undefined;
      if (json) printJson(event);
      if (event.type === "prepared") prepared = event;
      printEvent(event, prepared);
      if (event.type === "question" && prepared !== null)
        reply = await answer(event, reader, { candidates: prepared.candidates, label });
      if (event.type === "ending") reply = await lastWord(event, reader);
      signal.throwIfAborted();
    }
  } finally {
    await session.return(undefined as never).catch(() => undefined);
  }
}

function printEvent(event: RankSessionEvent, prepared: Prepared | null): void {
  switch (event.type) {
    case "prepared":
      return printLog(viewPrepared(event));
    case "question":
      return printLog(viewQuestion(event, prepared?.settings.maxQuestions ?? 0));
    case "undone":
      return printLog(styled("cyan", `answer ${event.number} is taken back`));
    case "refused":
      return printLog(styled("yellow", event.message));
    case "ending":
      return printLog(`\n${viewEnding(event.stopped, event.round.candidates.length)}`);
    case "file-written":
      return printLog(`wrote ${event.path}`);
    case "answered": {
      const { answer, round } = event;
      const word =
        answer.corrected === null ? answer.kind : `no, ${answer.corrected.test.comparison?.expected ?? ""}`;
      return printLog(styled("green", `${word}: ${round.candidates.length} left`));
    }
  }
}

/** Reads until a line is an answer; without further lines the session is left where it is. */
async function answer(
  question: Question,
  reader: LineReader,
  {
    candidates,
    label,
  }: { readonly candidates: Prepared["candidates"]; readonly label: Conversation["label"] },
): Promise<Reply> {
  const known = new Map(candidates.map((candidate) => [candidate.id, label(candidate)]));
  const nameOf = (id: string): string => known.get(id) ?? id;
  for (;;) {
    const line = await reader.next(styled("bold", "> "));
    if (line === null) return { kind: "quit" };
    const typed = readAnswer(line);
    switch (typed.kind) {
      case "help":
        printLog(viewHelp());
        break;
      case "nothing":
        printLog(styled("yellow", typed.message));
        break;
      case "show":
        printLog(
          typed.rank === null
            ? viewCandidates(question, nameOf)
            : programOf(typed.rank, question, { candidates, label }),
        );
        break;
      case "yes":
      case "no":
      case "skip":
      case "value":
      case "undo":
      case "quit":
        return typed;
    }
  }
}

function programOf(
  rank: number,
  question: Question,
  {
    candidates,
    label,
  }: { readonly candidates: Prepared["candidates"]; readonly label: Conversation["label"] },
): string {
  const id = question.candidates[rank - 1];
  const found = candidates.find((candidate) => candidate.id === id);
  if (found === undefined) return styled("yellow", `there are ${question.candidates.length} candidates`);
  return viewProgram(rank, label(found), found.code);
}

/** At a terminal, or when no program is left, the last answer can still be taken back. */
async function lastWord(
  { round }: Extract<RankSessionEvent, { type: "ending" }>,
  reader: LineReader,
): Promise<Reply | undefined> {
  if (round.questions === 0) return undefined;
  const line = await reader.next(styled("bold", "> "));
  const typed = line === null ? null : readAnswer(line);
  return typed?.kind === "undo" ? typed : undefined;
}
