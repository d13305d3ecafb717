import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, openCatalogUrl } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { FileServer } from '../../support/file-server.js';

const server = await FileServer.start();
afterAll(() => server.stop());

const built = await buildCatalog({ parts: generateSample(3000), ...sampleMetadata() });
server.files.set('parts.pdx', { bytes: await built.toBytes(), headers: { ETag: '"one"' } });

/** A `fetch` that sends what it is given in rounds: all that waits, once nothing has been added for a while. */
class RoundsOfRequests {
  rounds = 0;
  isHolding = false;
  private waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly fetch: typeof fetch = async (input, init) => {
    if (this.isHolding) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.send(), 25);
      });
    }
    return fetch(input, init);
  };

  private send(): void {
    this.rounds++;
    for (const go of this.waiting.splice(0)) go();
  }
}

/** Rounds of requests that one call takes on a catalog that was just opened. */
async function roundsOf(call: (catalog: Catalog) => Promise<unknown>): Promise<number> {
  const requests = new RoundsOfRequests();
  const catalog = await openCatalogUrl(`${server.origin}/parts.pdx`, { fetch: requests.fetch });
  requests.isHolding = true;
  const [is, wanted] = [await call(catalog), await call(built)];
  expect(withoutTimes(is)).toEqual(withoutTimes(wanted));
  requests.isHolding = false;
  await catalog.close();
  return requests.rounds;
}

const withoutTimes = (answer: unknown) => JSON.stringify(answer, (name, value) => (name === 'msec' ? 0 : value));

const { uid, mpn, brand } = (await built.parts.search({ limit: 1, show: ['uid', 'mpn', 'brand'] })).results[0].item;
const facets = {
  fields: {
    'brand.name': { include: true, exclude_filter: true },
    'offers.in_stock_quantity': { include: true, ranges: 5 },
    category_uids: { include: true },
  },
  queries: [`mpn:${mpn}`, 'descriptions.value:*ohm*'],
};

/** Searches whose answers need no stored documents. */
const SEARCHES = {
  'of all parts': {},
  'by a word': { q: 'film' },
  'by a phrase and an excluded word': { q: '"thick film" -chip' },
  'by part numbers with wildcards': { q: `${mpn?.slice(0, 4)}* *${mpn?.slice(-3)}` },
  'by values of fields': { filter: { fields: { 'brand.name': [brand?.name as string], mpn: [mpn as string] } } },
  'by a part number of a filter query': { filter: { queries: [`mpn:${mpn} OR offers.sku:${mpn}`] } },
  'by wildcards of a filter query': { filter: { queries: ['mpn:*10* AND brand.name:*a*'] } },
  'by ranges of numbers and of part numbers': { filter: { queries: ['avg_price:[1 TO 20]', 'mpn:[A TO R]'] } },
  'by words of texts': { filter: { queries: ['descriptions.value:"thick film" OR descriptions.value:res*'] } },
  'by a pattern across words': { filter: { queries: ['NOT descriptions.value:*no\\ such*'] } },
  'by fields that have values': { filter: { queries: ['avg_price:* OR short_description:*'] } },
  'in an order of its own': { sortby: 'brand.name desc, avg_price asc', q: 'film' },
  'by the price at a quantity': { filter: { queries: ['price.USD.10:[0.1 TO 5]'] }, sortby: 'price.USD.100' },
  'by conditions on one offer': { filter: { queries: ['offers:(moq:[* TO 10] AND price.USD.10:[* TO 5])'] } },
  'with the price at a quantity counted': {
    facet: { fields: { 'price.USD.1': { include: true, ranges: 5 } } },
    stats: { 'offers.price.USD.10': { include: true } },
  },
  'with facets and stats': { q: 'film', facet: facets, stats: { avg_price: { include: true } } },
} satisfies Record<string, Parameters<Catalog['parts']['search']>[0]>;

describe('over a network, a fresh catalog issues all reads before the first one answers', () => {
  it.each(Object.entries(SEARCHES))('of a search %s', async (_, request) => {
    expect(await roundsOf(({ parts }) => parts.search({ ...request, limit: 0 }))).toBe(1);
    // uid and mpn are in columns.
    expect(await roundsOf(({ parts }) => parts.search({ ...request, limit: 5, show: ['uid', 'mpn'] }))).toBe(1);
  });

  it.each(Object.entries(SEARCHES))('of a search %s, except for the documents of the page', async (_, request) => {
    expect(await roundsOf(({ parts }) => parts.search({ ...request, limit: 5 }))).toBe(2);
  });

  it('of a search for a part number, which is looked up where some part may have it', async () => {
    expect(await roundsOf(({ parts }) => parts.search({ q: mpn as string, limit: 0 }))).toBe(2);
    expect(await roundsOf(({ parts }) => parts.search({ q: 'no-such-number', limit: 0 }))).toBe(1);
  });

  it('of a search with a drilldown, which then reads the specs that the hits may have', async () => {
    const drilldown = { q: 'film', spec_drilldown: { include: true } };
    expect(await roundsOf(({ parts }) => parts.search({ ...drilldown, limit: 0 }))).toBe(2);
    expect(await roundsOf(({ parts }) => parts.search({ ...drilldown, limit: 5 }))).toBe(3);
  });

  it('of parts by their uids, except for the documents', async () => {
    expect(await roundsOf(({ parts }) => parts.get(uid))).toBe(2);
    expect(await roundsOf(({ parts }) => parts.get(uid, { show: ['mpn'] }))).toBe(1);
    expect(await roundsOf(({ parts }) => parts.getMulti([uid, 'none']))).toBe(2);
    expect(await roundsOf(({ parts }) => parts.get('none'))).toBe(1);
  });

  it('of a match, except for the documents', async () => {
    const queries = [
      { mpn: mpn as string },
      { mpn_or_sku: 'rc06*', brand: brand?.name as string },
      { sku: 'none-1234', seller: 'electronics' },
      { q: '"thick film" resistor' },
    ];
    expect(await roundsOf(({ parts }) => parts.match({ queries, suggest: true }))).toBe(2);
  });

  it('of a search of another collection, except for the documents', async () => {
    expect(await roundsOf(({ brands }) => brands.search({ q: 'e', sortby: 'name' }))).toBeLessThanOrEqual(2);
    expect(await roundsOf(({ categories }) => categories.search({ limit: 3 }))).toBe(2);
  });
});
