/** The report of a real build, opened in a real browser. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { codergen } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const BROWSER = "/usr/bin/chromium";
const present = existsSync(BROWSER);
if (!present) console.warn(`skipped: opening the report in a browser (${BROWSER} is not there)`);

describe.skipIf(!present)("report.html", () => {
  it("shows the funnel and its tasks, loads nothing from elsewhere, and fits the window", {
    timeout: 180_000,
  }, async () => {
    const folder = await tempFolder();
    const built = await codergen([
      "build",
      "--source",
      "pydoc",
      "--package",
      "textwrap",
      "--package",
      "bisect",
      "--out",
      folder,
    ]);
    expect(built.code, built.stderr).toBe(0);
    const browser = await chromium.launch({
      executablePath: BROWSER,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1_000, height: 800 } });
    const requested: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => problems.push(message.text()));
    const url = pathToFileURL(join(folder, "report.html")).href;
    await page.goto(url);
    expect(requested).toEqual([url]);
    expect(problems).toEqual([]);
    const labels = await page.locator("section h2").allTextContents();
    expect(labels).toEqual(
      expect.arrayContaining([
        "Funnel",
        "Tiers",
        "Domains of kept tasks",
        "Why cases did not pass",
        "Sample tasks",
      ]),
    );
    const overflow = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
    const sample = page.locator("details").first();
    await sample.locator("summary").click();
    expect(await sample.locator("pre").isVisible()).toBe(true);
    expect(await sample.locator("pre").textContent()).toContain("# %% function");
  });
});
