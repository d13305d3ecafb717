import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../src/catalog/in-memory.js';
import type { Part } from '../../src/model/documents.js';
import { ValidationError } from '../../src/model/errors.js';
import { ClusterConnection } from '../../src/opensearch/client.js';
import { readMeta } from '../../src/opensearch/facts.js';
import { pushCatalog } from '../../src/opensearch/push.js';
import { loadRecords } from '../../src/opensearch/records-store.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
const index = freshIndex();
afterAll(() => removeIndices(client, index));

const part = (number: number, more: object = {}): Part => ({
  uid: `p${number}`,
  mpn: `RC0603-${number}`,
  brand: { uid: `b${number % 3}`, name: `Brand ${number % 3}` },
  specs: { resistance: { value: [String(number)], metadata: { datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } } } },
  ...more,
});
const parts = (count: number) => Array.from({ length: count }, (_, i) => part(i + 1));

/** The indices of the alias, and the one that has it. */
async function state(): Promise<{ all: string[]; current: string[] }> {
  const { body } = await client.indices.get({ index: `${index}-*`, allow_no_indices: true });
  const all = Object.keys(body).sort();
  return { all, current: all.filter((name) => Object.hasOwn((body[name] as { aliases: object }).aliases, index)) };
}

const count = async () => (await client.count({ index })).body.count;

describe('pushCatalog', () => {
  it('pushes what a catalog has: documents as given, records given and gathered, types of spec keys', async () => {
    const catalog = await buildCatalog(
      {
        parts: [...parts(5), part(6, { specs: { 'a.b=c': { value: ['x'] } }, __class__: 'Part', own: 'W-1' })],
        brands: [{ uid: 'b0', name: 'Given', aliases: ['G'] }],
        categories: [
          { uid: 'c', name: 'C' },
          { uid: 'd', name: 'D', parent_uid: 'c' },
        ],
        spec_metadata: [{ key: 'resistance', name: 'Resistance', datatype: 'decimal' }],
      },
      { priceCurrency: 'EUR', fields: [{ name: 'own', kind: 'part number', keywords: true }], synonyms: [['a', 'b']] },
    );
    const progress: number[] = [];
    const report = await pushCatalog(client, catalog, { index, replicas: 0, onProgress: ({ done }) => progress.push(done) });
    expect(report).toMatchObject({ parts: 6, index: `${index}-1` });
    expect(progress.at(-1)).toBe(6);
    expect(await state()).toEqual({ all: [`${index}-1`, `${index}-1-records`], current: [`${index}-1`] });
    const { body } = await client.indices.getMapping({ index });
    const facts = readMeta(index, body[`${index}-1`].mappings._meta);
    expect(facts).toMatchObject({
      priceCurrency: 'EUR',
      ownFields: [{ name: 'own', kind: 'part number', keywords: true }],
      synonyms: [['a', 'b']],
    });
    const records = await loadRecords(new ClusterConnection(client), facts.records);
    expect([...records.brands].map(([uid, { record, given }]) => [uid, record.name, given])).toEqual([
      ['b0', 'Given', true],
      ['b1', 'Brand 1', false],
      ['b2', 'Brand 2', false],
    ]);
    expect([...records.categories.keys()]).toEqual(['c', 'd']);
    expect(records.specs.get('resistance')?.record).toMatchObject({ type: 'number', said: { unit: { symbol: 'Ω' } } });
    expect(records.metadataOf('resistance')).toMatchObject({ name: 'Resistance', unit: { symbol: 'Ω' } });
    expect(records.specs.get('a.b=c')?.record.type).toBe('string');
    const found = await client.search({ index, body: { query: { term: { own_0_p: 'w1' } } } });
    const [hit] = found.body.hits.hits;
    expect(JSON.parse((hit._source as { part: string }).part)).toEqual(
      part(6, { specs: { 'a.b=c': { value: ['x'] } }, __class__: 'Part', own: 'W-1' }),
    );
    await catalog.close();
  });

  it('moves the alias to the next index, and removes the one before by the next push', async () => {
    await pushCatalog(client, { parts: parts(3) }, { index, replicas: 0 });
    expect(await state()).toEqual({
      all: [1, 2].flatMap((number) => [`${index}-${number}`, `${index}-${number}-records`]),
      current: [`${index}-2`],
    });
    await pushCatalog(client, { parts: parts(4) }, { index, replicas: 0, keep: 0 });
    expect(await state()).toEqual({ all: [`${index}-3`, `${index}-3-records`], current: [`${index}-3`] });
    expect(await count()).toBe(4);
  });

  it('leaves the old index and removes its own if it fails, is stopped, or a part cannot be there', async () => {
    const before = await state();
    const long = part(9, { short_description: 'x'.repeat(40_000) });
    await expect(pushCatalog(client, { parts: [part(1), long] }, { index })).rejects.toMatchObject({
      code: 'invalid_document',
      path: 'short_description',
      line: 2,
    });
    const reason = new Error('enough');
    const controller = new AbortController();
    const pushed = pushCatalog(
      client,
      { parts: parts(3000) },
      {
        index,
        signal: controller.signal,
        onProgress: ({ phase }) => phase === 'push' && controller.abort(reason),
      },
    );
    await expect(pushed).rejects.toBe(reason);
    await expect(pushCatalog(client, { parts: parts(3) }, { index, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(pushCatalog(client, { parts: parts(3) }, { index, timeout: 0 })).rejects.toMatchObject({ code: 'validation' });
    await expect(pushCatalog(client, { parts: parts(3) }, { index, timeout: 1 })).rejects.toMatchObject({
      code: 'budget_exceeded',
      limit: 1,
    });
    expect(await state()).toEqual(before);
    expect(await count()).toBe(4);
  });

  it('leaves out what the cluster cannot hold, if onInvalid takes it', async () => {
    const long = part(9, { short_description: 'x'.repeat(40_000) });
    const invalid: string[] = [];
    const report = await pushCatalog(
      client,
      { parts: [long, part(1)] },
      { index, replicas: 0, onInvalid: ({ path }) => invalid.push(path) },
    );
    expect([report.parts, invalid]).toEqual([1, ['short_description']]);
  });

  it('refuses the name of an index, and wrong options', async () => {
    const taken = `${index}-taken`;
    await client.indices.create({ index: taken });
    await expect(pushCatalog(client, { parts: parts(1) }, { index: taken })).rejects.toThrow(ValidationError);
    for (const options of [{ index: 'UPPER' }, { index, shards: 0 }, { index, keep: -1 }, { index, shard: 1 }, {}]) {
      await expect(pushCatalog(client, { parts: [] }, options as { index: string })).rejects.toThrow(ValidationError);
    }
  });

  it('lets readers see the old catalog or the new one while the alias moves', async () => {
    await pushCatalog(client, { parts: parts(10) }, { index, replicas: 0 });
    const seen = new Set<number>();
    let done = false;
    const reading = (async () => {
      while (!done) seen.add(await count());
    })();
    await pushCatalog(client, { parts: parts(20) }, { index, replicas: 0 });
    done = true;
    await reading;
    seen.add(await count());
    expect([...seen].sort((a, b) => a - b)).toEqual([10, 20]);
  });
});
