import { describe, expect, it } from "vitest";
import { allowOnly, createEnvironmentManager } from "../../sandbox/index.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

describe("allowOnly", () => {
  it("refuses what is not named without fetching it, whatever the spelling", async () => {
    const manager = await createEnvironmentManager({ cacheDir: await tempFolder() });
    const limited = allowOnly(manager, ["Scikit_Learn"]);
    const started = performance.now();
    const { environment } = await limited.resolve(["scikit-learn>=1.3", "Torch[extra]==2.1"]);
    expect(environment).toMatchObject({
      state: "install-failed",
      requirements: ["scikit-learn>=1.3", "torch[extra]==2.1"],
      reason: "environments.allow does not name torch[extra]==2.1",
    });
    expect(performance.now() - started).toBeLessThan(20_000); // no download of gigabytes
    expect(await limited.list()).toEqual(await manager.list());
  });

  it("lets the standard library through", async () => {
    const manager = await createEnvironmentManager({ cacheDir: await tempFolder() });
    expect((await allowOnly(manager, []).resolve(["json"])).environment.state).toBe("ready");
  });
});
