import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalogFile, openCatalogFile, openCatalogFiles } from '../../../src/node/partdex-node.js';
import { type BuildOptions, buildCatalog, type Catalog, openCatalog, ValidationError } from '../../../src/partdex.js';
import { rejectionOf } from '../../support/thrown.js';

const folder = mkdtempSync(join(tmpdir(), 'own-fields-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PARTS = [
  {
    uid: 'a',
    mpn: 'LM317T',
    internal_pn: 'R-10 00',
    tags: ['Preferred', 'stock item'],
    own: { bin: ['A-12', ['B 7']], since: '2021-03-04', rating: '4.50', checked: true, note: 'handle with care' },
    offers: [{ sku: 's1', warehouse: 'Graz' }, { sku: 's2', warehouse: ['Linz', null] }],
  },
  { uid: 'b', mpn: 'NE555P', internal_pn: 1001, tags: 'stock', own: { since: '2021', rating: 4.5, checked: false } },
  { uid: 'c', mpn: 'BC547', internal_pn: { no: 'text' }, tags: [5, true, 'x'], own: [{ since: 'soon', checked: 'true' }] },
];

const FIELDS = [
  { name: 'internal_pn', kind: 'part number', keywords: true },
  { name: 'tags', kind: 'name', keywords: true },
  { name: 'own.bin', kind: 'string' },
  { name: 'own.since', kind: 'date' },
  { name: 'own.rating', kind: 'number' },
  { name: 'own.checked', kind: 'boolean' },
  { name: 'own.note', kind: 'text', keywords: true },
  { name: 'offers.warehouse', kind: 'uid' },
] as const satisfies BuildOptions['fields'];

const build = (fields: unknown = FIELDS, options: object = {}) =>
  buildCatalog({ parts: PARTS as never }, { fields: fields as never, ...options });
const catalog = build();

async function found(request: object, of: Promise<Catalog> = catalog): Promise<string[]> {
  const { results } = await (await of).parts.search({ sortby: 'uid asc', ...request });
  return results.map(({ item }) => item.uid);
}
const filtered = (query: string, of?: Promise<Catalog>) => found({ filter: { queries: [query] } }, of);

describe('fields of one’s own', () => {
  it('are listed by the catalog', async () => {
    const { fields } = (await catalog).info;
    expect(fields).toEqual(FIELDS.map((field) => ({ keywords: false, ...field })));
    expect(Object.isFrozen(fields)).toBe(true);
    expect((await buildCatalog({ parts: [] })).info.fields).toEqual([]);
  });

  it.each([
    ['internal_pn:r1000', ['a']],
    ['internal_pn:1001', ['b']],
    ['internal_pn:R*', ['a']],
    ['internal_pn:*', ['a', 'b']],
    ['tags:stock', ['a', 'b']],
    ['tags:"stock item"', ['a']],
    ['tags:x', ['c']],
    ['tags:5', []],
    ['own.bin:"B 7"', ['a']],
    ['own.since:2021', ['a', 'b']],
    ['own.since:2021-03', ['a']],
    ['own.since:[2021-03 TO *]', ['a']],
    ['own.since:{2021-01-01 TO *]', ['a']],
    ['own.since:"2021-01-01T00:00Z"', ['b']],
    ['own.rating:4.5', ['a', 'b']],
    ['own.checked:true', ['a']],
    ['own.note:"with care"', ['a']],
    ['offers.warehouse:Linz', ['a']],
    ['-tags:*', []],
  ])('are filtered: %s', async (query, uids) => expect(await filtered(query)).toEqual(uids));

  it('are searched by q where they are declared with keywords', async () => {
    expect(await found({ q: 'r1000' })).toEqual(['a']);
    expect(await found({ q: 'r-10*' })).toEqual(['a']);
    expect(await found({ q: 'preferred' })).toEqual(['a']);
    expect(await found({ q: 'care' })).toEqual(['a']);
    expect(await found({ q: 'B7' })).toEqual([]);
    expect(await found({ q: 'preferred' }, build(FIELDS.map((field) => ({ ...field, keywords: false }))))).toEqual([]);
  });

  it('rank whole part numbers first', async () => {
    const parts = [
      { uid: '1', mpn: 'X', descriptions: [{ value: 'r1000' }] },
      { uid: '2', mpn: 'Y', internal_pn: 'R-1000' },
    ];
    const other = await buildCatalog({ parts }, { fields: [FIELDS[0]] });
    const { results } = await other.parts.search({ q: 'r1000' });
    expect(results.map(({ item }) => item.uid)).toEqual(['2', '1']);
  });

  it('are explained', async () => {
    const explained = await (await catalog).parts.explain({ q: 'r1000 stock' }, 'a');
    expect(explained.score?.terms.map(({ fields }) => fields)).toEqual([['internal_pn'], ['tags']]);
  });

  it('are counted and sorted', async () => {
    const { facet_results } = await (await catalog).parts.search({
      facet: { fields: { tags: { include: true }, 'own.since': { include: true } } },
    });
    expect(facet_results.fields.tags.facets.map(({ value }) => value)).toEqual(['Preferred', 'stock', 'stock item', 'x']);
    expect(facet_results.fields['own.since'].facets).toEqual([
      { value: '2021-01-01T00:00:00Z', count: 1 },
      { value: '2021-03-04T00:00:00Z', count: 1 },
    ]);
    expect(await found({ sortby: 'own.since desc' })).toEqual(['a', 'b', 'c']);
    const { stats_results } = await (await catalog).parts.search({ stats: { 'own.rating': { include: true } } });
    expect(stats_results['own.rating'].mean).toBe('4.5');
  });

  it('do not show their members by default', async () => {
    const { results } = await (await catalog).parts.search({ q: 'LM317T' });
    expect(results[0].item).not.toHaveProperty('tags');
    const shown = await (await catalog).parts.search({ q: 'LM317T', include: ['tags'] });
    expect(shown.results[0].item.tags).toEqual(['Preferred', 'stock item']);
  });

  it('are not matched', async () => {
    const { results } = await (await catalog).parts.match({ queries: [{ mpn: 'R-1000' }, { mpn_or_sku: 'R-1000' }] });
    expect(results.map(({ hits }) => hits)).toEqual([0, 0]);
  });

  it('are kept in the file', async () => {
    const opened = openCatalog(await (await catalog).toBytes());
    expect((await opened).info.fields).toEqual((await catalog).info.fields);
    expect(await filtered('tags:stock', opened)).toEqual(['a', 'b']);
    await (await opened).validate();
  });

  it('leave values of another type out, with a notice', async () => {
    const notices: string[] = [];
    await build(FIELDS, { onNotice: (notice: string) => notices.push(notice) });
    expect(notices).toEqual(
      expect.arrayContaining([
        'internal_pn: "{\\"no\\":\\"text\\"}" is not a value of the kind part number (in parts:3)',
        'tags: 2 values are not values of the kind name ("5", "true"; in parts:3)',
        'own.since: "soon" is not a date (in parts:3)',
        'own.checked: "true" is not a value of the kind boolean (in parts:3)',
      ]),
    );
  });

  it('may lie where documented members are', async () => {
    const part = {
      uid: '1',
      mpn: 'm',
      offers: [{ prices: { USD: [[10, '0.5']] }, seller: { uid: 's', name: 'S', terms: 'net30' } }],
      broker_listings: [{ seller: { uid: 'q', name: 'Q' } }],
      redirected_uids: ['old'],
      specs: { r: { value: [1] } },
    };
    const fields = ['offers.prices.USD', 'offers.seller.terms', 'broker_listings.seller.name', 'redirected_uids', 'specs', 'offers'];
    const kinds = ['number', 'name', 'name', 'uid', 'text', 'string'];
    const other = buildCatalog({ parts: [part] as never }, { fields: fields.map((name, i) => ({ name, kind: kinds[i] })) as never });
    for (const query of ['offers.prices.USD:10', 'offers.prices.USD:0.5', 'offers.seller.terms:net30', 'broker_listings.seller.name:q'])
      expect(await filtered(query, other)).toEqual(['1']);
    expect(await filtered('redirected_uids:old', other)).toEqual(['1']);
    expect(await filtered('specs:* OR offers:*', other)).toEqual([]);
    expect(await filtered('has:specs AND offers.seller.uid:s', other)).toEqual(['1']);
    expect((await (await other).parts.get('old'))?.uid).toBe('1');
  });
});

describe('the option fields', () => {
  const refusal = async (fields: unknown) => {
    const error = await rejectionOf(build(fields));
    expect(error).toBeInstanceOf(ValidationError);
    return (error as ValidationError).message;
  };

  it.each([
    ['tags', 'must be a list'],
    [['tags'], 'fields[0] must be an object'],
    [[{ kind: 'name' }], 'fields[0].name must be the dotted path'],
    [[{ name: 'tags' }], 'fields[0].kind must be one of "part number", "name"'],
    [[{ name: 'tags', kind: 'part_number' }], 'did you mean "part number"?'],
    [[{ name: 'tags', kind: 'constructor' }], 'fields[0].kind must be one of'],
    [[{ name: 'mpn', kind: 'name' }], '"mpn" is a field of parts already'],
    [[{ name: 'has', kind: 'name' }], '"has" is a field of parts already'],
    [[{ name: 'score', kind: 'name' }], '"score" is the name that sorts'],
    [[{ name: 'specs.a.display', kind: 'name' }], 'begins with "specs."'],
    [[{ name: 'a..b', kind: 'name' }], 'a name in it is empty'],
    [[{ name: '', kind: 'name' }], 'a name in it is empty'],
    [[FIELDS[1], { name: 'tags', kind: 'uid' }], '"tags" is given twice'],
    [[{ name: 'tags', kind: 'uid', keywords: true }], '"q" does not search a uid field'],
    [[{ name: 'tags', kind: 'name', keywords: 'yes' }], 'fields[0].keywords must be true or false'],
    [[{ name: 'tags', kind: 'name', keyword: true }], 'did you mean "keywords"'],
  ])('is refused: %j', async (fields, message) => expect(await refusal(fields)).toContain(message));

  it('is one of the options of a build', async () => {
    const error = await rejectionOf(buildCatalog({ parts: [] }, { feilds: [] } as never));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).message).toContain('feilds is not an argument; did you mean "fields"');
    const options = { parts: join(folder, 'none.ndjson'), out: join(folder, 'none.pdx'), allow_empty: true };
    const ofFiles = await rejectionOf(buildCatalogFile(options as never));
    expect((ofFiles as ValidationError).message).toContain('did you mean "allowEmpty"');
  });

  it('is not a member that other collections have', async () => {
    const error = await rejectionOf((await catalog).brands.search({ sortby: 'tags asc' }));
    expect((error as ValidationError).message).toContain('"tags" is not a fieldname of brands');
    const misspelt = await rejectionOf((await catalog).parts.search({ sortby: 'intenal_pn asc' }));
    expect((misspelt as ValidationError).message).toContain('did you mean "internal_pn"');
  });
});

