/**
 * Backend `none`: no isolation at all, only limits. A program can read and harm what the user can.
 * Chosen by its name only, never by default; every result is marked.
 */
import { packageRoot } from "../src/io/package-root.ts";
import { type Launch, type LaunchRequest, localBackend } from "./local-process.ts";

function launch(request: LaunchRequest): Launch {
  const paths = { harness: `${packageRoot()}/sandbox/harness`, scratch: request.hostScratch };
  return {
    command: [request.python, ...request.pythonArguments(paths)],
    variables: { ...request.variables, HOME: request.hostScratch, TMPDIR: request.hostScratch },
    paths,
  };
}

export const none = localBackend({
  name: "none",
  isolated: false,
  probe: async () => ({ available: true }),
  launch,
});
