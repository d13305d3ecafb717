import type { Scratch } from '../../src/index/row-set/scratch.js';
import type { Segment } from '../../src/index/segment.js';
import type { Steps } from '../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../src/work/work.js';

/** The work of a call that may take as long and as much as it likes. */
export function unbounded(): Work {
  return new Work(UNBOUNDED);
}

/** A scratch of a segment, lent to such a call. */
export function scratchOf(segment: Segment): Scratch {
  return segment.scratches.lend(unbounded());
}

/** The work of such a call that yields wherever it may. */
export class Impatient extends Work {
  constructor() {
    super(UNBOUNDED);
  }

  override spend(units: number): boolean {
    super.spend(units);
    return true;
  }

  override isDue(): boolean {
    super.isDue();
    return true;
  }
}

/** The results of several computations that go on in turn, one step each. */
export function inTurns<T>(computations: readonly Steps<T>[]): T[] {
  const results = new Array<T>(computations.length);
  let running = computations.map((steps, place) => ({ steps, place }));
  while (running.length > 0) {
    running = running.filter(({ steps, place }) => {
      const step = steps.next();
      if (step.done) results[place] = step.value;
      return !step.done;
    });
  }
  return results;
}
