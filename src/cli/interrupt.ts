/** Ctrl-C: the first one asks the work to stop, the second ends the process at once. */

export interface Interrupt {
  readonly signal: AbortSignal;
  readonly interrupted: boolean;
  dispose(): void;
}

export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new DOMException("interrupted by the user", "AbortError"));
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    get interrupted() {
      return controller.signal.aborted;
    },
    dispose() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
