/** If the platform reports the processor time that the process has used, in microseconds. */
const { process: host } = globalThis as { process?: { cpuUsage?(): { user: number; system: number } } };

function ofProcess(): number {
  const usage = host?.cpuUsage?.();
  return usage ? (usage.user + usage.system) / 1000 : NaN;
}

let clock = ofProcess;

/** Milliseconds of processors that calls are charged with: those of the process unless its thread has a clock; NaN if unknown. */
export function processorTime(): number {
  return clock();
}

/** Lets `processorTime` read the clock of this thread: calls must not be charged with the work of other threads. */
export function setProcessorClock(threadClock: (() => number) | undefined): void {
  clock = threadClock ?? ofProcess;
}
