import { expect } from 'vitest';
import { load } from '../../src/catalog/load.js';
import { NONE } from '../../src/index/row-set/row-set.js';
import type { Needs } from '../../src/index/section.js';
import type { Segment } from '../../src/index/segment.js';
import { Universe } from '../../src/index/universe.js';
import { bindFilter, needFilter } from '../../src/query/bind-filter.js';
import { evaluate, type PlanNode, restrict } from '../../src/query/plan.js';
import type { ResolvedFilter } from '../../src/resolve/filters.js';
import { finished, Pauses, type Steps } from '../../src/work/pauses.js';
import type { Work } from '../../src/work/work.js';
import { CheckingScratch } from './checking-scratch.js';
import { range, read, type Shape, setOf } from './row-sets.js';
import { Impatient, inTurns, unbounded } from './unbounded.js';

/** The result of look-ups, with no more sections loaded for them than those that `need` adds. */
export async function withNeeds<T>(need: (needs: Needs) => void, lookUp: () => Steps<T>): Promise<T> {
  const needs: Needs = new Set();
  need(needs);
  await new Pauses().run(load(needs));
  return finished(lookUp());
}

/** A filter bound to a segment, its needs loaded. */
export function boundFilter(filter: ResolvedFilter, segment: Segment, work: Work = unbounded()): Promise<PlanNode> {
  return withNeeds(
    (needs) => needFilter(filter, segment, needs),
    () => bindFilter(filter, segment, work),
  );
}

/** The rows of a segment of which some value of a field passes a test of its ordinal, as the codes say. */
export async function rowsHaving(segment: Segment, name: string, test: (ordinal: number) => boolean): Promise<number[]> {
  const codes = await segment.field(name)?.codes.load();
  return codes ? range(0, segment.rowCount).filter((row) => codes.ordinalsOf(codes.code(row)).some(test)) : [];
}

/**
 * Asserts that a node finds some rows: all of them, and of sets in every shape; also where others are evaluated between its steps.
 */
export function expectRows(node: PlanNode, expected: readonly number[], rows: number): void {
  const held = new Set(expected);
  const scratches = [1, 2].map(() => new CheckingScratch(rows, new Impatient()));
  const universes = scratches.map((scratch) => new Universe(scratch));
  const found = inTurns(universes.map((universe) => evaluate(node, universe)));
  found.forEach((set, i) => {
    expect(read(set, scratches[i])).toEqual(expected);
  });
  for (const others of [range(0, rows), range(0, rows).filter((row) => row % 3 !== 0), range(0, Math.min(rows, 2)), expected]) {
    for (const shape of ['list', 'bits', 'all'] satisfies Shape[]) {
      const sets = universes.map((universe) => {
        universe.scratch.reset();
        return restrict(node, setOf(others, shape, universe.scratch), universe);
      });
      inTurns(sets).forEach((set, i) => {
        expect(set.kind === NONE ? [] : read(set, scratches[i])).toEqual(others.filter((row) => held.has(row)));
      });
    }
  }
}
