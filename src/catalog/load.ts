import type { Needs } from '../index/section.js';
import type { Task } from '../work/pauses.js';

/** What had to be read. */
export interface Loaded {
  readonly sections: number;
  readonly bytes: number;
}

const NOTHING: Loaded = { sections: 0, bytes: 0 };

/** Loads what of some sections is not there yet, all at once: over a network it is one round of requests. */
export function* load(needs: Needs): Task<Loaded> {
  if (needs.isEmpty) return NOTHING;
  let sections = 0;
  let bytes = 0;
  const loading: Promise<unknown>[] = [];
  for (const section of needs.sections) {
    loading.push(section.load());
    bytes += section.bytes;
    if (section.bytes > 0) sections++;
  }
  yield allOf(loading);
  return { sections, bytes };
}

/** Ends with the last of some reads, also where one fails: a request that is sent again must not share reads that fail too. */
async function allOf(loading: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(loading)) if (result.status === 'rejected') throw result.reason;
}
