/** What each source can be told, read off its schema: for help texts, shell completion and documentation. */
import { z } from "zod";
import { type SourceName, sourceNames } from "../contracts/document.ts";
import { sourceOptionSchemas } from "../registry.ts";

export interface SourceOption {
  readonly key: string;
  readonly type: "text" | "number" | "flag" | "list" | "mapping";
  readonly description: string;
  readonly required: boolean;
}

export interface SourceDescription {
  readonly name: SourceName;
  readonly summary: string;
  readonly options: readonly SourceOption[];
}

/** Every source with its options, in the order of `sourceNames`. */
export function describeSources(): SourceDescription[] {
  return sourceNames.map((name) => {
    const { summary, options } = sourceOptionSchemas[name];
    const schema = z.toJSONSchema(options, { io: "input", unrepresentable: "any" }) as JsonSchema;
    const required = new Set(schema.required ?? []);
    return {
      name,
      summary,
      options: Object.entries(schema.properties ?? {}).map(([key, property]) => ({
        key,
        type: optionType(property),
        description: property.description ?? "",
        required: required.has(key),
      })),
    };
  });
}

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
}

function optionType(property: JsonSchema): SourceOption["type"] {
  const types = [property, ...(property.anyOf ?? [])].map(({ type }) => type);
  if (types.includes("array")) return "list";
  if (types.includes("object")) return "mapping";
  if (types.includes("boolean")) return "flag";
  if (types.includes("number") || types.includes("integer")) return "number";
  return "text";
}
