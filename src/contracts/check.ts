/** One finding of `codergen doctor`. */
import { z } from "zod";

export const checkSchema = z.strictObject({
  name: z.string(),
  /** "warning": something optional is missing; "problem": the main job will not run. */
  state: z.enum(["ok", "warning", "problem"]),
  detail: z.string(),
  /** What to do about it; null when nothing has to be done. */
  advice: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;
