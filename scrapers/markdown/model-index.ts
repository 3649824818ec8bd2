/** Metrics of a model card's `model-index`: numbers stay numbers, everything else stays as it stands. */
import type { Metric } from "../../src/contracts/document.ts";
import { isObject, textOf } from "../json-value.ts";

/** One entry a metric; nested values give one entry a leaf. Problems are told to `warn`. */
export function metricsOf(modelIndex: unknown, warn: (message: string) => void): Metric[] {
  if (modelIndex === undefined || modelIndex === null) return [];
  if (!Array.isArray(modelIndex)) {
    warn("model-index is not a list");
    return [];
  }
  return modelIndex.flatMap((entry: unknown) =>
    listOf(entry, "results").flatMap((result) => resultMetrics(result, warn)),
  );
}

function resultMetrics(result: unknown, warn: (message: string) => void): Metric[] {
  if (!isObject(result)) return [];
  const task = nameOf(result["task"]);
  const dataset = nameOf(result["dataset"]);
  if (dataset === null) warn("a result of model-index names no dataset");
  return listOf(result, "metrics").flatMap((metric) => {
    if (!isObject(metric)) return [];
    const name = textOf(metric["name"]) ?? textOf(metric["type"]) ?? "unnamed";
    return leaves(name, metric["value"], 0).map((leaf) => ({ task, dataset, ...leaf }));
  });
}

function leaves(name: string, value: unknown, depth: number): { name: string; value: Metric["value"] }[] {
  if (typeof value === "number" || typeof value === "string") return [{ name, value }];
  if (value === null || value === undefined) return [{ name, value: null }];
  if (typeof value === "object" && depth < 4) {
    return Object.entries(value).flatMap(([key, inner]) => leaves(`${name}.${key}`, inner, depth + 1));
  }
  return [{ name, value: JSON.stringify(value).slice(0, 200) }];
}

function listOf(value: unknown, key: string): unknown[] {
  const list = isObject(value) ? value[key] : undefined;
  if (Array.isArray(list)) return list;
  return isObject(list) ? [list] : [];
}

function nameOf(value: unknown): string | null {
  return isObject(value) ? (textOf(value["name"]) ?? textOf(value["type"])) : textOf(value);
}
