/** Curves of settings as a picture: pass@k over the number of questions, with bars for the intervals. */
import type { SessionsSummary } from "./summarize-sessions.ts";

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 52, right: 16, top: 16, bottom: 40 };
const LEGEND_LINE = 16;
const COLOURS = [
  "#1f77b4",
  "#d62728",
  "#2ca02c",
  "#9467bd",
  "#ff7f0e",
  "#8c564b",
  "#e377c2",
  "#17becf",
  "#7f7f7f",
];

/** An SVG that stands alone; the legend is below the curves. */
export function curvePlot(summaries: readonly SessionsSummary[]): string {
  const last = Math.max(1, ...summaries.map(({ curve }) => curve.length - 1));
  const x = (questions: number) => MARGIN.left + (questions / last) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (share: number) => HEIGHT - MARGIN.bottom - share * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const height = HEIGHT + LEGEND_LINE * summaries.length + 8;
  const k = summaries[0]?.k ?? 1;
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (share) =>
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(share)}" y2="${y(share)}" stroke="#ddd"/>` +
      `<text x="${MARGIN.left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100}</text>`,
  );
  const ticks = Array.from(
    { length: last + 1 },
    (_, m) => `<text x="${x(m)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${m}</text>`,
  );
  const curves = summaries.map((summary, index) => curve(summary, colourOf(index), { x, y }));
  const legend = summaries.map(({ setting }, index) => {
    const top = HEIGHT + LEGEND_LINE * index;
    return (
      `<line x1="${MARGIN.left}" x2="${MARGIN.left + 24}" y1="${top}" y2="${top}" stroke="${colourOf(index)}" stroke-width="2"/>` +
      `<text x="${MARGIN.left + 32}" y="${top + 4}">${escapeText(setting)}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...grid,
    ...ticks,
    `<text x="${(MARGIN.left + WIDTH) / 2}" y="${HEIGHT - 6}" text-anchor="middle">questions (m)</text>`,
    `<text x="14" y="${HEIGHT / 2}" transform="rotate(-90 14 ${HEIGHT / 2})" text-anchor="middle">pass@${k}@m, %</text>`,
    ...curves,
    ...legend,
    "</svg>",
    "",
  ].join("\n");
}

interface Scales {
  readonly x: (questions: number) => number;
  readonly y: (share: number) => number;
}

function curve({ curve: points }: SessionsSummary, colour: string, { x, y }: Scales): string {
  const known = points.filter(({ passAtK }) => passAtK !== null);
  const line = known
    .map(({ questions, passAtK }) => `${x(questions)},${y(passAtK ?? 0).toFixed(1)}`)
    .join(" ");
  const bars = known.map(({ questions, interval }) =>
    interval === null
      ? ""
      : `<line x1="${x(questions)}" x2="${x(questions)}" y1="${y(interval.low).toFixed(1)}" y2="${y(interval.high).toFixed(1)}" stroke="${colour}" stroke-opacity="0.35"/>`,
  );
  return `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>${bars.join("")}`;
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? "#000";
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
