import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type CatalogSource, openCatalog } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

/** Pages that only an embedder with raised limits allows: the budgets of time and bytes hold for them too. */
const PARTS = 6_000;
const RAISED = { limit: PARTS, start: PARTS };
const THREE_KEYS = 'offers.in_stock_quantity desc, mpn asc, avg_price desc';

let bytes: Uint8Array;
let catalog: Catalog;

beforeAll(async () => {
  const built = await buildCatalog({ parts: generateSample(PARTS), ...sampleMetadata() } as CatalogSource);
  bytes = await built.toBytes();
  catalog = await openCatalog(bytes, { limits: RAISED });
});

afterAll(() => catalog.close());

const uidsOf = (answer: { results: readonly { item: { uid: string } }[] }) => answer.results.map(({ item }) => item.uid);

async function scanned(sortby: string): Promise<string[]> {
  const uids: string[] = [];
  for await (const { uid } of catalog.parts.scan({ show: ['uid'], sortby })) uids.push(uid);
  return uids;
}

describe('with raised limits', () => {
  it('a page has all parts with all members, and other requests are answered beside it', async () => {
    const [page, small] = await Promise.all([
      catalog.parts.search({ limit: PARTS, sortby: 'uid asc' }),
      catalog.parts.search({ q: 'resistor', limit: 3 }),
    ]);
    expect(uidsOf(page)).toEqual(await scanned('uid asc'));
    const alone = await catalog.parts.search({ q: 'resistor', limit: 3 });
    expect(small).toEqual({ ...alone, msec: small.msec });
    const last = page.results[PARTS - 1].item;
    expect(last).toEqual(await catalog.parts.get(last.uid));
  });

  it('the last page by three keys is the end of the whole order', async () => {
    const order = await scanned(THREE_KEYS);
    const page = await catalog.parts.search({ sortby: THREE_KEYS, start: PARTS - 100, limit: 200, show: ['uid'] });
    expect(uidsOf(page)).toEqual(order.slice(-100));
  });

  it('a page over the budget ends with the typed error, and the next request is answered', async () => {
    const tight = await openCatalog(bytes, { limits: { ...RAISED, bytes: 1 << 20 } });
    const whole = { limit: PARTS };
    await expect(tight.parts.search(whole)).rejects.toMatchObject({ code: 'budget_exceeded', budget: 'bytes' });
    await expect(tight.parts.search(whole, { timeout: 0.001 })).rejects.toMatchObject({ code: 'budget_exceeded' });
    const few = { q: 'resistor', limit: 3 };
    expect(uidsOf(await tight.parts.search(few))).toEqual(uidsOf(await catalog.parts.search(few)));
    await tight.close();
  });
});
