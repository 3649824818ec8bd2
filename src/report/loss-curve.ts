/** Losses over steps as an SVG. */
const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 50;
const BASE = HEIGHT - 30;

/** A line from the first step to the last, on a scale from 0. */
export function lossCurve(losses: readonly { readonly step: number; readonly loss: number }[]): string {
  const [first, last] = [losses[0]?.step ?? 0, losses.at(-1)?.step ?? 1];
  const top = Math.max(1e-9, ...losses.map(({ loss }) => loss)) * 1.05;
  const x = (step: number): number =>
    LEFT + ((step - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 20);
  const y = (loss: number): number => BASE - (loss / top) * (BASE - 15);
  const points = losses.map(({ step, loss }) => `${x(step).toFixed(1)},${y(loss).toFixed(1)}`).join(" ");
  const grid = [0, top / 2, top].map(
    (loss) =>
      `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${y(loss)}" y2="${y(loss)}" stroke="#ddd"/><text x="${LEFT - 6}" y="${y(loss) + 4}" text-anchor="end">${loss.toFixed(2)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12"><title>Loss by step</title>${grid.join("")}<text x="${LEFT}" y="${HEIGHT - 8}">step ${first}</text><text x="${WIDTH - 20}" y="${HEIGHT - 8}" text-anchor="end">step ${last}</text><polyline points="${points}" fill="none" stroke="#2a6fdb" stroke-width="2"/></svg>\n`;
}
