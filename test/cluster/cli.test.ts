import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';
import { PARTS, partdex, SampleCatalog } from '../support/sample-catalog.js';

const client = connected();
const index = freshIndex();
let sample: SampleCatalog;
let address: string;

beforeAll(async () => {
  sample = await SampleCatalog.create();
  const [connection] = client.connectionPool.connections;
  address = `${connection.url.origin}/${index}`;
  const pushed = await partdex('push', sample.path, address, '--replicas', '0', '--shards', '2');
  expect(pushed).toMatchObject({ status: 0, err: '' });
  expect(pushed.out).toMatch(new RegExp(`^${PARTS} parts in .*; "${index}" is ${index}-1 now\n$`));
});
afterAll(async () => {
  await removeIndices(client, index);
  await client.close();
  await sample?.remove();
});

/** Output without times. */
const timeless = (text: string) =>
  text
    .replace(/[\d.,]+ (ms|s|µs)\b/g, '… $1')
    .replace(/msec\\?": ?[\d.]+/g, 'msec":0')
    // A cursor belongs to one catalog.
    .replace(/next\\?": ?\\?"[^"\\]*/g, 'next":"');

describe('a catalog on a cluster in place of a file', () => {
  it.each([
    ['search', ['--json', 'resistor']],
    ['search', ['--query', 'smd', '--facet', 'brand.name', '--limit', '5']],
    ['search', ['--drilldown']],
    ['get', ['no such uid']],
    ['info', ['--json']],
  ])('partdex %s', async (command, args) => {
    const [a, b] = await Promise.all([`opensearch+${address}`, sample.path].map((catalog) => partdex(command, catalog, ...args)));
    if (command === 'info') {
      const [{ parts, brands, specKeys, sections }, { parts: p, brands: q, specKeys: r }] = [
        JSON.parse(a.out),
        JSON.parse(b.out),
      ];
      expect([parts, brands, specKeys, sections]).toEqual([p, q, r, []]);
    } else expect(timeless(JSON.stringify(a))).toBe(timeless(JSON.stringify(b)));
  });

  it('is validated, exported and compared', async () => {
    const validated = await partdex('validate', `opensearch+${address}`);
    expect(validated).toMatchObject({ status: 0, err: '' });
    expect((await partdex('diff', sample.path, `opensearch+${address}`)).out).toBe('0 added, 0 removed, 0 changed\n');
    const exported = await partdex('diff', `opensearch+${address}`, sample.path, '--json');
    expect(exported).toEqual({ status: 0, out: '', err: '' });
  });

  it('is said not to be there', async () => {
    const { status, err } = await partdex('info', `opensearch+${address}-none`);
    expect([status, err]).toEqual([1, expect.stringMatching(/^error: the cluster has no index or alias/)]);
  });
});
