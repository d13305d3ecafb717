import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inferMap, proposeBrands, readTable, readTables } from '../../../src/import/partdex-import.js';
import {
  buildCatalogFile,
  openCatalogFile,
  openCatalogFiles,
  openCatalogFolder,
  openLiveCatalog,
  readChanges,
} from '../../../src/node/partdex-node.js';
import { openOpenSearchCatalog, pushCatalog } from '../../../src/opensearch/partdex-opensearch.js';
import {
  buildCatalog,
  type Catalog,
  diffCatalogs,
  formatChanges,
  openCatalog,
  openCatalogUrl,
  overlay,
  PartdexError,
  ValidationError,
} from '../../../src/partdex.js';
import { createSuggester } from '../../../src/suggest/partdex-suggest.js';

/* Arguments that no type allows, as programs in JavaScript pass them, are rejected with a PartdexError. */

// biome-ignore lint/suspicious/noExplicitAny: what is wrong has no type
type Wrong = any;

/** A client of a cluster that has nothing. */
const CLIENT: Wrong = { transport: { request: async () => ({ statusCode: 404, body: {} }) } };

const NOTHING = Symbol('no argument');
const WRONG: readonly unknown[] = [NOTHING, undefined, null, 5, true, [], {}, () => {}, new Date(0), Promise.resolve()];

let folder: string;
let parts: string;
let file: string;
let catalog: Catalog;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-wrong-'));
  parts = join(folder, 'parts.ndjson');
  file = join(folder, 'parts.pdx');
  writeFileSync(parts, '{"uid":"1","mpn":"A-1"}\n');
  await buildCatalogFile({ parts, out: file });
  catalog = await openCatalogFile(file);
});

afterAll(async () => {
  await catalog.close();
  rmSync(folder, { recursive: true });
});

async function first(documents: AsyncIterable<unknown>): Promise<unknown> {
  for await (const document of documents) return document;
  return undefined;
}

/** The names of calls, each given a wrong argument. */
const CALLS: Readonly<Record<string, (wrong: Wrong) => unknown>> = {
  'openCatalog of': (wrong) => openCatalog(wrong),
  'openCatalogUrl of': (wrong) => openCatalogUrl(wrong),
  'buildCatalog of': (wrong) => buildCatalog(wrong),
  'buildCatalog with parts': (wrong) => buildCatalog({ parts: wrong }),
  'buildCatalog with brands': (wrong) => buildCatalog({ parts: [], brands: wrong }),
  'buildCatalog with options': (wrong) => buildCatalog({ parts: [] }, wrong),
  'overlay of': (wrong) => overlay(wrong, {}),
  'overlay with': (wrong) => overlay(catalog, wrong),
  'formatChanges of': (wrong) => formatChanges(wrong),
  'diffCatalogs of': (wrong) => first(diffCatalogs(wrong, catalog)),
  'diffCatalogs with': (wrong) => first(diffCatalogs(catalog, wrong)),
  'createSuggester of': (wrong) => createSuggester(wrong),
  'openCatalogFile of': (wrong) => openCatalogFile(wrong),
  'openCatalogFile with options': async (wrong) => (await openCatalogFile(file, wrong)).close(),
  'openCatalogFiles of': (wrong) => openCatalogFiles(wrong),
  'openCatalogFiles with options': async (wrong) => (await openCatalogFiles([file], wrong)).close(),
  'openCatalogFolder of': (wrong) => openCatalogFolder(wrong),
  'openCatalogFolder with options': (wrong) => openCatalogFolder(join(folder, 'none'), wrong),
  'openLiveCatalog of': (wrong) => openLiveCatalog(wrong),
  'openLiveCatalog with options': (wrong) => openLiveCatalog(join(folder, 'none'), wrong),
  'readChanges of': async (wrong) => first(readChanges(wrong).put as AsyncIterable<unknown>),
  'buildCatalogFile of': (wrong) => buildCatalogFile(wrong),
  'buildCatalogFile without': (wrong) => buildCatalogFile({ parts, ...(wrong === NOTHING ? {} : wrong) } as Wrong),
  'buildCatalogFile of parts': (wrong) => buildCatalogFile({ parts: wrong, out: join(folder, 'other.pdx') }),
  'buildCatalogFile of a list with': (wrong) => buildCatalogFile({ parts: [parts, wrong], out: join(folder, 'other.pdx') }),
  'buildCatalogFile of brands': (wrong) => buildCatalogFile({ parts, brands: wrong, out: join(folder, 'other.pdx') }),
  'buildCatalogFile into': (wrong) => buildCatalogFile({ parts, out: wrong }),
  'readTable of': (wrong) => first(readTable(wrong)),
  'readTables of': (wrong) => first(readTables(wrong)),
  'inferMap of': (wrong) => inferMap(wrong),
  'proposeBrands of': (wrong) => proposeBrands(wrong),
  'openOpenSearchCatalog with': (wrong) => openOpenSearchCatalog(CLIENT, wrong),
  'openOpenSearchCatalog of': (wrong) => openOpenSearchCatalog(wrong, { index: 'a' }),
  'pushCatalog to': (wrong) => pushCatalog(wrong, { parts: [] }, { index: 'a' }),
  'pushCatalog of': (wrong) => pushCatalog(CLIENT, wrong, { index: 'a' }),
};

