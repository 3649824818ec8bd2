/** The versions of a dataset: the first one, the next one, and the changelog that people read. */
import {
  type DatasetHistory,
  meaningFields,
  type TaskChange,
  type VersionEntry,
  type VersionStep,
} from "../../contracts/dataset-version.ts";
import type { Comparison } from "./compare-datasets.ts";

const FIRST = "1.0.0";
/** Names a section of the changelog has room for. */
const MOST_NAMES = 100;

type Rows = VersionEntry["tasks"];

/** The history of a dataset that was just built. */
export function firstHistory(tasks: Rows): DatasetHistory {
  const nothing = { removed: [], added: [], changed: [], tierMoves: [], packages: [], licenceChanges: {} };
  return { schemaVersion: 1, version: FIRST, entries: [{ version: FIRST, step: null, tasks, ...nothing }] };
}

/** "1.4.2" one step further. */
export function nextVersion(version: string, step: VersionStep): string {
  const [major = 1, minor = 0, patch = 0] = version.split(".").map(Number);
  switch (step) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
    case "none":
      return version;
  }
  return step satisfies never;
}

/**
 * The history with the version that a comparison with the one before makes; where nothing differs there is none.
 * @param reasonOf Why a task left the dataset.
 */
export function extendHistory(
  history: DatasetHistory,
  { changes, diff }: Comparison,
  tasks: Rows,
  reasonOf: (taskId: string) => string,
): DatasetHistory {
  if (diff.step === "none") return history;
  const version = nextVersion(history.version, diff.step);
  const kind = (wanted: TaskChange["kind"]) => changes.filter((change) => change.kind === wanted);
  const entry: VersionEntry = {
    version,
    step: diff.step,
    tasks,
    removed: kind("removed").map(({ taskId }) => ({ taskId, reason: reasonOf(taskId) })),
    added: kind("added").map(({ taskId }) => taskId),
    changed: kind("changed").map(({ taskId, fields }) => ({ taskId, fields: fields.filter(isOfMeaning) })),
    tierMoves: changes.flatMap(({ taskId, tierBefore, tierAfter }) =>
      tierBefore === null || tierAfter === null || tierBefore === tierAfter
        ? []
        : [{ taskId, before: tierBefore, after: tierAfter }],
    ),
    packages: diff.packages,
    licenceChanges: diff.licenceChanges,
  };
  return { schemaVersion: 1, version, entries: [entry, ...history.entries] };
}

function isOfMeaning(field: string): boolean {
  return (meaningFields as readonly string[]).includes(field);
}

/** `CHANGELOG.md` of a dataset, the newest version first. */
export function changelogText(name: string, { entries }: DatasetHistory): string {
  const head = [
    `# Changelog of ${name}`,
    "Versions are semantic. Major: tasks were removed, or an id means another task. Minor: tasks were added, or are in another tier. Patch: package versions, licences and the like.",
  ];
  return `${[...head, ...entries.map(entryText)].join("\n\n")}\n`;
}

function entryText(entry: VersionEntry): string {
  const { version, step, tasks, removed, added, changed, tierMoves, packages, licenceChanges } = entry;
  const lines = [
    `## ${version}${step === null ? "" : ` (${step})`}`,
    `${tasks.any} tasks of which a case passes, ${tasks.all} of which all pass, ${tasks.verified} verified.`,
    section(
      "Removed",
      removed.map(({ taskId, reason }) => `\`${taskId}\`: ${reason}`),
    ),
    section(
      "Changed",
      changed.map(({ taskId, fields }) => `\`${taskId}\`: ${fields.join(", ")}`),
    ),
    section(
      "Added",
      added.map((taskId) => `\`${taskId}\``),
    ),
    section(
      "Other tier",
      tierMoves.map(({ taskId, before, after }) => `\`${taskId}\`: ${before} → ${after}`),
    ),
    section(
      "Packages",
      packages.map(({ name, before, after, tasks: count }) => {
        return `${name} ${before ?? "none"} → ${after ?? "none"} (${count} tasks)`;
      }),
    ),
    section(
      "Licences",
      Object.entries(licenceChanges).map(([move, count]) => `${move}: ${count} tasks`),
    ),
  ];
  return lines.filter((line) => line !== "").join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, MOST_NAMES).map((line) => `- ${line.replaceAll(/\s*\n\s*/g, " ")}`);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`- and ${rest} more: \`version.json\` has them all`] : [];
  return [`### ${title} (${lines.length})`, "", ...shown, ...more].join("\n");
}
