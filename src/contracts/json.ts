/** Plain JSON values. */
import { z } from "zod";

export const jsonValueSchema = z.json();
export type JsonValue = z.infer<typeof jsonValueSchema>;
export type JsonObject = Record<string, JsonValue>;
