import { closeSync, openSync, readSync } from 'node:fs';

/** The longest time for which a timer of this thread did not run, in milliseconds. */
export interface Stall {
  /** By the clock: other load of the machine counts too. */
  readonly wall_ms: number;
  /** The CPU time of this thread meanwhile; undefined if the system does not report it. */
  readonly own_ms: number | undefined;
}

const NANOSECONDS = 1e6;

/** Watches this thread until the returned function is called. */
export function watchStalls(): () => Stall {
  const processor = ownTime();
  let wall = 0;
  let own = 0;
  let at = performance.now();
  let used = processor.read();
  const timer = setInterval(() => {
    const [now, usedNow] = [performance.now(), processor.read()];
    wall = Math.max(wall, now - at);
    if (used !== undefined && usedNow !== undefined) own = Math.max(own, usedNow - used);
    [at, used] = [now, usedNow];
  }, 1);
  return () => {
    clearInterval(timer);
    processor.close();
    return { wall_ms: wall, own_ms: used === undefined ? undefined : own };
  };
}

/** CPU time of the main thread, as reported by Linux. */
function ownTime(): { read(): number | undefined; close(): void } {
  let file: number;
  try {
    file = openSync('/proc/self/schedstat', 'r');
  } catch {
    return { read: () => undefined, close: () => {} };
  }
  const buffer = Buffer.alloc(64);
  return {
    read: () => Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)).split(' ')[0]) / NANOSECONDS,
    close: () => closeSync(file),
  };
}
