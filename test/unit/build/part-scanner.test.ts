import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import { CatalogBuilder } from '../../../src/build/catalog-builder.js';
import { END } from '../../../src/build/part-entries.js';
import { PartScanner } from '../../../src/build/part-scanner.js';
import { MPN, partSlots, SPEC } from '../../../src/build/part-slots.js';
import type { SourceDocument } from '../../../src/build/source-documents.js';
import { isCanonicalPart } from '../../../src/model/canonical.js';
import type { InvalidDocumentError } from '../../../src/model/errors.js';
import { PART } from '../../../src/model/schema.js';
import { zlibCodec } from '../../../src/node/zlib-codec.js';
import { documentsOf, withRequired } from '../../arbitraries/documents.js';
import { forAll, forAllAsync, scaled } from '../../support/for-all.js';
import { fileOf } from '../../support/sections.js';

const scanner = () => new PartScanner(partSlots({ spec: () => SPEC, currency: () => SPEC }));
const scans = (text: string) => scanner().scan(utf8Bytes(text));
/** Parts with a stray value here and there, as JSON can have them. */
const parts = withRequired(documentsOf(PART, 'stray'), { uid: 'u', mpn: 'm' }).map((part): Record<string, unknown> => {
  return JSON.parse(JSON.stringify(part, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
});

/**
 * The catalog of some parts. Each is stored as the same text, and is an object in memory or read from the text that
 * `write` makes of it. With it the messages of the parts that are left out.
 */
async function catalogOf(parts: readonly unknown[], write?: (part: unknown) => string) {
  const refused: string[] = [];
  const documents = parts.map((part, i): SourceDocument => {
    const text = write?.(part);
    const value = () => (text === undefined ? part : JSON.parse(text));
    const document = { source: 'parts', line: i + 1, value, stored: () => utf8Bytes(JSON.stringify(part)) };
    return text === undefined ? document : { ...document, text: utf8Bytes(text) };
  });
  const onInvalid = (error: InvalidDocumentError) => refused.push(error.message);
  const bytes = await fileOf(async (writer) => {
    await new CatalogBuilder(writer, zlibCodec, { onInvalid }).build({ parts: [documents] });
  });
  return { bytes, refused };
}

/** JSON that means the same, written as only a strange program would: `choose(n)` gives a number below n. */
function strangeJson(value: unknown, choose: (count: number) => number): string {
  const blank = () => ['', '', '', ' ', '\n\t', '\r\n  '][choose(6)];
  const text = (characters: string) => {
    const units = [...characters].map((character) =>
      choose(8) > 0 ? JSON.stringify(character).slice(1, -1) : escapesOf(character, choose(2) === 0),
    );
    return `"${units.join('')}"`;
  };
  const print = (item: unknown): string => {
    if (typeof item === 'string') return text(item);
    if (typeof item === 'number' && Number.isSafeInteger(item) && choose(3) === 0)
      return `${item}${['.0', 'e0', 'E+00', '.00e-0'][choose(4)]}`;
    if (typeof item !== 'object' || item === null) return JSON.stringify(item);
    if (Array.isArray(item)) return `[${blank()}${item.map((element) => blank() + print(element) + blank()).join(',')}]`;
    const members = Object.entries(item).flatMap(([name, member]) => {
      const own = `${blank()}${text(name)}${blank()}:${blank()}${print(member)}${blank()}`;
      // Of two members of one name the last counts.
      return choose(40) === 0 ? [`${text(name)}:["twice"]`, own] : [own];
    });
    return `{${blank()}${members.join(',')}}`;
  };
  return blank() + print(value) + blank();
}

function escapesOf(character: string, upper: boolean): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${upper ? unit.toUpperCase() : unit}`).join('');
}

describe('PartScanner', () => {
  it('takes what the quick look at the object takes, and leaves the rest to the thorough check', () => {
    forAll(
      [parts, fc.constantFrom(0, 1)],
      (part, indent) => {
        const text = JSON.stringify(part, null, indent);
        const isCanonical = isCanonicalPart(JSON.parse(text));
        // A uid with escapes is left to it too.
        if (isCanonical && text.includes('\\')) return;
        expect(scans(text)).toBe(isCanonical);
      },
      scaled(2000),
    );
  });

  it.each([
    '',
    '[]',
    '5',
    '{',
    '{}',
    '{"uid":"u"}',
    '{"mpn":"m"}',
    '{"uid":"u","mpn":""}',
    '{"uid":"","mpn":"m"}',
    '{"uid":"u","mpn":5}',
    '{"uid":"u","mpn":null}',
    '{"uid":"u","mpn":"m"} x',
    '{"uid":"u","mpn":"m",}',
    '{"uid":"u","mpn":"m","uid":"v"}',
    '{"uid":"\\ud800","mpn":"m"}',
    `{"uid":"${'x'.repeat(256)}","mpn":"m"}`,
    '{"uid":"u","mpn":"m","offers":{}}',
    '{"uid":"u","mpn":"m","offers":[null]}',
    '{"uid":"u","mpn":"m","offers":[{"moq":1e999}]}',
    '{"uid":"u","mpn":"m","specs":{"k":null}}',
    '{"uid":"u","mpn":"m","specs":{"k":{"value":"v"}}}',
    '{"uid":"u","mpn":"m","specs":{"__class__":{}}}',
    '{"uid":"u","mpn":"m","offers":[{"prices":{"USD":[[1]]}}]}',
    '{"uid":"u","mpn":"m","offers":[{"prices":{"EUR":[[1,"2",3]]}}]}',
    '{"uid":"u","mpn":"m","x":{"a":1,"a":2}}',
    '{"uid":"u","mpn":"m","specs":{"b":{},"10":{}}}',
  ])('leaves %s to the thorough check', (text) => expect(scans(text)).toBe(false));

  it('rewrites texts with escapes and numbers', () => {
    const part = scanner();
    const text =
      '{"uid":"u","mpn":"a\\u00e9\\ud800\\n","offers":[{"moq":-0,"in_stock_quantity":1.50e3,"factory_lead_days":1e21}]}';
    expect(part.scan(utf8Bytes(text))).toBe(true);
    const texts: string[] = [];
    const found: number[] = [];
    part.rewind();
    for (let slot = part.next(); slot !== END; slot = part.next()) {
      found.push(slot);
      texts.push(part.text(part.entry));
    }
    expect(texts).toEqual(['u', 'a\u00e9\ud800\n', expect.stringMatching(/^\{"moq"/), '0', '1500', '1e+21']);
    expect(found[1]).toBe(MPN);
  });

  it('reads the same from an object and from JSON of any notation', async () => {
    const choices = fc.array(fc.nat(), { minLength: 50, maxLength: 50 });
    await forAllAsync(
      [fc.array(parts, { maxLength: 5 }), choices],
      async (drawn, numbers) => {
        drawn.forEach((part, i) => {
          part.uid = i % 5 === 4 ? part.uid : `u${i}`;
        });
        let at = 0;
        const choose = (count: number) => numbers[at++ % numbers.length] % count;
        const objects = await catalogOf(drawn);
        const plain = await catalogOf(drawn, (part) => JSON.stringify(part));
        const strange = await catalogOf(drawn, (part) => strangeJson(part, choose));
        expect(plain.refused).toEqual(objects.refused);
        expect(strange.refused).toEqual(objects.refused);
        expect(Buffer.compare(plain.bytes, objects.bytes)).toBe(0);
        expect(Buffer.compare(strange.bytes, objects.bytes)).toBe(0);
      },
      scaled(50),
    );
  });

  it('does not take a name for one that its escapes spell', async () => {
    const names = ['a\\n', 'a\n', 'a\\n', '"', '\\"', '\\u0041', 'A', '\\u0041'];
    const specs = (name: string, i: number) => Object.fromEntries([[name, { value: [i] }]]);
    const parts = names.map((name, i) => ({ uid: `u${i}`, mpn: 'm', [name]: i, specs: specs(name, i) }));
    const texts = parts.map((part) => JSON.stringify(part));
    texts[6] = texts[6].replaceAll('"A"', '"\\u0041"');
    const { bytes, refused } = await catalogOf(parts, (part) => texts[parts.indexOf(part as (typeof parts)[number])]);
    expect(refused).toEqual([]);
    const manifest = new TextDecoder().decode(bytes);
    for (const name of new Set(names)) expect(manifest).toContain(`{"key":${JSON.stringify(name)},`);
    const part = scanner();
    expect(part.scan(utf8Bytes('{"uid":"u","mpn":"m","\\\\":1}'))).toBe(true);
    expect(part.scan(utf8Bytes('{"uid":"u","mpn":"m","\\":1}'))).toBe(false);
  });

  it('takes a part that has to be normalised and one that nests deeper than names go', async () => {
    const deep = `${'[{"d":'.repeat(60)}1${'}]'.repeat(60)}`;
    const text = `{"uid":"u","mpn":7,"offers":{"sku":8},"deep":${deep}}`;
    const { bytes, refused } = await catalogOf([JSON.parse(text)], () => text);
    expect(refused).toEqual([]);
    expect(Buffer.compare(bytes, (await catalogOf([JSON.parse(text)])).bytes)).toBe(0);
  });

  it('refuses an object whose toJSON() writes something else', async () => {
    const { refused } = await catalogOf([{ uid: 'u', mpn: 'm', toJSON: () => [] }]);
    expect(refused).toEqual(['parts, document 1: its toJSON() does not write what it is']);
  });
});
