/** What a program asks of a GPU, read from its source: nothing is run. */
import type { Python } from "./index.ts";
import { descendants, type Node } from "./syntax-tree.ts";
import { stringValue } from "./string-literal.ts";

/**
 * "none": never names one. "optional": uses one when there is one (it asks `is_available`). "required": uses one
 * without asking. "exclusive": needs all of one, or several.
 */
export type GpuUse = "none" | "optional" | "required" | "exclusive";

const MENTION = /cuda|cupy|cudf|cuml|tensorrt|flash_attn|bitsandbytes|DataParallel|init_process_group/;
/** Modules that do not even load without a GPU. */
const GPU_MODULES = new Set(["cupy", "cudf", "cuml", "pycuda", "tensorrt", "flash_attn"]);
const QUESTIONS = new Set(["is_available", "device_count"]);
const WHOLE_DEVICE = new Set([
  "DataParallel",
  "DistributedDataParallel",
  "init_process_group",
  "set_per_process_memory_fraction",
]);
const DEVICE = /^cuda(:(\d+))?$/;

/** The strongest use in `code`. */
export function gpuUse(python: Python, code: string): GpuUse {
  if (!MENTION.test(code)) return "none";
  if (python.importedModules(code).some((name) => GPU_MODULES.has(name.split(".")[0] ?? "")))
    return "required";
  return python.withRoot(code, useIn);
}

function useIn(root: Node): GpuUse {
  const names = descendants(root, "attribute").map((node) => ({
    name: node.childForFieldName("attribute")?.text ?? "",
    object: node.childForFieldName("object")?.text ?? "",
  }));
  const devices = descendants(root, "string").flatMap((node) => DEVICE.exec(stringValue(node) ?? "") ?? []);
  const onCuda = names.some(({ name, object }) => name === "cuda" && !/^(torch|numba)$/.test(object));
  if (names.some(({ name, object }) => QUESTIONS.has(name) && object.endsWith("cuda"))) return "optional";
  const called = descendants(root, "call").map(
    (node) => /(\w+)$/.exec(node.childForFieldName("function")?.text ?? "")?.[1] ?? "",
  );
  const second = devices.some((device) => Number(DEVICE.exec(device ?? "")?.[2] ?? 0) > 0);
  if (second || called.some((name) => WHOLE_DEVICE.has(name))) return "exclusive";
  return onCuda || devices.length > 0 ? "required" : "none";
}
