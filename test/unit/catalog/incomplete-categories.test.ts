import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource, type Category, InvalidDocumentError } from '../../../src/partdex.js';

const part = (uid: string, ...category_uids: string[]) => ({ uid, mpn: uid, category_uids });
const PARTS = [part('p1', 'chip'), part('p2', 'chip', 'wire'), part('p3', 'res'), part('p4', 'loose')];
const TREE: Category[] = [
  { uid: 'wire', name: 'Wirewound', parent_uid: 'res' },
  { uid: 'chip', name: 'Chip', parent_uid: 'res', num_parts: null, children_uids: null },
  { uid: 'res', name: 'Resistors', parent_uid: 'root', aliases: ['Widerstände'], imagesets: [{ credit_string: 'c' }] },
  { uid: 'root', name: 'Parts' },
];
const built = buildCatalog({ parts: PARTS, categories: TREE });

describe('categories of which only parents are given', () => {
  it('show ancestors, children and the number of parts', async () => {
    const { categories } = await built;
    expect(await categories.get('chip')).toEqual({
      uid: 'chip',
      name: 'Chip',
      parent_uid: 'res',
      children_uids: [],
      ancestor_uids: ['root', 'res'],
      ancestor_names: ['Parts', 'Resistors'],
      num_parts: 2,
    });
    expect(await categories.get('root')).toEqual({
      uid: 'root',
      name: 'Parts',
      parent_uid: null,
      children_uids: ['res'],
      ancestor_uids: [],
      ancestor_names: [],
      num_parts: 3,
    });
    expect(await categories.get('res', { include: ['imagesets'], hide: ['ancestor_uids'] })).toMatchObject({
      children_uids: ['chip', 'wire'],
      num_parts: 3,
      imagesets: [{ credit_string: 'c', large_image: null }],
    });
    expect(await categories.getMulti(['wire', 'loose'], { show: ['num_parts'] })).toEqual({ wire: { num_parts: 1 } });
  });

  it('are found, counted and sorted by what is computed', async () => {
    const { categories } = await built;
    const found = await categories.search({
      filter: { fields: { ancestor_uids: ['root'] } },
      facet: { fields: { ancestor_uids: { include: true }, parent_uid: { include: true } } },
      sortby: 'ancestor_uids, name',
    });
    expect(found.results.map(({ item }) => item.uid)).toEqual(['chip', 'wire', 'res']);
    expect(found.facet_results.fields.ancestor_uids.facets).toEqual([
      { value: 'root', count: 3 },
      { value: 'res', count: 2 },
    ]);
    expect(found.facet_results.fields.parent_uid.facets).toEqual([
      { value: 'res', count: 2 },
      { value: 'root', count: 1 },
    ]);
    expect((await categories.search({ q: 'widerstande' })).hits).toBe(1);
  });

  it('have no field for the number of parts', async () => {
    const { categories } = await built;
    await expect(categories.search({ stats: { num_parts: { include: true } } })).rejects.toThrow(
      /"num_parts" is not a fieldname of categories/,
    );
    const { stats_results } = await categories.search({ stats: { name: { include: true } } });
    expect(stats_results.name).toMatchObject({ min: null, mean: null, missing: 0 });
  });
});

it('what records give is shown as it is', async () => {
  const given: Category = {
    uid: 'a',
    name: 'A',
    parent_uid: 'gone',
    ancestor_uids: ['far', 'gone'],
    ancestor_names: ['Far'],
    children_uids: [],
    num_parts: 132_613,
  };
  const { categories } = await buildCatalog({ parts: PARTS, categories: [given, { uid: 'b', name: 'B', parent_uid: 'a' }] });
  expect(await categories.get('a')).toEqual(given);
  // Of those above it not all have a record that could name them.
  expect(await categories.get('b')).toMatchObject({ ancestor_uids: ['far', 'gone', 'a'], ancestor_names: [], num_parts: 0 });
});

describe('records that make no tree', () => {
  const source = (...categories: object[]): CatalogSource => ({
    parts: PARTS,
    categories: [...TREE, ...categories] as Category[],
  });

  it.each<[string, CatalogSource, number, string]>([
    [
      'an unknown parent',
      source({ uid: 'a', name: 'A', parent_uid: 'unknown' }),
      5,
      'categories:5: parent_uid: no category has the uid "unknown", and ancestor_uids do not name it',
    ],
    [
      'a circle',
      source({ uid: 'a', name: 'A', parent_uid: 'b' }, { uid: 'b', name: 'B', parent_uid: 'a' }),
      5,
      'categories:5: parent_uid: the parents run in a circle: "a" → "b" → "a"',
    ],
  ])('%s is an error', async (_, faulty, line, message) => {
    const error = await buildCatalog(faulty).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidDocumentError);
    expect(error).toMatchObject({ source: 'categories', line, path: 'parent_uid', message });
  });

  it('are left out and reported, with what is below them, and nothing else is', async () => {
    const errors: InvalidDocumentError[] = [];
    const catalog = await buildCatalog(
      source(
        { uid: 'below', name: 'Below', parent_uid: 'a' },
        { uid: 'a', name: 'A', parent_uid: 'unknown' },
        { uid: 'fuse', name: 'Fuses', parent_uid: 'root' },
        { uid: 'self', name: 'Self', parent_uid: 'self' },
        { uid: 'late', name: 5, parent_uid: 'root' },
        { uid: 'loose', name: 'Loose', parent_uid: 'late' },
      ),
      { onInvalid: (error) => errors.push(error) },
    );
    expect(errors.map(({ line, path }) => [line, path])).toEqual([
      [9, 'name'],
      [5, 'parent_uid'],
      [6, 'parent_uid'],
      [8, 'parent_uid'],
      [10, 'parent_uid'],
    ]);
    const { results } = await catalog.categories.search({ sortby: 'uid' });
    expect(results.map(({ item }) => item.uid)).toEqual(['chip', 'fuse', 'res', 'root', 'wire']);
    expect(catalog.info).toMatchObject({ parts: 4, categories: 5 });
    const { hits } = await catalog.parts.search({ filter: { fields: { category_uids: ['loose'] } } });
    expect(hits).toBe(1);
    await expect(catalog.validate()).resolves.toBeUndefined();
  });
});
