import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../../src/analysis/utf8.js';
import { placesOfMembers } from '../../../../src/index/documents/document-members.js';
import { forAll } from '../../../support/for-all.js';

const NAMES = ['uid', 'mpn', 'offers', 'specs', 'brand'];

/** What is at the places of some members, parsed. */
function membersOf(text: string, names: readonly string[]): unknown {
  const bytes = utf8Bytes(text);
  const places = placesOfMembers(bytes, new Set(names));
  if (!places) return undefined;
  const pieces: string[] = [];
  for (let i = 0; i < places.length; i += 2) pieces.push(new TextDecoder().decode(bytes.subarray(places[i], places[i + 1])));
  return JSON.parse(`{${pieces.join(',')}}`);
}

describe('placesOfMembers', () => {
  it('finds the named members of any document, and no others', () => {
    const key = fc.oneof(
      fc.constantFrom(...NAMES),
      fc.string({ unit: 'grapheme' }).filter((text) => JSON.stringify(text) === `"${text}"`),
    );
    const document = fc.array(fc.tuple(key, fc.jsonValue()), { maxLength: 8 });
    const value = fc.oneof(fc.constantFrom('a"b', '\\', '\\"', '{"uid":1}', '],}', 'µ, Ω', '\ud83d\ude00'), fc.jsonValue());
    return forAll([document, value, fc.subarray(NAMES)], (members, extra, names) => {
      const given = JSON.parse(JSON.stringify(Object.fromEntries([...members, ['extra', extra]]))) as Record<string, unknown>;
      const wanted = Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
      expect(membersOf(JSON.stringify(given), names)).toEqual(wanted);
    });
  });

  it('reads adjacent members as one', () => {
    expect(
      placesOfMembers(utf8Bytes('{"uid":"1","mpn":"A","specs":{"mpn":[]},"offers":[]}'), new Set(['uid', 'mpn', 'offers'])),
    ).toEqual([1, 20, 40, 51]);
  });

  it('stops when all are found', () => {
    expect(placesOfMembers(utf8Bytes('{"uid":"1",?}'), new Set(['uid']))).toEqual([1, 10]);
    expect(placesOfMembers(utf8Bytes('{"uid":"1"}'), new Set())).toEqual([]);
    expect(placesOfMembers(utf8Bytes('{}'), new Set(['uid']))).toEqual([]);
  });

  it.each([
    ['no object', '["uid"]'],
    ['nothing', ''],
    ['a brace', '{'],
    ['an escaped key', '{"\\u0075id":1,"mpn":"A"}'],
    ['white space', '{ "uid":1}'],
    ['white space behind a key', '{"uid" :1}'],
    ['a key that does not end', '{"uid}'],
    ['a string that does not end', '{"a":"b}'],
    ['a list that does not end', '{"a":[}'],
    ['a comma at the end', '{"a":1,}'],
    ['two objects', '{"a":1}{"b":2}'],
  ])('leaves %s to the parser', (_, text) => {
    expect(placesOfMembers(utf8Bytes(text), new Set(['uid']))).toBeUndefined();
  });
});
