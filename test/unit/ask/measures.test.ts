import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence, Found } from '../../../src/ask/evidence.js';
import { countEach } from '../../../src/ask/measures.js';
import type { Entry } from '../../../src/ask/pieces.js';
import type { Filter } from '../../../src/parser/ast.js';
import type { Task } from '../../../src/work/pauses.js';
import { forAllAsync } from '../../support/for-all.js';
import { completed } from '../../support/tasks.js';

const condition = (text: string): Filter => ({ kind: 'field', field: text, operand: { kind: 'phrase', text: '1' } });

/** How many parts have a value, how many of them those in context are, and how many in context have the spec, with a bound of these. */
interface Numbers {
  readonly parts: number;
  readonly having: number;
  readonly most: number;
  readonly bound: number;
  readonly isInterval: boolean;
}

const few = fc.nat({ max: 60 });
const numbers = fc
  .tuple(few, few, few, few, fc.boolean())
  .map(([parts, more, yetMore, all, isInterval]): Numbers => {
    const having = parts + more;
    return { parts, having, most: having + yetMore, bound: all === 0 ? 0 : having + yetMore + all, isInterval };
  })
  .map((one) => (one.bound === 0 ? { ...one, parts: 0, having: 0, most: 0 } : one));

const entryOf = ({ bound, isInterval }: Numbers, i: number): Entry => ({
  as: 'quantity',
  field: `specs.k${i}.value`,
  condition: condition(`value ${i}`),
  has: condition(`has ${i}`),
  bound,
  isInterval,
  texts: () => [],
});

// biome-ignore lint/correctness/useYield: it neither pauses nor waits
function* done<T>(value: T): Task<T> {
  return value;
}

/** Evidence that knows these numbers alone, and how often it counted the parts that have a spec. */
function evidenceOf(known: readonly Numbers[]): { evidence: Evidence; counted: () => number } {
  const at = (text: string) => known[Number(/\d+/.exec(text)?.[0])];
  let counted = 0;
  const evidence = {
    countWithin: (_: Found, { field }: { field: string }) => done(at(field).parts),
    mostWithSpec: () => done((field: string) => at(field).most),
    countHaving: (_: Found, field: string) => {
      counted++;
      return done(at(field).having);
    },
  };
  return { evidence: evidence as unknown as Evidence, counted: () => counted };
}

const CONTEXT: Found = { condition: { kind: 'all' }, parts: 1000 };

/** What the documentation says: of more than fourteen specs those that the most parts have, and none with fewer than a fiftieth. */
function expected(known: readonly Numbers[]): number[] {
  const weight = ({ parts, isInterval }: Numbers) => (isInterval ? parts * 0.125 : parts);
  const places = known.flatMap(({ bound }, i) => (bound > 0 ? [i] : []));
  const having = (i: number) => Math.min(known[i].bound, known[i].having);
  const taken = places.length <= 14 ? places : places.sort((a, b) => having(b) - having(a) || a - b).slice(0, 14);
  const most = Math.max(0, ...taken.map((i) => weight(known[i])));
  return taken
    .filter((i) => known[i].parts > 0 && known[i].parts >= most * 0.02)
    .sort((a, b) => weight(known[b]) - weight(known[a]) || a - b);
}

describe('the specs that a quantity may be meant of', () => {
  it('are those that the most parts have, whatever is known of them before they are counted', () =>
    forAllAsync([fc.array(numbers, { maxLength: 40 })], async (known) => {
      const found = await completed(countEach(known.map(entryOf), CONTEXT, evidenceOf(known).evidence));
      expect(found.map(({ entry: { field }, parts }) => [field, parts])).toEqual(
        expected(known).map((i) => [`specs.k${i}.value`, known[i].parts]),
      );
    }));

  it('are counted only where they may be the next', async () => {
    const first: Numbers = { parts: 500, having: 600, most: 700, bound: 5000, isInterval: false };
    const rare: Numbers = { parts: 1, having: 2, most: 3, bound: 5000, isInterval: false };
    const { evidence, counted } = evidenceOf([first, ...Array.from({ length: 200 }, () => rare)]);
    const known = [first, ...Array.from({ length: 200 }, () => rare)];
    const found = await completed(countEach(known.map(entryOf), CONTEXT, evidence));
    expect(found.map(({ entry }) => entry.field)).toEqual(['specs.k0.value']);
    expect(counted()).toBe(1);
  });
});
