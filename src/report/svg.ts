/** Two plots as SVG: points with intervals, and lines over rounds. Values are shares in [0, 1]; texts are escaped here. */
import { escapeHtml } from "./escape.ts";

const WIDTH = 640;
const LABELS = 190;
const ROW = 26;
const PLOT = WIDTH - LABELS - 70;

export interface PlotPoint {
  readonly label: string;
  readonly value: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** One row a point, on a scale from 0 to 100 %. */
export function intervalPlot(points: readonly PlotPoint[], title: string): string {
  const height = ROW * (points.length + 1);
  const x = (share: number): string => (LABELS + share * PLOT).toFixed(1);
  const rows = points.map(({ label, value, interval }, index) => {
    const y = ROW * index + ROW / 2;
    const name = `<text x="${LABELS - 10}" y="${y + 4}" text-anchor="end">${escapeHtml(shortened(label))}</text>`;
    if (value === null) return `${name}<text x="${LABELS + 6}" y="${y + 4}">undefined</text>`;
    const bar =
      interval === null
        ? ""
        : `<line x1="${x(interval.low)}" x2="${x(interval.high)}" y1="${y}" y2="${y}" class="interval"/>`;
    const dot = `<circle cx="${x(value)}" cy="${y}" r="4.5" class="dot"/>`;
    const text = `<text x="${WIDTH - 60}" y="${y + 4}">${(100 * value).toFixed(1)} %</text>`;
    return `${name}${bar}${dot}${text}`;
  });
  return svg(title, height, `${scale(height - ROW)}${rows.join("")}`);
}

function scale(height: number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => {
      const x = LABELS + share * PLOT;
      return `<line x1="${x}" x2="${x}" y1="0" y2="${height}" class="grid"/><text x="${x}" y="${height + 16}" text-anchor="middle" class="soft">${100 * share}</text>`;
    })
    .join("");
}

export interface PlotLine {
  readonly label: string;
  /** One value a round, from round 0. */
  readonly values: readonly (number | null)[];
}

const COLOURS = ["#2a6fdb", "#b3382c", "#1d8a4e", "#8a5a00", "#7a3db8", "#0b7f8a"];

/** Shares over rounds, one line each, with its name at the side. */
export function roundsPlot(lines: readonly PlotLine[], title: string): string {
  const height = Math.max(160, 20 * lines.length + 50);
  const rounds = Math.max(1, ...lines.map(({ values }) => values.length - 1));
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const top = Math.max(0.05, ...known) * 1.1;
  const [left, right, base] = [50, WIDTH - 230, height - 30];
  const x = (round: number): number => left + (round / rounds) * (right - left);
  const y = (share: number): number => base - (share / top) * (base - 12);
  const grid = [0, top / 2, top].map(
    (share) =>
      `<line x1="${left}" x2="${right}" y1="${y(share).toFixed(1)}" y2="${y(share).toFixed(1)}" class="grid"/><text x="${left - 6}" y="${(y(share) + 4).toFixed(1)}" text-anchor="end" class="soft">${(100 * share).toFixed(1)}</text>`,
  );
  const ticks = Array.from(
    { length: rounds + 1 },
    (_, round) =>
      `<text x="${x(round).toFixed(1)}" y="${base + 18}" text-anchor="middle" class="soft">${round}</text>`,
  );
  const drawn = lines.map(({ label, values }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? "#2a6fdb";
    const points = values.flatMap((value, round) =>
      value === null ? [] : [`${x(round).toFixed(1)},${y(value).toFixed(1)}`],
    );
    const name = `<text x="${right + 14}" y="${20 * index + 20}" style="fill:${colour}">${escapeHtml(shortened(label))}</text>`;
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>${name}`;
  });
  return svg(title, height, [...grid, ...ticks, ...drawn].join(""));
}

function svg(title: string, height: number, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(title)}" class="plot"><title>${escapeHtml(title)}</title>${content}</svg>`;
}

function shortened(text: string): string {
  return text.length <= 28 ? text : `${text.slice(0, 27)}…`;
}
