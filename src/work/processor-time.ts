/** If the platform reports the processor time that the process has used, in microseconds. */
const { process: host } = globalThis as { process?: { cpuUsage?(): { user: number; system: number } } };

/** Milliseconds of all processors that the process has used; NaN if the platform does not report it. */
export function processorTime(): number {
  const usage = host?.cpuUsage?.();
  return usage ? (usage.user + usage.system) / 1000 : NaN;
}
