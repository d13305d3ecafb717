import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import { CatalogBuilder } from '../../../src/build/catalog-builder.js';
import { ObjectDocument, type SourceDocument } from '../../../src/build/source-documents.js';
import type { InvalidDocumentError } from '../../../src/model/errors.js';
import { DOCUMENT_DEPTH } from '../../../src/model/schema.js';
import { zlibCodec } from '../../../src/node/zlib-codec.js';
import { OracleError } from '../../oracle/errors.js';
import { createOracle } from '../../oracle/oracle.js';
import { fileOf } from '../../support/sections.js';

type Records = 'parts' | 'categories' | 'brands' | 'manufacturers' | 'sellers' | 'spec_metadata';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":"[","b":'.repeat(levels)}1${'}'.repeat(levels)}`;
const mixed = (levels: number) =>
  levels % 2 === 1 ? `[${objects(0)},${lists(levels - 1)}]` : `{"a":[],"b":${lists(levels - 1)}}`;

/** What a build says of a document, as text and as an object in memory. */
async function refusals(text: string, collection: Records = 'parts'): Promise<string[]> {
  const line: SourceDocument = {
    source: collection,
    line: 1,
    text: utf8Bytes(text),
    value: () => JSON.parse(text),
    stored: () => utf8Bytes(text),
  };
  const said: string[] = [];
  for (const document of [line, new ObjectDocument(collection, 1, JSON.parse(text))]) {
    const errors: string[] = [];
    const onInvalid = (error: InvalidDocumentError) => errors.push(`${error.message} (${error.path})`);
    await fileOf(async (writer) => {
      await new CatalogBuilder(writer, zlibCodec, { onInvalid }).build({ parts: [], [collection]: [[document]] });
    });
    said.push(errors.join());
  }
  return said;
}

const tooDeep = (collection: Records, path: string) => {
  const fault = 'nested too deep; a document may have 1000 objects and lists one inside the other';
  return `${collection}:1: ${path}: ${fault} (${path})`;
};

/** Members that make a part one of the ways through the check: read from its bytes, or parsed, or rebuilt. */
const WAYS = ['"uid":"1","mpn":"A"', '"uid":"1","mpn":12', '"uid":"\\u0031","mpn":"A"', '"uid":"1","mpn":"A","offers":{}'];

describe('documents', () => {
  it.each(WAYS)('of %s are nested at most as deep as documents may be', async (members) => {
    for (const nested of [lists, objects, mixed]) {
      const text = (levels: number) => `{"y":"]]\\"","x":${nested(levels - 1)},${members}}`;
      expect(await refusals(text(DOCUMENT_DEPTH))).toEqual(['', '']);
      expect(await refusals(text(DOCUMENT_DEPTH + 1))).toEqual([tooDeep('parts', 'x'), tooDeep('parts', 'x')]);
      expect(await refusals(text(100_000))).toEqual([tooDeep('parts', 'x'), tooDeep('parts', 'x')]);
      const oracle = (levels: number) => () => createOracle({ parts: [JSON.parse(text(levels))] });
      expect(oracle(DOCUMENT_DEPTH)).not.toThrow();
      expect(oracle(DOCUMENT_DEPTH + 1)).toThrow(OracleError);
    }
  });

  it.each(['__class__', 'a.b', 'datasheets', 'specs'])('are measured in %s too', async (name) => {
    const values: Record<string, (levels: number) => string> = {
      datasheets: (levels) => `[{"metadata":${lists(1).replace('[]', `{"m":${lists(levels - 3)}}`)}}]`,
      specs: (levels) => `{"k":{"x":${objects(levels - 2)}}}`,
    };
    const text = (levels: number) => `{"uid":"1","mpn":"A","${name}":${(values[name] ?? lists)(levels - 1)}}`;
    expect(await refusals(text(DOCUMENT_DEPTH))).toEqual(['', '']);
    const path = name === 'a.b' ? '["a.b"]' : name;
    expect(await refusals(text(DOCUMENT_DEPTH + 1))).toEqual([tooDeep('parts', path), tooDeep('parts', path)]);
  });

  it.each<Records>(['categories', 'brands', 'manufacturers', 'sellers', 'spec_metadata'])('of %s are too', async (collection) => {
    const text = (levels: number) => `{"uid":"1","name":"A","key":"k","x":${lists(levels - 1)}}`;
    expect(await refusals(text(DOCUMENT_DEPTH), collection)).toEqual(['', '']);
    for (const levels of [DOCUMENT_DEPTH + 1, 100_000]) {
      expect(await refusals(text(levels), collection)).toEqual([tooDeep(collection, 'x'), tooDeep(collection, 'x')]);
    }
  });

  it('in memory may have one thing in many places, and what they write counts', async () => {
    let shared: unknown = [];
    for (let i = 0; i < 12; i++) shared = [shared, shared];
    const said: string[] = [];
    const onInvalid = (error: InvalidDocumentError) => said.push(error.message);
    const parts = [
      { uid: '1', mpn: 'A', shared },
      { uid: '2', mpn: 'A', x: { toJSON: () => JSON.parse(lists(2000)) } },
      { uid: '3', mpn: 'A', toJSON: () => JSON.parse(lists(2000)) },
    ];
    await fileOf(async (writer) => {
      const documents = parts.map((part, i) => new ObjectDocument('parts', i + 1, part));
      await new CatalogBuilder(writer, zlibCodec, { onInvalid }).build({ parts: [documents] });
    });
    expect(said).toEqual([
      expect.stringMatching(/^parts:2: x: nested too deep/),
      expect.stringMatching(/^parts:3: nested too deep/),
    ]);
  });
});
