import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Segment, SegmentField } from '../../../src/index/segment.js';
import type { Part } from '../../../src/partdex.js';
import type { PlanNode } from '../../../src/query/plan.js';
import { bindValueSets, needValueSets, type Values } from '../../../src/query/value-sets.js';
import type { Label } from '../../../src/resolve/describe.js';
import { expectRows, rowsHaving } from '../../support/bound.js';
import { forAllAsync } from '../../support/for-all.js';
import { range } from '../../support/row-sets.js';
import { segmentOf } from '../../support/segments.js';
import { loadNeeds } from '../../support/tasks.js';

const LABEL = () => 'values';
const ROWS = 900;

/** Fields of every kind, of one value a row and of several, with few values and with more than are looked up one by one. */
const FIELDS = [
  'uid',
  'mpn',
  'offers.sku',
  'brand.name',
  'category_uids',
  'avg_price',
  'specs.n.value',
  'descriptions.value',
] as const;

let segment: Segment;

beforeAll(async () => {
  const parts = range(0, ROWS).map((i) => ({
    uid: i.toString(16).padStart(16, '0'),
    mpn: `M-${(i * 7919) % 700}`,
    brand: { uid: 'b', name: `Brand ${i % 13}` },
    offers: range(0, i % 3).map((n) => ({
      sku: `S${(i * 31 + n * 17) % 800}`,
      seller: { uid: 's', name: 'S' },
      prices: { USD: [[1, `${i % 400}.5`]] },
    })),
    category_uids: range(0, 1 + (i % 4)).map((n) => `c${(i + n * n) % 9}`),
    specs: i % 2 === 0 ? { n: { value: [`${i % 50}`, `${i % 333}`] } } : {},
    descriptions: i % 5 === 0 ? [] : [{ value: `text ${i % 600}` }, { value: `other ${i % 7}` }],
  })) as unknown as Part[];
  ({ segment } = await segmentOf({ parts, spec_metadata: [{ key: 'n', datatype: 'decimal' }] as never }));
});

/** Intervals and lists as shares of a field's values. */
const drawn = () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const interval = fc.tuple(place, fc.constantFrom(0, 0.001, 0.01, 0.1, 1)).map(([from, length]) => ({ from, length }));
  const list = fc.array(place, { maxLength: 12 });
  return fc.array(fc.oneof(interval, interval, list), { maxLength: 5 });
};

function valuesOf(given: readonly (number[] | { from: number; length: number })[], { info }: SegmentField): Values[] {
  const at = (share: number) => Math.min(info.values - 1, Math.floor(share * info.values));
  return given.map((set) => {
    if (Array.isArray(set)) return [...new Set(set.map(at))];
    return { from: at(set.from), to: Math.min(info.values, at(set.from) + Math.round(set.length * info.values)) };
  });
}

const isAnyOf = (sets: readonly Values[]) => (ordinal: number) =>
  sets.some((set) => ('from' in set ? ordinal >= set.from && ordinal < set.to : Array.from(set).includes(ordinal)));

/** A node whose sections are loaded. */
async function bound(sets: readonly Values[], field: SegmentField, label: Label): Promise<PlanNode> {
  await loadNeeds((needs) => needValueSets(field, false, needs));
  return bindValueSets(sets, field, label);
}

describe('bindValueSets', () => {
  it('has the rows of any of the values, however they are given', () =>
    forAllAsync(
      [fc.constantFrom(...FIELDS), drawn()],
      async (name, given) => {
        const field = segment.field(name) as SegmentField;
        const sets = valuesOf(given, field);
        const node = await bound(sets, field, LABEL);
        expect(['leaf', 'long_leaf', 'none']).toContain(node.kind);
        expectRows(node, await rowsHaving(segment, name, isAnyOf(sets)), ROWS);
      },
      300,
    ));

  it.each(FIELDS)('of %s is one leaf for one value, few, many and all', async (name) => {
    const field = segment.field(name) as SegmentField;
    const { values } = field.info;
    const every = (step: number) => range(0, values).filter((ordinal) => ordinal % step === 0);
    const cases: Values[][] = [
      [[0]],
      [{ from: values - 1, to: values }],
      [{ from: 0, to: values }],
      [every(1)],
      [every(2)],
      [Uint32Array.from(every(3))],
      every(2).map((ordinal) => [ordinal]),
      every(2).map((from) => ({ from, to: from + 1 })),
      [every(2), { from: 0, to: values >> 1 }, [values - 1]],
      [{ from: 0, to: values }, { from: 1, to: 2 }, []],
    ];
    for (const sets of cases) {
      const node = await bound(sets, field, LABEL);
      if (node.kind !== 'leaf' && node.kind !== 'long_leaf') throw new Error(node.kind);
      expect(node.label).toBe(LABEL);
      expectRows(node, await rowsHaving(segment, name, isAnyOf(sets)), ROWS);
    }
  });

  it('of a field of few values needs no codes for lists that overlap', async () => {
    const opened = await segmentOf({ parts: [{ uid: '1', mpn: 'M', category_uids: ['a', 'b'] }] as unknown as Part[] });
    const field = opened.segment.field('category_uids') as SegmentField;
    const node = await bound(
      range(0, 300).map((n) => [n % 2, (n + 1) % 2]),
      field,
      LABEL,
    );
    expect(field.codes.isLoaded).toBe(false);
    expectRows(node, [0], 1);
  });

  it('of no values is empty, with its label', async () => {
    const field = segment.field('mpn') as SegmentField;
    for (const sets of [[], [[]], [{ from: 3, to: 3 }], [{ from: 5, to: 2 }, []]] satisfies Values[][]) {
      const node = await bound(sets, field, LABEL);
      expect(node).toEqual({ kind: 'none', label: LABEL });
    }
  });

  it('reads neighbouring and overlapping intervals as one, in any order', async () => {
    const field = segment.field('avg_price') as SegmentField;
    const together = await bound([{ from: 10, to: 90 }], field, LABEL);
    for (const sets of [
      [
        { from: 50, to: 90 },
        { from: 10, to: 50 },
      ],
      [
        { from: 10, to: 60 },
        { from: 40, to: 90 },
        { from: 20, to: 30 },
      ],
      [
        { from: 20, to: 30 },
        { from: 10, to: 90 },
        { from: 10, to: 90 },
        { from: 7, to: 3 },
      ],
      range(10, 90).map((ordinal) => [ordinal]),
    ] satisfies Values[][]) {
      const node = await bound(sets, field, LABEL);
      expect(node).toEqual(together);
    }
    const apart = await bound(
      [
        { from: 10, to: 50 },
        { from: 51, to: 90 },
      ],
      field,
      LABEL,
    );
    expect(apart).not.toEqual(together);
  });

  it('estimates no more rows than have a value, and costs no more than reading all', async () => {
    for (const name of FIELDS) {
      const field = segment.field(name) as SegmentField;
      for (const sets of [
        [{ from: 0, to: field.info.values }],
        [range(0, field.info.values)],
        [range(0, 5)],
      ] satisfies Values[][]) {
        const node = await bound(sets, field, LABEL);
        if (node.kind !== 'leaf' && node.kind !== 'long_leaf') throw new Error(node.kind);
        expect(node.estimate).toBeLessThanOrEqual(ROWS);
        expect(node.estimate).toBeGreaterThan(0);
      }
    }
  });
});
