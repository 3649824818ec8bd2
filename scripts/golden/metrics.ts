/** A7: numbers over results in TiCoder's format. */
import {
  originalMetrics,
  originalPassAtK,
  originalResultSchema,
} from "../../src/rank/metrics/original-metrics.ts";
import { all, compare, isRecord, type Recorded, type Replay } from "./case.ts";

export const passAtKCase: Replay = ({ output }) => {
  const points = Array.isArray(output) ? (output as Recorded[]) : [];
  const found = points.map((point) => {
    const [n, c, k] = [Number(point["n"]), Number(point["c"]), Number(point["k"])];
    return { n, c, k, value: originalPassAtK(n, c, k) };
  });
  return compare("points", points, found);
};

export const metricsCase: Replay = ({ input, output }) => {
  const expected = isRecord(output) ? output : {};
  const data = Array.isArray(input["data"]) ? (input["data"] as unknown[]) : [];
  const tasks = data.map((entry) => (entry === null ? null : originalResultSchema.parse(entry)));
  const found = originalMetrics(tasks);
  if (expected["exit_code"] === 1) return compare("tasks", 0, found.tasks); // nothing to count
  const rounds = Array.isArray(expected["rounds"]) ? (expected["rounds"] as Recorded[]) : [];
  const asNull = rounds.map((round) =>
    Object.fromEntries(Object.entries(round).map(([name, value]) => [name, value === "nan" ? null : value])),
  );
  return all(
    compare("tasks", expected["total_examples"], found.tasks),
    compare("rounds", asNull, found.rounds),
  );
};
