/** A prompt: text with declared inputs and output. Files in `prompts/`; id and hash go into every record made with it. */
import { z } from "zod";
import { replyFormatSchema } from "./model.ts";

/** Front matter of a prompt file. */
export const promptHeaderSchema = z.strictObject({
  /** `<stage>/<name>`, as the file's path says. */
  id: z.string().regex(/^[a-z-]+\/[a-z0-9-]+$/),
  version: z.int().positive(),
  description: z.string(),
  /** What the text needs; each stands in it as `{{name}}`. */
  inputs: z.record(
    z.string().regex(/^[a-z][a-zA-Z]*$/),
    z.strictObject({
      description: z.string(),
      /** "data" is text of other people: it is fenced and marked, never an instruction. */
      kind: z.enum(["text", "data"]),
    }),
  ),
  /** What comes back, or null for free text. */
  output: replyFormatSchema.nullable(),
});
export type PromptHeader = z.infer<typeof promptHeaderSchema>;

export interface Prompt extends PromptHeader {
  /** SHA-256 of the file, 64 hex digits. */
  readonly hash: string;
  /** "piecewise-tests.v2": id and version, as records name it. */
  readonly versionedId: string;
  readonly system: string;
  readonly user: string;
}

export interface PromptLibrary {
  /**
   * The newest version of a prompt, or the one named as `<id>.v<N>`.
   * @throws ToolkitError `usage` with the nearest id.
   */
  get(id: string): Prompt;
  readonly prompts: readonly Prompt[];
}
