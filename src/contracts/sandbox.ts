/**
 * Port: the sandbox. "The program failed" is a result, "the sandbox failed" is an exception
 * (ToolkitError `sandbox-failure`, retryable).
 */
import { z } from "zod";
import type { RealisedEnvironment } from "./environment.ts";
import { caseResultSchema, causeSchema, channelSchema, outcomeSchema } from "./execution.ts";
import { caseKindSchema } from "./task.ts";

export const limitsSchema = z.strictObject({
  /** CPU seconds of one case, its child processes included where the kernel tells. */
  cpuSeconds: z.number().positive().default(30),
  /** Wall seconds of one case: catches sleepers, generous on purpose. */
  wallSeconds: z.number().positive().default(60),
  /** Address space of one process beyond what libraries loaded before it take, bytes. */
  memoryBytes: z
    .int()
    .positive()
    .default(4 * 1024 ** 3),
  /** Processes and threads at one time. */
  processes: z.int().positive().default(64),
  /** Largest file a run may write, bytes. */
  fileBytes: z
    .int()
    .positive()
    .default(256 * 1024 ** 2),
  /** Bytes of output kept for a person (head and tail); the rest is counted. */
  outputKeptBytes: z
    .int()
    .positive()
    .default(16 * 1024),
  /** Bytes of output after which a run ends as `output-limit`. */
  outputLimitBytes: z
    .int()
    .positive()
    .default(512 * 1024 ** 2),
});
export type Limits = z.infer<typeof limitsSchema>;

/** A program in pieces. `firstLine` is where the piece starts in the rendered task file (from 1). */
const pieceSchema = z.strictObject({ code: z.string(), firstLine: z.int() });

export const programSchema = z.strictObject({
  /** Shown in tracebacks and causes. */
  fileName: z.string(),
  imports: pieceSchema,
  function: pieceSchema,
  functionName: z.string(),
  /** Test setup and all cases. */
  tests: pieceSchema,
});
export type Program = z.infer<typeof programSchema>;

export const verifyJobSchema = z.strictObject({
  kind: z.literal("verify"),
  program: programSchema,
  cases: z.array(z.strictObject({ kind: caseKindSchema, name: z.string() })),
  /** Also run every case that passed against the stubs of the function. */
  stubs: z.boolean(),
  hashSeed: z.int(),
  limits: limitsSchema,
  /**
   * "shared" (the default) for a task under curation, "separate" for a candidate under evaluation. A case
   * that cannot be run separately is run shared, and its result says so. Stubs are run on "shared" only.
   */
  channel: channelSchema.optional(),
  /**
   * Trusted code that the tests rely on, executed in the grader before them ("separate" only), without a
   * definition of the program's function in it; by default the program's imports. Other names of the program
   * are stand-ins there.
   */
  context: pieceSchema.optional(),
});
export type VerifyJob = z.infer<typeof verifyJobSchema>;

/** Runs expressions against a program without tests: how expected values are recorded. */
export const probeJobSchema = z.strictObject({
  kind: z.literal("probe"),
  program: programSchema,
  /** Each is evaluated in a fresh child, after imports and function. */
  expressions: z.array(z.strictObject({ id: z.string(), code: z.string() })),
  hashSeed: z.int(),
  limits: limitsSchema,
});
export type ProbeJob = z.infer<typeof probeJobSchema>;

/** What an expression gave. */
export const observationSchema = z.strictObject({
  id: z.string(),
  state: z.enum(["returned", "raised", "timeout", "lost"]),
  /** Qualified type of the value or of the exception, e.g. "builtins.float", "numpy.ndarray". */
  type: z.string().nullable(),
  /** `repr(value)`, cut at 20,000 characters; for an exception its message. */
  text: z.string(),
  /** `str(value)`, same cut; what `print` would show. */
  printed: z.string(),
  /**
   * Python literal that rebuilds the value (arrays: `tolist()`, NumPy scalars: `item()`), null when there
   * is none. Floats by `repr`; NaN and infinities are not literals and give null.
   */
  literal: z.string().nullable(),
  /** How `literal` stands for the value: itself, `value.tolist()`, `value.item()`. */
  via: z.enum(["value", "tolist", "item"]).nullable(),
  /** For an exception: qualified names of its class and bases, nearest first. */
  bases: z.array(z.string()),
  output: z.string(),
});
export type Observation = z.infer<typeof observationSchema>;

export const verifyReportSchema = z.strictObject({
  kind: z.literal("verify"),
  outcome: outcomeSchema,
  cause: causeSchema.nullable(),
  cases: z.array(caseResultSchema),
  durationMs: z.number(),
  /** The channel really used, "shared" when the cases differ. */
  channel: channelSchema.default("shared"),
  /** CPU seconds of all cases together, their processes included; 0 where nothing ran. */
  cpuSeconds: z.number().default(0),
});
export type VerifyReport = z.infer<typeof verifyReportSchema>;

export const probeReportSchema = z.strictObject({
  kind: z.literal("probe"),
  outcome: outcomeSchema,
  cause: causeSchema.nullable(),
  observations: z.array(observationSchema),
  durationMs: z.number(),
});
export type ProbeReport = z.infer<typeof probeReportSchema>;

/** A free-standing script: how `pydoc` looks into packages. */
export interface ScriptJob {
  readonly script: string;
  readonly args: readonly string[];
  readonly wallSeconds: number;
  /** Most bytes of stdout; more is an error. */
  readonly maxOutputBytes: number;
}
export interface ScriptReport {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderrTail: string;
  readonly timedOut: boolean;
}

export interface Sandbox {
  /** "bubblewrap", "namespace" or "none". */
  readonly backend: string;
  readonly isolated: boolean;
  /** Jobs wait for a free worker; the number of workers is the sandbox's own. */
  verify(environment: RealisedEnvironment, job: VerifyJob, signal?: AbortSignal): Promise<VerifyReport>;
  probe(environment: RealisedEnvironment, job: ProbeJob, signal?: AbortSignal): Promise<ProbeReport>;
  script(environment: RealisedEnvironment, job: ScriptJob, signal?: AbortSignal): Promise<ScriptReport>;
  /** Ends every process that was started and removes every folder. */
  close(): Promise<void>;
}
