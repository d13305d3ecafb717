import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

const NAMES: Readonly<Record<Signal, string>> = { SIGINT: 'Ctrl-C', SIGTERM: 'SIGTERM', SIGHUP: 'SIGHUP' };

/** Why work was stopped: the reason of its abort signal. */
export class StoppedBySignal extends Error {
  /** The exit status that shells use for it: 128 and the signal's number. */
  readonly status: number;

  constructor(signal: Signal, leaves: string) {
    super(`stopped by ${NAMES[signal]}; ${leaves}`);
    this.status = 128 + constants.signals[signal];
  }
}

/**
 * Runs work that cleans up when it is stopped: Ctrl-C or a kill aborts its signal, and a second one ends the process at once.
 * @param leaves what is left unchanged then, for the message
 * @param onStop called with the first signal
 */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  leaves: string,
  onStop?: () => void,
): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: Signal): void => {
    const reason = new StoppedBySignal(signal, leaves);
    if (controller.signal.aborted) process.exit(reason.status);
    controller.abort(reason);
    onStop?.();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
