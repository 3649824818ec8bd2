/** Global set-up of the tests: the command-line tests run the bundle, so it has to be there and fresh. */
import { buildIfStale } from "../../scripts/build-if-stale.mjs";

export function setup(): void {
  buildIfStale();
}
