import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortByteStrings } from '../../../../src/build/dictionary/sort-bytes.js';
import { BYTE_RANK, LOWER_CASE_RANK } from '../../../../src/encoding/byte-keys.js';
import { finished } from '../../../../src/work/pauses.js';
import { forAll } from '../../../support/for-all.js';

/** The numbers of the strings (of Latin 1) in the order found. */
function orderOf(strings: readonly string[], rank: Uint8Array): number[] {
  const bytes = Uint8Array.from([...strings].flatMap((text) => Array.from(text, (c) => c.charCodeAt(0))));
  const starts = new Uint32Array(strings.length);
  const ends = new Uint32Array(strings.length);
  let at = 0;
  strings.forEach((text, i) => {
    starts[i] = at;
    ends[i] = at += text.length;
  });
  const order = finished(sortByteStrings({ bytes, starts, ends, count: strings.length, rank }));
  expect([...order].sort((a, b) => a - b)).toEqual(strings.map((_, i) => i));
  return [...order];
}

const sorted = (strings: readonly string[], rank: Uint8Array) => orderOf(strings, rank).map((i) => strings[i]);

const byUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Strings that share beginnings as long as a chunk of the sort, or several, and that end in or hold NUL bytes. */
const byteString = () =>
  fc
    .tuple(
      fc.constantFrom('', 'a', 'abcde', 'abcdef', 'abcdefg', 'abcdefabcdef', 'x'.repeat(50), '\0'.repeat(6), '\0'.repeat(12)),
      fc.string({
        unit: fc.constantFrom('\0', '\x01', 'A', 'a', 'B', 'z', '[', '\x7f', '\x80', '\xff'),
        maxLength: 8,
        size: 'max',
      }),
    )
    .map(([beginning, rest]) => beginning + rest);
const byteStrings = () => fc.array(byteString(), { maxLength: 80, size: 'max' });

describe('sortByteStrings', () => {
  it('sorts by bytes', () => {
    forAll([byteStrings()], (strings) => expect(sorted(strings, BYTE_RANK)).toEqual(strings.slice().sort(byUnits)), 200);
  });

  it('sorts very many', () => {
    forAll(
      [byteStrings(), byteStrings()],
      (some, others) => {
        // Enough of them that they are counted by their first bytes.
        const strings = Array.from(
          { length: 2100 },
          (_, i) => (i % 3 === 0 ? some[i % some.length] : others[i % others.length]) ?? `${i}`,
        );
        expect(sorted(strings, BYTE_RANK)).toEqual(strings.slice().sort(byUnits));
      },
      20,
    );
  });

  it('sorts capitals as their small letters', () => {
    forAll([byteStrings()], (strings) => {
      const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      const found = sorted(strings, LOWER_CASE_RANK);
      expect(found.map(lower)).toEqual(strings.map(lower).sort(byUnits));
      expect(found.slice().sort()).toEqual(strings.slice().sort());
    });
  });

  it('sorts long runs of strings that are equal or share all but the end', () => {
    const beginning = 'resistor thick film 0603 '.repeat(40);
    const strings = Array.from({ length: 3000 }, (_, i) => beginning + ((i * 7919) % 1000));
    expect(sorted(strings, BYTE_RANK)).toEqual(strings.slice().sort(byUnits));
    const nested = Array.from({ length: 300 }, (_, i) => 'a'.repeat((i * 131) % 300));
    expect(sorted(nested, BYTE_RANK)).toEqual(nested.slice().sort(byUnits));
  });

  it('leaves equal strings in the order of their numbers', () => {
    forAll([byteStrings(), fc.constantFrom(1, 2, 40)], (strings, times) => {
      const all = Array.from({ length: times }, () => strings).flat();
      const expected = all.map((_, i) => i).sort((a, b) => byUnits(all[a], all[b]) || a - b);
      expect(orderOf(all, BYTE_RANK)).toEqual(expected);
    });
  });

  it('sorts nothing and one', () => {
    expect(sorted([], BYTE_RANK)).toEqual([]);
    expect(sorted([''], BYTE_RANK)).toEqual(['']);
  });

  it('reads the strings where they lie, overlapping or out of order', () => {
    const bytes = Uint8Array.from('cab', (c) => c.charCodeAt(0));
    const order = finished(
      sortByteStrings({
        bytes,
        starts: Uint32Array.of(0, 1, 2, 0, 3),
        ends: Uint32Array.of(3, 3, 3, 1, 3),
        count: 5,
        rank: BYTE_RANK,
      }),
    );
    // '', 'ab', 'b', 'c', 'cab'
    expect([...order]).toEqual([4, 1, 2, 3, 0]);
  });
});
