import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowableBytes } from '../../../../src/encoding/growable.js';
import { appendCode, FIELD_MARKERS } from '../../../../src/encoding/token-codes.js';
import { fieldsWithPhrase, hasPhrase } from '../../../../src/index/text/phrases.js';
import { forAll } from '../../../support/for-all.js';

/** Where codes become longer by a byte, and ranks whose codes begin alike. */
const EDGES = [0, 1, 111, 112, 113, 239, 240, 14_335, 14_336, 14_337, 2 ** 21 - 1, 2 ** 21, 112 * 2 ** 14 - 1, 112 * 2 ** 14];
const ranks = [...EDGES, 112 * 2 ** 14 + 1, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1, 127, 128, 255];

function codesOf(...list: number[]): Uint8Array {
  const target = new GrowableBytes();
  for (const rank of list) appendCode(target, rank);
  return target.view().slice();
}

interface Value {
  readonly field: number;
  readonly ranks: readonly number[];
}

/** The stream of some rows, and where each begins. */
function streamOf(rows: readonly (readonly Value[])[]): { stream: Uint8Array; starts: number[] } {
  const bytes: number[] = [];
  const starts = [0];
  for (const values of rows) {
    for (const { field, ranks: list } of values) bytes.push(field, ...codesOf(...list));
    starts.push(bytes.length);
  }
  return { stream: Uint8Array.from(bytes), starts };
}

const occursIn = (inner: readonly number[], outer: readonly number[]) =>
  outer.some((_, at) => inner.every((rank, i) => outer[at + i] === rank));

const rank = () => fc.oneof(fc.constantFrom(...ranks), fc.nat(3));
const value = () => fc.record({ field: fc.nat(4), ranks: fc.array(rank(), { minLength: 1, maxLength: 6 }) });
const rows = () => fc.array(fc.array(value(), { maxLength: 4 }), { minLength: 1, maxLength: 3 });

/** Phrases of the rows themselves, cut out anywhere, and others. */
const withPhrase = () =>
  rows().chain((list) => {
    const all = list.flat().flatMap(({ ranks: own }) => own);
    const cut = fc.tuple(fc.nat(all.length), fc.integer({ min: 1, max: 4 })).map(([at, length]) => all.slice(at, at + length));
    const phrase = fc.oneof(cut, fc.array(rank(), { minLength: 1, maxLength: 3 })).filter((ranksOf) => ranksOf.length > 0);
    return fc.tuple(fc.constant(list), phrase, fc.nat(31), fc.boolean());
  });

describe('codes of tokens', () => {
  it('are one to five bytes, of which the first alone has its high bit clear', () => {
    const lengths = ranks.map((r) => codesOf(r).length);
    expect(lengths).toEqual(ranks.map((r) => (r < 112 ? 1 : r < 112 << 7 ? 2 : r < 112 << 14 ? 3 : 5)));
    for (const r of ranks) {
      const [first, ...rest] = codesOf(r);
      expect(first >= FIELD_MARKERS && first < 0x80).toBe(true);
      expect(rest.every((byte) => byte >= 0x80)).toBe(true);
    }
  });

  it('tell every two ranks apart', () => {
    const seen = new Map(ranks.map((r) => [codesOf(r).join(), r]));
    expect(seen.size).toBe(ranks.length);
    forAll([fc.nat(2 ** 32 - 1), fc.nat(2 ** 32 - 1)], (a, b) => expect(codesOf(a).join() === codesOf(b).join()).toBe(a === b));
  });
});

describe('a phrase', () => {
  it('is in the fields that have its tokens in a row inside one value', () => {
    const check = ([list, phrase, wanted, any]: [Value[][], number[], number, boolean]) => {
      const { stream, starts } = streamOf(list);
      const codes = codesOf(...phrase);
      for (const [row, values] of list.entries()) {
        const fields = values
          .filter(({ field, ranks: own }) => (wanted >> field) & 1 && occursIn(phrase, own))
          .map(({ field }) => field);
        const first = fields.length === 0 ? 0 : 1 << fields[0];
        const expected = any ? first : fields.reduce((mask, field) => mask | (1 << field), 0);
        expect(fieldsWithPhrase(stream, starts[row], starts[row + 1], codes, codes.length, wanted, any)).toBe(expected);
        if (codes.length < 2) continue;
        const anywhere = values.some(({ ranks: own }) => occursIn(phrase, own));
        expect(hasPhrase(stream, starts[row], starts[row + 1], codes, codes.length)).toBe(anywhere);
      }
    };
    forAll([withPhrase()], check, 1000);
  });

  it('does not cross two values, fields or rows', () => {
    const { stream, starts } = streamOf([
      [
        { field: 0, ranks: [1] },
        { field: 0, ranks: [2] },
        { field: 1, ranks: [3, 112] },
      ],
      [{ field: 0, ranks: [4] }],
    ]);
    const find = (phrase: number[], from: number, to: number) =>
      fieldsWithPhrase(stream, from, to, codesOf(...phrase), codesOf(...phrase).length, 0xff, false);
    expect(find([1, 2], starts[0], starts[1])).toBe(0);
    expect(find([2, 3], starts[0], starts[1])).toBe(0);
    expect(find([112, 4], starts[0], starts[1])).toBe(0);
    expect(find([3, 112], starts[0], starts[1])).toBe(2);
    // The code of 112 begins as that of 1 would.
    expect(find([3, 1], starts[0], starts[1])).toBe(0);
    expect(find([4], starts[1], starts[2])).toBe(1);
  });
});
