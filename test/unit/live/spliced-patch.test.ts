import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonCursor } from '../../../src/build/json-cursor.js';
import { splicedPatch } from '../../../src/live/spliced-patch.js';
import { mergePatch } from '../../../src/model/merge-patch.js';
import { forAll } from '../../support/for-all.js';

const encoder = new TextEncoder();
const spliced = (text: string, patch: object): string | undefined => {
  const bytes = splicedPatch(encoder.encode(text), patch, new JsonCursor());
  return bytes && new TextDecoder().decode(bytes);
};

it('replaces, adds and removes members, and keeps the text of the others', () => {
  const text = '{ "uid": "a", "mpn" : "1e2", "weight": 1.50, "offers": [ {"moq": 1} ], "note": "x" }';
  expect(spliced(text, { offers: [], note: null, stock: 7 })).toBe(
    '{"uid": "a", "mpn" : "1e2", "weight": 1.50,"offers":[],"stock":7}',
  );
  expect(spliced('{}', { a: 'ü"' })).toBe('{"a":"ü\\""}');
  expect(spliced('{"a":1}', { a: null })).toBe('{}');
  expect(spliced('{"a":1,"b":2}', { a: null, missing: null, __class__: 'Part', none: undefined })).toBe('{"b":2}');
});

it('names a member once that the text has twice', () => {
  expect(spliced('{"a":1,"b":2,"a":3}', { a: 4 })).toBe('{"a":4,"b":2}');
});

it('leaves to the merge what is not whole members of JSON', () => {
  const date = new Date(0);
  const odd = Object.assign([1], { toJSON: () => 'odd' });
  const holes = new Array(2);
  const others = [
    {},
    { b: 1 },
    date,
    Number.NaN,
    1n,
    () => 1,
    Symbol('s'),
    odd,
    holes,
    [undefined],
    [date],
    [new Map()],
    [{ a: undefined }],
  ];
  for (const a of others) expect(spliced('{"a":1}', { a })).toBeUndefined();
  expect(spliced('{"a":1}', { 7: 1 })).toBeUndefined();
  expect(spliced('{"\\u0061":1}', { a: 1 })).toBeUndefined();
  expect(spliced('{"a":1', { b: 1 })).toBeUndefined();
  expect(spliced('[1]', { b: 1 })).toBeUndefined();
  const circle: unknown[] = [];
  circle.push(circle);
  expect(spliced('{"a":1}', { a: circle })).toBeUndefined();
});

it('means what the merge means, member by member and in the same order', () => {
  const name = fc.constantFrom('a', 'b', 'uid', 'offers', 'specs', '__proto__', '__class__', 'ü', '"', '\\', '12', 'a b', '');
  const object = fc
    .array(fc.tuple(name, fc.jsonValue({ maxDepth: 2 })))
    .map((members) => JSON.stringify(Object.fromEntries(members)));
  const blanks = fc.constantFrom(undefined, 1, '\t');
  const check = (document: string, patch: string, space: string | number | undefined) => {
    const given = JSON.parse(patch);
    delete given.uid;
    const text = spliced(JSON.stringify(JSON.parse(document), undefined, space), given);
    if (text === undefined) return;
    expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(mergePatch(JSON.parse(document), given)));
  };
  forAll([object, object, blanks], check, 2000);
});
