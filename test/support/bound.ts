import { expect } from 'vitest';
import { NONE } from '../../src/index/row-set/row-set.js';
import type { Segment } from '../../src/index/segment.js';
import { Universe } from '../../src/index/universe.js';
import { evaluate, type PlanNode, restrict } from '../../src/query/plan.js';
import { CheckingScratch } from './checking-scratch.js';
import { range, read, type Shape, setOf } from './row-sets.js';
import { Impatient, inTurns } from './unbounded.js';

/** The rows of a segment that have, by their codes, a value of a field whose ordinal passes a test. */
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
  const found = inTurns(scratches.map((scratch) => evaluate(node, new Universe(scratch))));
  found.forEach((set, i) => {
    expect(read(set, scratches[i])).toEqual(expected);
  });
  for (const others of [range(0, rows), range(0, rows).filter((row) => row % 3 !== 0), range(0, Math.min(rows, 2)), expected]) {
    for (const shape of ['list', 'bits', 'all'] satisfies Shape[]) {
      const sets = scratches.map((scratch) => {
        scratch.reset();
        return restrict(node, setOf(others, shape, scratch), new Universe(scratch));
      });
      inTurns(sets).forEach((set, i) => {
        expect(set.kind === NONE ? [] : read(set, scratches[i])).toEqual(others.filter((row) => held.has(row)));
      });
    }
  }
}
