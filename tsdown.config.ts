import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "cli/main": "src/cli/main.ts",
    "parse-worker": "scrapers/parse-worker.ts",
  },
  platform: "node",
  format: "esm",
  dts: { entry: ["src/index.ts"] },
  fixedExtension: true,
  clean: true,
});
