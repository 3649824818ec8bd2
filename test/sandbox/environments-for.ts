/** The environment manager that fits a backend. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Backend } from "../../sandbox/backend.ts";
import { isDocker } from "../../sandbox/choose-backend.ts";
import { createEnvironmentManager, type LockingEnvironmentManager } from "../../sandbox/index.ts";

export async function environmentsFor(
  backend: Backend,
  cacheDir: string = join(tmpdir(), "codergen-test-cache"),
): Promise<LockingEnvironmentManager> {
  const images = isDocker(backend) ? await backend.prepare() : undefined;
  return createEnvironmentManager({ cacheDir, ...(images && { images }) });
}
