import { expect, test } from "vitest";
import { distributionOf, isStandardLibrary, normaliseRequirements } from "../../src/python/distributions.ts";

test("modules map to distributions", () => {
  expect(distributionOf("sklearn.cluster")).toBe("scikit-learn");
  expect(distributionOf("PIL.Image")).toBe("Pillow");
  expect(distributionOf("google.cloud.storage.client")).toBe("google-cloud-storage");
  expect(distributionOf("numpy")).toBe("numpy");
  expect(distributionOf("xml.etree.ElementTree")).toBeNull();
  expect(isStandardLibrary("os.path")).toBe(true);
  expect(isStandardLibrary("numpy")).toBe(false);
});

test("requirements get one normal form", () => {
  expect(
    normaliseRequirements([
      "Scikit_Learn >= 1.0",
      "torch",
      "json",
      "torch",
      "",
      "a[x] ; python_version < '3.9'",
      "-U",
    ]),
  ).toEqual(["a[x] ; python_version < '3.9'", "scikit-learn>=1.0", "torch"]);
  expect(normaliseRequirements(["x @ git+https://h/p.git"])).toEqual(["x @ git+https://h/p.git"]);
});
