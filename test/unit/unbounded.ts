import type { Scratch } from '../../src/index/docset/scratch.js';
import type { Segment } from '../../src/index/segment.js';
import { UNBOUNDED, Work } from '../../src/index/work.js';

/** The work of a call that may take as long and as much as it likes. */
export function unbounded(): Work {
  return new Work(UNBOUNDED);
}

/** A scratch of a segment, lent to such a call. */
export function scratchOf(segment: Segment): Scratch {
  return segment.scratches.lend(unbounded());
}
