/** The whole environment of a run: fixed, small, and without anything of the host's. */
import { dirname } from "node:path";

/** Variables for a Python started at `python`; `extra` wins. */
export function runVariables(
  python: string,
  hashSeed: number,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PATH: `${dirname(python)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
    HOME: "/tmp",
    TMPDIR: "/tmp",
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    USER: "runner",
    LOGNAME: "runner",
    PYTHONHASHSEED: String(hashSeed),
    PYTHONUTF8: "1",
    PYTHONIOENCODING: "utf-8:backslashreplace",
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONNOUSERSITE: "1",
    MALLOC_ARENA_MAX: "2",
    OMP_NUM_THREADS: "1",
    OPENBLAS_NUM_THREADS: "1",
    MKL_NUM_THREADS: "1",
    NUMEXPR_NUM_THREADS: "1",
    TOKENIZERS_PARALLELISM: "false",
    MPLBACKEND: "Agg",
    HF_HUB_OFFLINE: "1",
    HF_DATASETS_OFFLINE: "1",
    TRANSFORMERS_OFFLINE: "1",
    ...extra,
  };
}
