import { describe, expect, it } from "vitest";
import { escapeHtml } from "../../src/report/escape.ts";
import { barChart, countBars } from "../../src/report/parts.ts";

describe("report parts", () => {
  it("escape what documents and programs say", () => {
    expect(escapeHtml(`<script>"&'`)).toBe("&lt;script&gt;&quot;&amp;&#39;");
    expect(countBars({ "<img src=x onerror=alert(1)>": 3 }, 3)).not.toContain("<img");
  });

  it("draw bars on one scale, with shares of a total", () => {
    const html = barChart(
      [
        { label: "a", value: 10 },
        { label: "b", value: 5 },
      ],
      20,
    );
    expect(html).toContain("width:100.00%");
    expect(html).toContain("width:50.00%");
    expect(html).toContain("25.0 %");
  });

  it("sum up what does not fit", () => {
    const counts = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`reason ${index}`, 20 - index]),
    );
    expect(countBars(counts, null, 5)).toMatch(/15 more.*<span class="count">120</s);
  });

  it("say so when there is nothing", () => {
    expect(countBars({}, null)).toContain("nothing to show");
  });
});
