import type { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogChanges } from '../../src/model/changes.js';
import type { Part } from '../../src/model/documents.js';
import { ClusterError, InvalidDocumentError, NotFoundError, ValidationError } from '../../src/model/errors.js';
import { ClusterConnection } from '../../src/opensearch/client.js';
import { type OpenSearchClient, openOpenSearchCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { pushCatalog } from '../../src/opensearch/push.js';
import { loadRecords } from '../../src/opensearch/records-store.js';
import { resolveIndex } from '../../src/opensearch/resolve-index.js';
import { applyUpdate } from '../../src/opensearch/update.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
const index = freshIndex();
afterAll(() => removeIndices(client, index));

const SOURCE = {
  parts: [
    {
      uid: 'a',
      mpn: 'A-1',
      brand: { uid: 'x' },
      category_uids: ['low'],
      specs: { r: { value: ['1k'] } },
      offers: [{ sku: 's', moq: '1' }],
    },
    { uid: 'b', mpn: 'B-1', brand: { uid: 'y', name: 'Why' }, redirected_uids: ['old'] },
    { uid: 'c', mpn: 'C-1', brand: { uid: 'y', name: 'Why?' } },
  ] as Part[],
  brands: [{ uid: 'x', name: 'Ex' }],
  categories: [
    { uid: 'top', name: 'Top' },
    { uid: 'low', name: 'Low', parent_uid: 'top' },
  ],
  spec_metadata: [{ key: 'r', datatype: 'decimal' as const, unit: { name: 'ohm', symbol: 'Ω' } }],
};

beforeEach(async () => {
  await pushCatalog(client, SOURCE, { index, replicas: 0, keep: 0 });
});

/** Patches are objects with any members. */
type Changes = Omit<CatalogChanges, 'patch'> & { patch?: object[] };

const update = (changes: Changes, by: Client = client) =>
  applyUpdate({ connection: new ClusterConnection(by), index, changes: changes as CatalogChanges });

async function documents(): Promise<Map<string, Part>> {
  const { body } = await client.search({ index, size: 1000, body: { sort: [{ uid: 'asc' }] } });
  return new Map(body.hits.hits.map(({ _id, _source }) => [_id as string, JSON.parse((_source as { part: string }).part)]));
}

async function uidsWith(field: string, term: string): Promise<string[]> {
  const { body } = await client.search({ index, body: { query: { term: { [field]: term } }, sort: [{ uid: 'asc' }] } });
  return body.hits.hits.map(({ _id }) => _id as string);
}

async function records() {
  const connection = new ClusterConnection(client);
  const { facts } = await resolveIndex(connection, index);
  return loadRecords(connection, facts.records);
}

describe('update', () => {
  it('puts, patches and removes, reports it, and all of it is visible', async () => {
    const report = await update({
      put: [
        { uid: 'd', mpn: 'D' },
        { uid: 'c', mpn: 'C-2' },
      ],
      patch: [
        { uid: 'a', specs: { r: null, s: { value: ['red'] } } },
        { uid: 'nobody', mpn: 'N' },
      ],
      remove: ['b', 'no one'],
    });
    expect(report).toMatchObject({ added: 1, replaced: 2, removed: 1, missing: ['nobody', 'no one'], invalid: 0, notices: [] });
    const parts = await documents();
    expect([...parts.keys()]).toEqual(['a', 'c', 'd']);
    expect(parts.get('a')).toEqual({ ...SOURCE.parts[0], specs: { s: { value: ['red'] } } });
    expect(await uidsWith('spec_s', 's.value=red')).toEqual(['a']);
  });

  it('does nothing for an update without changes, and reports a redirected uid as missing', async () => {
    expect(await update({})).toMatchObject({ added: 0, replaced: 0, removed: 0, missing: [] });
    expect(await update({ remove: ['old'] })).toMatchObject({ removed: 0, missing: ['old'] });
    expect(await documents()).toHaveLength(3);
  });

  it('adds what new parts bring, and renames and retypes nothing', async () => {
    await update({
      put: [
        { uid: 'd', mpn: 'D', brand: { uid: 'y', name: 'Other' }, manufacturer: { uid: 'm', name: 'Em' } },
        { uid: 'e', mpn: 'E', specs: { n: { value: [1, 2] }, r: { value: ['word', 'word'] } } } as Part,
      ],
    });
    const { brands, manufacturers, specs } = await records();
    expect([brands.get('y')?.record.name, manufacturers.get('m')]).toEqual([
      'Why',
      { record: { uid: 'm', name: 'Em' }, given: false },
    ]);
    expect([specs.get('n')?.record.type, specs.get('r')?.record.type]).toEqual(['number', 'number']);
  });

  it('writes the parts anew that records say something else of', async () => {
    expect(await uidsWith('brand_name', 'Ex')).toEqual(['a']);
    expect(await uidsWith('category_uids', 'top')).toEqual(['a']);
    expect(await uidsWith('spec_n', 'r.value=650031')).toEqual(['a']);
    await update({
      brands: [{ uid: 'x', name: 'New' }],
      categories: [
        { uid: 'root', name: 'Root' },
        { uid: 'low', name: 'Low', parent_uid: 'root' },
      ],
      spec_metadata: [{ key: 'r', datatype: 'decimal', unit: { name: 'kiloohm', symbol: 'kΩ' } }],
    });
    expect(await uidsWith('brand_name', 'New')).toEqual(['a']);
    expect(await uidsWith('brand_name', 'Ex')).toEqual([]);
    expect(await uidsWith('category_uids', 'root')).toEqual(['a']);
    expect(await uidsWith('category_uids', 'top')).toEqual([]);
    expect(await uidsWith('spec_n', 'r.value=650001')).toEqual(['a']);
  });

  it('gathers a removed company from the parts that still name it', async () => {
    await update({ brands: [{ uid: 'y', name: 'Given' }] });
    await update({ removeRecords: { brands: ['x', 'y'] } });
    const { brands } = await records();
    expect([...brands]).toEqual([['y', { record: { uid: 'y', name: 'Why' }, given: false }]]);
    expect(await uidsWith('brand_name', 'Ex')).toEqual([]);
  });

  it.each<[string, Changes, object]>([
    ['a part without mpn', { put: [{ uid: 'd' } as Part] }, { source: 'put', line: 1, path: 'mpn' }],
    [
      'a patch that leaves no valid part',
      { patch: [{ uid: 'a' }, { uid: 'b', mpn: null }] },
      { source: 'patch', line: 2, path: 'mpn' },
    ],
    ['a uid twice', { put: [{ uid: 'a', mpn: '1' }], remove: ['a'] }, { source: 'remove', line: 1, path: 'uid' }],
    [
      'a merged uid that lives',
      { put: [{ uid: 'd', mpn: '1', redirected_uids: ['c'] }] },
      { source: 'put', path: 'redirected_uids' },
    ],
    [
      'a merged uid of another part',
      { put: [{ uid: 'd', mpn: '1', redirected_uids: ['old'] }] },
      { source: 'put', path: 'redirected_uids' },
    ],
    ['a new part with a merged uid', { put: [{ uid: 'old', mpn: '1' }] }, { source: 'put', path: 'redirected_uids' }],
    [
      'a category below itself',
      { categories: [{ uid: 'top', name: 'T', parent_uid: 'low' }] },
      { source: 'categories', path: 'parent_uid' },
    ],
    [
      'a category with children that is removed',
      { removeRecords: { categories: ['top'] } },
      { source: 'removeRecords', path: 'categories' },
    ],
    ['a record that it removes', { removeRecords: { brands: ['q'] } }, { source: 'removeRecords', path: 'brands' }],
    [
      'a value that a cluster cannot hold',
      { patch: [{ uid: 'a', short_description: 'x'.repeat(40_000) }] },
      { source: 'patch', path: 'short_description' },
    ],
  ])('refuses %s, and changes nothing', async (_, changes, expected) => {
    const before = await documents();
    const failing = update({ ...changes, brands: [{ uid: 'q', name: 'Q' }] });
    await expect(failing).rejects.toThrow(InvalidDocumentError);
    await expect(failing).rejects.toMatchObject(expected);
    expect(await documents()).toEqual(before);
    expect((await records()).brands.has('q')).toBe(false);
  });

  it('takes a part and the uid that it merges in one update', async () => {
    await update({ put: [{ uid: 'd', mpn: 'D', redirected_uids: ['b', 'old'] }], remove: ['b'] });
    expect(await uidsWith('redirected', 'old')).toEqual(['d']);
  });

  it('refuses unknown members, letters for documents, and an index that is not there', async () => {
    await expect(update({ puts: [] } as Changes)).rejects.toThrow(ValidationError);
    await expect(update({ remove: 'abc' as unknown as string[] })).rejects.toThrow(ValidationError);
    const nowhere = applyUpdate({ connection: new ClusterConnection(client), index: `${index}-nowhere`, changes: {} });
    await expect(nowhere).rejects.toThrow(NotFoundError);
  });

  it('has the patches of two writers at the same time both in a part', async () => {
    const other = connected();
    const times = Array.from({ length: 12 }, (_, i) => i);
    await Promise.all(
      times.flatMap((i) => [
        update({
          patch: [
            { uid: 'a', specs: { [`one${i}`]: { value: [`${i}`] } } },
            { uid: 'b', left: i },
          ],
        }),
        update(
          {
            patch: [
              { uid: 'a', specs: { [`two${i}`]: { value: [`${i}`] } } },
              { uid: 'b', [`right${i}`]: i },
            ],
          },
          other,
        ),
      ]),
    );
    const parts = await documents();
    const wanted = times.flatMap((i) => [`one${i}`, `two${i}`]);
    expect(Object.keys(parts.get('a')?.specs ?? {}).sort()).toEqual(['r', ...wanted].sort());
    expect(times.every((i) => parts.get('b')?.[`right${i}`] === i)).toBe(true);
    for (const key of wanted) expect(await uidsWith('spec_key', key)).toEqual(['a']);
    await other.close();
  });

  it('has the new name of a record in a part that another writer puts at the same time', async () => {
    const other = connected();
    for (let i = 0; i < 5; i++) {
      const put = { uid: `p${i}`, mpn: 'P', brand: { uid: 'x' } };
      await Promise.all([update({ brands: [{ uid: 'x', name: `Name ${i}` }] }), update({ put: [put] }, other)]);
      expect(await uidsWith('brand_name', `Name ${i}`)).toContain(`p${i}`);
    }
    await other.close();
  });

  it('says what was done if it fails in between, and may be sent again', async () => {
    let isBroken = true;
    const failing = {
      transport: {
        maxRetries: 3,
        request: (params: { path: string; bulkBody?: string }, options: object) => {
          if (isBroken && params.path.endsWith('/_refresh')) {
            return Promise.reject(Object.assign(new Error('gone'), { name: 'ConnectionError' }));
          }
          return client.transport.request(params as never, options as never);
        },
      },
    };
    const changes = () => ({ put: [{ uid: 'd', mpn: 'D' }], patch: [{ uid: 'a', mpn: 'A-2' }], remove: ['b'] });
    const run = () => applyUpdate({ connection: new ClusterConnection(failing as never), index, changes: changes() });
    const failed = await run().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ClusterError);
    expect(failed).toMatchObject({ applied: { added: 1, replaced: 1, removed: 1 } });
    isBroken = false;
    expect(await run()).toMatchObject({ added: 0, replaced: 2, removed: 0, missing: ['b'] });
    expect([...(await documents()).keys()]).toEqual(['a', 'c', 'd']);
  });
});

it('an opened catalog whose cluster hangs after the update was written reports it within its timeout', async () => {
  let refreshes = 0;
  let reads = 0;
  const hanging: OpenSearchClient = {
    transport: {
      request: (params, options) => {
        // The update ends with a look at where the alias leads; what comes then opens the catalog again.
        if (refreshes === 2 && params.method === 'GET' && reads++ > 0) return new Promise(() => {}) as never;
        if (params.path.endsWith('/_refresh')) refreshes++;
        return client.transport.request(params as never, options) as never;
      },
    },
  };
  const opened = await openOpenSearchCatalog(hanging, { index });
  const began = performance.now();
  const report = await opened.update({ put: [{ uid: 'd', mpn: 'D' }] }, { timeout: 3000 });
  expect(report.added).toBe(1);
  expect(performance.now() - began).toBeLessThan(3500);
  expect((await documents()).has('d')).toBe(true);
});
