/** Building blocks of the report: bars, tables, figures. All text is escaped here. */
import { escapeHtml } from "./escape.ts";

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly note?: string;
}

/** Horizontal bars on one scale, with the count behind each and its share of `total` where one is given. */
export function barChart(bars: readonly Bar[], total: number | null = null): string {
  if (bars.length === 0) return `<p class="empty">nothing to show</p>`;
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  const rows = bars.map(({ label, value, note }) => {
    const share =
      total === null || total === 0 ? "" : ` <small>${((100 * value) / total).toFixed(1)} %</small>`;
    const width = ((100 * value) / largest).toFixed(2);
    const title = note === undefined ? "" : ` title="${escapeHtml(note)}"`;
    return `<div class="bar"${title}><span class="label">${escapeHtml(label)}</span><span class="track"><span class="fill" style="width:${width}%"></span></span><span class="count">${value}${share}</span></div>`;
  });
  return `<div class="bars">${rows.join("\n")}</div>`;
}

/** Bars from counts by name, at most `limit`, the rest summed up. */
export function countBars(
  counts: Readonly<Record<string, number>>,
  total: number | null,
  limit = 12,
): string {
  const entries = Object.entries(counts).filter(([, value]) => value > 0);
  const shown = entries.slice(0, limit).map(([label, value]) => ({ label, value }));
  const rest = entries.slice(limit);
  if (rest.length > 0) {
    shown.push({ label: `${rest.length} more`, value: rest.reduce((sum, [, value]) => sum + value, 0) });
  }
  return barChart(shown, total);
}

export function section(title: string, ...content: readonly string[]): string {
  return `<section><h2>${escapeHtml(title)}</h2>${content.join("\n")}</section>`;
}

export function figure(value: string | number, label: string): string {
  return `<div class="figure"><b>${escapeHtml(String(value))}</b><span>${escapeHtml(label)}</span></div>`;
}
