import type { Computed, Needs } from '../index/section.js';
import { paced } from '../work/paced.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';

/** What had to be read. */
export interface Loaded {
  readonly sections: number;
  readonly bytes: number;
}

const NOTHING: Loaded = { sections: 0, bytes: 0 };

/**
 * Loads what of some sections is not there yet, all at once: over a network it is one round of requests. What depends on them follows in
 * another one.
 * @param work of the call that needs them: it computes those that are computed, and holds those that may be forgotten
 */
export function* load(needs: Needs, work?: Work): Task<Loaded> {
  if (needs.isEmpty) return NOTHING;
  let sections = 0;
  let bytes = 0;
  const loading: Promise<unknown>[] = [];
  const computed = new Set<Computed>();
  for (const section of needs.sections) {
    if (work && section.computed) addComputed(section.computed, work, computed, loading);
    else loading.push(section.load());
    bytes += section.bytes;
    if (section.bytes > 0) sections++;
  }
  if (loading.length > 0) yield allOf(loading);
  for (const section of computed) yield* compute(section, work as Work);
  const more = needs.next();
  const then = more ? yield* load(more, work) : NOTHING;
  return { sections: sections + then.sections, bytes: bytes + then.bytes };
}

/** Adds what a computed section is computed of, then itself. */
function addComputed(section: Computed, work: Work, computed: Set<Computed>, loading: Promise<unknown>[]): void {
  work.keep(section.owner);
  for (const source of section.sources) {
    if (source.computed) addComputed(source.computed, work, computed, loading);
    else if (!source.isLoaded) loading.push(source.load());
  }
  if (!section.isLoaded) computed.add(section);
}

/** Work of the call, unlike reads, which several share: it counts for its budgets. Prices are all that is computed. */
function* compute(section: Computed, work: Work): Task<void> {
  work.begin('computing prices');
  work.hold(section.size);
  yield* paced(section.computing(), work);
}

/** Ends with the last of some reads, also where one fails: a request that is sent again must not share reads that fail too. */
async function allOf(loading: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(loading)) if (result.status === 'rejected') throw result.reason;
}
