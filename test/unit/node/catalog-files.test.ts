import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCatalogFile, openCatalogFiles } from '../../../src/node/partdex-node.js';
import {
  type BuildOptions,
  buildCatalog,
  type Catalog,
  type CatalogSource,
  ClosedError,
  InvalidDocumentError,
  openCatalog,
  type Part,
  UnreadableFileError,
  ValidationError,
} from '../../../src/partdex.js';
import { createSuggester } from '../../../src/suggest/partdex-suggest.js';

const folder = mkdtempSync(join(tmpdir(), 'partdex-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

async function fileOf(source: CatalogSource, options: BuildOptions = {}): Promise<string> {
  const catalog = await buildCatalog(source, options);
  const path = join(folder, `${files++}.pdx`);
  writeFileSync(path, await catalog.toBytes());
  return path;
}

const part = (uid: string, more: Partial<Part> = {}): Part => ({ uid, mpn: `mpn ${uid}`, ...more });

async function open(...sources: CatalogSource[]): Promise<Catalog> {
  return openCatalogFiles(await Promise.all(sources.map((source) => fileOf(source))));
}

/** The uids that a filter query finds. */
async function found(catalog: Catalog, query: string): Promise<string[]> {
  const { results } = await catalog.parts.search({
    filter: { queries: [query] },
    sortby: [{ field: 'uid', order: 'asc' }],
    limit: 100,
  });
  return results.map(({ item }) => item.uid);
}

/** The error with which files are refused. */
async function refusal<E extends Error>(
  paths: readonly string[],
  kind: abstract new (...args: never[]) => E,
  options: object = {},
): Promise<E> {
  const error = await openCatalogFiles(paths, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(kind);
  return error as E;
}

const value = (...values: (string | number)[]) => ({ specs: { size: { value: values } } }) as Partial<Part>;

describe('openCatalogFiles refuses', () => {
  it('a uid in two files', async () => {
    const paths = [await fileOf({ parts: [part('a')] }), await fileOf({ parts: [part('b'), part('c')] })];
    paths.push(await fileOf({ parts: [part('c')] }));
    const { message, source, path } = await refusal(paths, InvalidDocumentError);
    expect(message).toBe(`${paths[1]} and ${paths[2]}: uid: "c" is a part of both; a uid may occur only once`);
    expect({ source, path }).toEqual({ source: paths[1], path: 'uid' });
  });

  it('a merged uid that is a part of another file', async () => {
    const merging = await fileOf({ parts: [part('a', { redirected_uids: ['x', 'b'] })] });
    const living = await fileOf({ parts: [part('b')] });
    const { message } = await refusal([living, merging], InvalidDocumentError);
    expect(message).toContain(`${merging} and ${living}: redirected_uids: "b" is merged in the first`);
  });

  it('a merged uid that two files list', async () => {
    const paths = [await fileOf({ parts: [part('a', { redirected_uids: ['x'] })] })];
    paths.push(await fileOf({ parts: [part('b', { redirected_uids: ['x'] })] }));
    const { message } = await refusal(paths, InvalidDocumentError);
    expect(message).toContain(`${paths[0]} and ${paths[1]}: redirected_uids: "x" is listed in both`);
  });

  it('categories that only all files together put in a circle', async () => {
    const category = (uid: string, above: string) => ({ uid, name: uid, parent_uid: above, ancestor_uids: [above] });
    const paths = [await fileOf({ parts: [], categories: [category('a', 'b')] })];
    paths.push(await fileOf({ parts: [], categories: [category('b', 'a')] }));
    const { message } = await refusal(paths, InvalidDocumentError);
    expect(message).toContain(`${paths[0]} and ${paths[1]}: parent_uid: the category "a": the parents run in a circle`);
  });

  it('two price currencies', async () => {
    const paths = [await fileOf({ parts: [part('a')] }), await fileOf({ parts: [part('b')] }, { priceCurrency: 'EUR' })];
    const { message } = await refusal(paths, ValidationError);
    expect(message).toContain(`${paths[0]} has prices in USD and ${paths[1]} in EUR`);
  });

  it('no file, a file that is not there, and workers', async () => {
    const paths = [await fileOf({ parts: [part('a')] }), await fileOf({ parts: [part('b')] })];
    expect((await refusal([], ValidationError)).argument).toBe('paths');
    expect((await refusal('a.pdx' as never, ValidationError)).argument).toBe('paths');
    expect((await refusal(paths, ValidationError, { workers: 2 })).argument).toBe('workers');
    expect((await refusal(paths, ValidationError, { limits: { limit: -1 } })).argument).toBe('limits.limit');
    const absent = join(folder, 'absent.pdx');
    expect((await refusal([paths[0], absent], UnreadableFileError)).message).toContain(absent);
  });
});

describe('openCatalogFiles', () => {
  it('opens one file as openCatalogFile does', async () => {
    const path = await fileOf({ parts: [part('a')] });
    const [one, other] = [await openCatalogFiles([path]), await openCatalogFile(path)];
    expect(one.info).toEqual(other.info);
    expect(one.sections()).toEqual(other.sections());
    await Promise.all([one.close(), other.close()]);
  });

  it('compares the values of a key as most values of all files do', async () => {
    const numbers: CatalogSource = { parts: [part('1', value(9, 'large')), part('2', value(10)), part('3', value(11))] };
    const texts: CatalogSource = { parts: [part('4', value('small')), part('5', value('10', 'tiny', 'x', 'y', 'z'))] };
    const apart = await Promise.all([numbers, texts].map((source) => buildCatalog(source)));
    expect(apart.map(({ specs }) => specs[0].type)).toEqual(['number', 'string']);

    const asTexts = await open(numbers, texts);
    expect(asTexts.specs[0]).toMatchObject({ type: 'string', parts: 5, values: 9 });
    expect(await found(asTexts, 'specs.size.value:large')).toEqual(['1']);
    expect(await found(asTexts, 'specs.size.value:10')).toEqual(['2', '5']);

    const asNumbers = await open(numbers, texts, {
      parts: ['6', '7', '8', '9', '90', '91'].map((uid) => part(uid, value(Number(uid)))),
    });
    expect(asNumbers.specs[0]).toMatchObject({ type: 'number', parts: 10, values: 8 });
    expect(await found(asNumbers, 'specs.size.value:[9.5 TO 10.5]')).toEqual(['2', '5']);
    const { spec_metadata } = await asNumbers.parts.search({ spec_drilldown: { include: true } });
    expect(spec_metadata.size.datatype).toBe('decimal');
    await Promise.all([asTexts.close(), asNumbers.close()]);
  });

  it('puts parts into the categories of all files, whose first records count', async () => {
    const parts = (...uids: string[]) => uids.map((uid) => part(uid, { category_uids: ['leaf'] }));
    const category = (uid: string, parent_uid: string | null) => ({ uid, name: uid, parent_uid });
    const moved = { parts: parts('b'), categories: [category('old', null), category('leaf', 'old')] };
    const catalog = await open(
      { parts: parts('a') },
      { parts: [], categories: [category('new', null), category('leaf', 'new')] },
      moved,
    );
    expect(await found(catalog, 'category_uids:new')).toEqual(['a', 'b']);
    expect(await found(catalog, 'category_uids:old')).toEqual([]);
    const { leaf, old } = await catalog.categories.getMulti(['leaf', 'old']);
    expect([leaf.ancestor_uids, leaf.num_parts, old.num_parts]).toEqual([['new'], 2, 0]);
    await catalog.close();
  });

  it('takes the first record of a company, those that were given before those gathered', async () => {
    const made = (uid: string, name: string) => part(uid, { brand: { uid: 'tdk', name } });
    const catalog = await open(
      { parts: [made('a', 'gathered')] },
      { parts: [made('b', 'x')], brands: [{ uid: 'tdk', name: 'TDK', aliases: ['Epcos'] }] },
      { parts: [], brands: [{ uid: 'tdk', name: 'late' }] },
    );
    expect(catalog.info.brands).toBe(1);
    expect((await catalog.brands.get('tdk'))?.name).toBe('TDK');
    const { results } = await catalog.parts.match({ queries: [{ brand: 'epcos', mpn: 'mpn a' }] });
    expect(results[0].items.map(({ uid }) => uid)).toEqual(['a']);
    await catalog.close();
  });

  it('lists the sections of all files, validates them, and is written as one file', async () => {
    const sources = [{ parts: [part('a', value('1'))] }, { parts: [part('b', value('x', 'y'))] }];
    const paths = await Promise.all(sources.map((source) => fileOf(source)));
    const catalog = await openCatalogFiles(paths);
    for (const path of paths) expect(catalog.sections().some(({ name }) => name === `${path}:parts/documents`)).toBe(true);
    expect(catalog.sections().reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(catalog.info.bytes);
    await catalog.validate();
    const copy = await openCatalog(await catalog.toBytes());
    expect(await found(copy, 'specs.size.value:*')).toEqual(['a', 'b']);
    const whole = await buildCatalog({ parts: sources.flatMap(({ parts }) => parts) });
    expect([copy.specs, copy.info.parts]).toEqual([whole.specs, 2]);
    await catalog.close();
    await expect(catalog.parts.get('a')).rejects.toBeInstanceOf(ClosedError);
    await expect(catalog.toBytes()).rejects.toBeInstanceOf(ClosedError);
  });

  it('is completed as one catalog', async () => {
    const sources = ['a', 'b', 'c'].map((uid) => ({
      parts: [part(uid, { mpn: `RC0603-${uid}`, brand: { uid: 'y', name: 'Yageo' } })],
    }));
    const [several, whole] = [await open(...sources), await buildCatalog({ parts: sources.flatMap(({ parts }) => parts) })];
    const [is, wanted] = await Promise.all([several, whole].map((catalog) => createSuggester(catalog)));
    for (const typed of ['rc06', 'yag', 'c']) expect(await is.suggest(typed)).toEqual(await wanted.suggest(typed));
    await several.close();
  });
});