describe('files with fields of their own', () => {
  const fileOf = async (name: string, parts: readonly object[], fields?: unknown) => {
    const input = join(folder, `${name}.ndjson`);
    const out = join(folder, `${name}.pdx`);
    writeFileSync(input, parts.map((part) => JSON.stringify(part)).join('\n'));
    await buildCatalogFile({ parts: input, out, ...(fields ? { fields: fields as never } : {}) });
    return out;
  };

  it('are one catalog with the fields of all', async () => {
    const one = await fileOf('one', [PARTS[0]], [FIELDS[1], FIELDS[3]]);
    const two = await fileOf('two', [PARTS[1]], [FIELDS[1], FIELDS[4]]);
    const three = await fileOf('three', [PARTS[2]]);
    const opened = openCatalogFiles([one, two, three]);
    expect((await opened).info.fields.map(({ name }) => name)).toEqual(['tags', 'own.since', 'own.rating']);
    expect(await filtered('tags:stock', opened)).toEqual(['a', 'b']);
    expect(await filtered('tags:x', opened)).toEqual([]);
    expect(await filtered('own.since:2021', opened)).toEqual(['a']);
    expect(await found({ sortby: 'own.since asc, uid desc' }, opened)).toEqual(['a', 'c', 'b']);
    await (await opened).close();
  });

  it('must agree on the kinds', async () => {
    const one = await fileOf('name', [PARTS[0]], [FIELDS[1]]);
    const two = await fileOf('uid', [PARTS[1]], [{ name: 'tags', kind: 'uid' }]);
    const error = await rejectionOf(openCatalogFiles([one, two]));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).message).toContain(`tags is a name field in ${one} and a uid field in ${two}`);
  });

  it('open again', async () => {
    const path = await fileOf('threads', PARTS, FIELDS);
    const opened = await openCatalogFile(path);
    expect(opened.info.fields).toEqual((await catalog).info.fields);
    await opened.close();
  });
});
