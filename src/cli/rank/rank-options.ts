/** What the flags of `codergen rank` say, as options of the library, which checks them. */
import type * as library from "../../index.ts";
import { type Flags, modelLayer } from "../flags.ts";

type Library = typeof library;

export function settingsOf(flags: Flags) {
  const { questions: maxQuestions, errorRate, approvedOnly, seed } = flags;
  return defined({
    maxQuestions,
    errorRate,
    approvedOnly,
    seed,
    earlyStop: flags["earlyStop"] === false ? false : undefined,
    dropCrashers: flags["keepCrashers"] === true ? false : undefined,
  });
}

/** A session has one policy of each kind: the last that was named. */
export function onePolicy(flags: Flags) {
  const { testPolicy, candidatePolicy, scoring } = flags as Record<string, string[] | undefined>;
  return defined({
    testPolicy: testPolicy?.at(-1),
    candidatePolicy: candidatePolicy?.at(-1),
    scoring: scoring?.at(-1) as "prune" | "soft" | undefined,
  });
}

export function taskOptionsOf(flags: Flags): Record<string, unknown> {
  const { rewrite, pruneTests, pruneCandidates, maxTests } = flags;
  const policies = (flags["candidatePolicy"] ?? []) as string[];
  const observe = policies.includes("behaviour-clusters") ? true : undefined;
  return defined({ rewrite, pruneTests, pruneCandidates, maxTests, observe });
}

export function toolsOf(library: Library, flags: Flags, signal: AbortSignal): Record<string, unknown> {
  const { sandbox, workers, cpuSeconds, channel, prelude, maxTokens } = flags;
  const environment = library.readEnvironment();
  const layer = modelLayer(flags);
  // an answer that is cut off is not asked again with more room than was allowed
  const sampling = maxTokens === undefined ? {} : { sampling: { maxTokens }, maxTokensCeiling: maxTokens };
  return defined({
    sandbox,
    workers,
    cpuSeconds,
    channel,
    prelude,
    python: flags["python"] ?? environment.python ?? undefined,
    cacheDir: flags["cacheDir"] ?? environment.cacheDir ?? undefined,
    model: layer && { ...defined(layer), ...sampling },
    signal,
  });
}

export function outOf(flags: Flags, name: string): string {
  const plain = name.replace(/^.*\//, "").replaceAll(/[^\w.-]+/g, "-");
  return (flags["out"] as string | undefined) ?? `runs/rank/${plain}`;
}

/** Without what was not given: a default is not overwritten by nothing. */
export function defined(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
