import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packValue, unpackValue } from '../../../../src/node/workers/carried-values.js';
import { forAllAsync } from '../../../support/for-all.js';

/** A value as it arrives on the other side of a message. */
async function carried(value: unknown): Promise<unknown> {
  return unpackValue(structuredClone(packValue(value)));
}

async function expectSame(value: unknown): Promise<void> {
  // Prototypes, -0 and members that are undefined count.
  deepStrictEqual(await carried(value), value);
}

const bare = (members: object = {}) => Object.assign(Object.create(null), members) as object;

describe('arrives as it was', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ä\u2028\ud800'],
    ['an empty object', {}],
    ['a map', bare({ constructor: 1 })],
    ['a list', [1, [2, [3]]]],
    [
      'numbers that JSON cannot tell',
      { a: [-0, 0, Number.NaN], b: Number.POSITIVE_INFINITY, c: [{ d: Number.NEGATIVE_INFINITY }] },
    ],
    ['undefined members and elements', { a: undefined, b: [undefined, 1], c: { d: undefined } }],
    ['maps in maps in lists', { results: [{ item: { specs: bare({ a: bare() }) } }, { item: { specs: bare({ b: bare() }) } }] }],
    ['maps beside objects at the same place', [bare({ a: 1 }), { a: 1 }, bare({ a: bare() }), { a: {} }]],
    [
      'members called as members of objects',
      JSON.parse('{"__proto__": {"constructor": 1}, "hasOwnProperty": [{"__proto__": null}]}'),
    ],
    [
      'a map with a member called __proto__',
      Object.defineProperty(bare(), '__proto__', {
        value: bare({ a: -0 }),
        enumerable: true,
        writable: true,
        configurable: true,
      }),
    ],
  ])('%s', async (_, value) => {
    await expectSame(value);
  });

  it('any value', () =>
    forAllAsync(
      [fc.anything({ withNullPrototype: true, withSparseArray: false, maxDepth: 5 })],
      (value) => expectSame(value),
      500,
    ));

  it('a long list, in pieces', async () => {
    const results = Array.from({ length: 500 }, (_, i) => ({
      item: { i, text: 'x'.repeat(1000), specs: bare({ z: i % 7 ? i : -0 }) },
    }));
    for (const value of [results, { request: bare(), results, hits: 500, fields: bare({ a: bare() }), last: undefined }]) {
      const packed = packValue(value);
      expect(packed.pieces?.length).toBeGreaterThan(5);
      expect(Math.max(...(packed.pieces ?? []).map((piece) => piece.length))).toBeLessThan(100_000);
      await expectSame(value);
    }
  });
});

it('keeps the order of members', async () => {
  const value = { z: 1, results: Array.from({ length: 200 }, () => 'x'.repeat(1000)), a: bare(), m: 2 };
  expect(JSON.stringify(await carried(value))).toBe(JSON.stringify(value));
});

it('reads small answers back at once', () => {
  expect(unpackValue(packValue({ hits: 1, results: [] }))).toEqual({ hits: 1, results: [] });
});