describe('wrong arguments', () => {
  it.each(Object.keys(CALLS))('%s none, null, numbers, lists, objects, functions', async (name) => {
    for (const wrong of WRONG) {
      const error: unknown = await (async () => CALLS[name](wrong === NOTHING ? undefined : wrong))().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (error !== undefined) expect(error, `of ${String(wrong)}`).toBeInstanceOf(PartdexError);
    }
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['a source', () => buildCatalog({ parts: [], category: [] } as Wrong), 'source.category'],
    ['openCatalog', () => openCatalog(new Uint8Array(100), { limit: 5 } as Wrong), 'limit'],
    ['openCatalogUrl', () => openCatalogUrl('http://localhost:1', { header: {} } as Wrong), 'header'],
    ['openCatalogFile', () => openCatalogFile(file, { worker: 2 } as Wrong), 'worker'],
    ['openCatalogFile with workers', () => openCatalogFile(file, { workers: 1, signal: undefined } as Wrong), 'signal'],
    ['openCatalogFiles', () => openCatalogFiles([file, file], { rate: {} } as Wrong), 'rate'],
    ['openCatalogFolder', () => openCatalogFolder(folder, { watching: true } as Wrong), 'watching'],
    ['openLiveCatalog', () => openLiveCatalog(folder, { created: true } as Wrong), 'created'],
    ['buildCatalogFile', () => buildCatalogFile({ parts, output: file } as Wrong), 'output'],
  ])('an unknown member of %s is named', async (_name, call, argument) => {
    const error = await call().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ argument, issues: [{ code: 'unknown_argument', path: argument }] });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['source', () => buildCatalog(undefined as Wrong), 'source must be an object with "parts", not undefined'],
    ['source', () => buildCatalog([{ uid: '1', mpn: 'A' }] as Wrong), 'source must be an object with "parts", not a list of 1'],
    ['out', () => buildCatalogFile({ parts } as Wrong), 'out must be the path of a file, not undefined'],
    ['out', () => buildCatalogFile({ parts, out: '' }), 'out must be the path of a file, not ""'],
    [
      'parts',
      () => buildCatalogFile({ out: file } as Wrong),
      'parts must be a path, a { name, stream } or a list of these, not undefined',
    ],
    [
      'brands',
      () => buildCatalogFile({ parts, brands: 5 as Wrong, out: file }),
      'brands must be a path, a { name, stream } or a list of these, not 5',
    ],
    [
      'parts[1]',
      () => buildCatalogFile({ parts: [parts, {} as Wrong], out: file }),
      'parts[1] must be a path or a { name, stream }, not an empty object',
    ],
    ['sources', () => (async () => readTables('a.csv' as Wrong))(), 'sources must be a list of tables, not "a.csv"'],
  ])('%s is named where it is wrong', async (argument, call, message) => {
    const error = await call().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ argument, message: expect.stringContaining(message) });
  });
});
