import { openSync, readSync } from 'node:fs';

/** Newer versions of Node report the processor time of a thread, in microseconds. */
const { threadCpuUsage } = process as { threadCpuUsage?(): { user: number; system: number } };
/** Where Linux reports it: the file begins with nanoseconds, of the thread that opened it. */
const SCHEDULED = '/proc/thread-self/schedstat';
const LONGEST = 64;
const NANOSECONDS = 1e6;

/**
 * A clock of the milliseconds for which processors have worked for this thread; undefined if the system does not report them. That
 * of the process would charge a call with the work of the other threads while it waits for a processor.
 */
export function threadClock(): (() => number) | undefined {
  if (threadCpuUsage) {
    return () => {
      const { user, system } = threadCpuUsage.call(process);
      return (user + system) / 1000;
    };
  }
  try {
    const file = openSync(SCHEDULED, 'r');
    const bytes = new Uint8Array(LONGEST);
    const clock = () => nanosecondsIn(bytes, readSync(file, bytes, 0, LONGEST, 0)) / NANOSECONDS;
    // Systems that do not count report 0.
    return clock() > 0 ? clock : undefined;
  } catch {
    return undefined;
  }
}

/** The number that a text begins with. */
function nanosecondsIn(bytes: Uint8Array, length: number): number {
  let value = 0;
  for (let i = 0; i < length && bytes[i] >= ZERO && bytes[i] <= NINE; i++) value = value * 10 + bytes[i] - ZERO;
  return value;
}

const ZERO = 0x30;
const NINE = 0x39;
