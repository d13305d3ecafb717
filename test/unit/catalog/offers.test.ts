import { beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../../src/partdex.js';

let catalog: Catalog;

beforeAll(async () => {
  const mouser = { uid: 'm', name: 'Mouser' };
  const other = { uid: 'o', name: 'Other' };
  const prices = { USD: [[1, '0.10'] as [number, string], [1000, '0.05'] as [number, string]] };
  catalog = await buildCatalog({
    parts: [
      // One offer meets all three conditions, or each of them another one.
      { uid: 'one', mpn: 'A', offers: [{ seller: mouser, in_stock_quantity: 5000, moq: 1, prices }] },
      {
        uid: 'each',
        mpn: 'B',
        offers: [
          { seller: mouser, in_stock_quantity: 0, moq: 5000, prices },
          { seller: other, in_stock_quantity: 5000, moq: 1 },
        ],
      },
      { uid: 'none', mpn: 'C' },
    ],
  });
});

const uids = async (query: string) => {
  const { results } = await catalog.parts.search({ filter: { queries: [query] }, sortby: 'uid' });
  return results.map(({ item }) => item.uid);
};

describe('offers:( … )', () => {
  it.each([
    ['offers:(seller.name:Mouser AND in_stock_quantity:[1000 TO *] AND moq:[* TO 100])', ['one']],
    ['offers.seller.name:Mouser AND offers.in_stock_quantity:[1000 TO *] AND offers.moq:[* TO 100]', ['each', 'one']],
    ['offers:(NOT seller.name:Mouser)', ['each']],
    ['NOT offers:(seller.name:Mouser)', ['none']],
    ['offers:*', ['each', 'one']],
    ['NOT offers:(*:*)', ['none']],
    ['offers:(price.USD.1:[* TO 0.05])', ['each']],
    ['price.USD.1000:0.05', ['each', 'one']],
    ['total_stock:[1 TO *]', ['each', 'one']],
    ['total_stock:0', ['none']],
    ['sellers_in_stock:1 AND offers_count:2', ['each']],
  ])('%s', async (query, expected) => expect(await uids(query)).toEqual(expected));

  it.each([
    ['offers:(offers.moq:1)', 'did you mean "moq"'],
    ['offers:(mpn:A)', 'write mpn:… outside of "offers:( )"'],
    ['offers:(price:1)', 'did you mean "price.USD.1000"'],
    ['price:1', 'price.USD.1000'],
    ['price.USD.0:1', 'price.USD.1000'],
    ['offers:(offers:(moq:1))', 'no group of offers inside'],
    ['offers:x', 'write conditions on one offer'],
    ['offers:[1 TO 2]', 'write conditions on one offer'],
    ['offers:()', 'character'],
    ['offers:(moq:1k)', 'is not a number'],
  ])('%s is refused', async (query, message) => {
    await expect(uids(query)).rejects.toThrow(message);
  });

  it('warns of a group that asks one offer for two values, and of a currency of no offer', async () => {
    const { warnings } = await catalog.parts.search({ filter: { queries: ['offers:(moq:(1 10))', 'price.XAU.1:1'] } });
    expect(warnings.join('\n')).toMatch(/moq:\(1 OR 10\)/);
    expect(warnings.join('\n')).toMatch(/XAU/);
  });

  it('shows computed members', async () => {
    const show = ['price.USD.1000', 'price.EUR.1', 'total_stock', 'sellers_in_stock'];
    const { results } = await catalog.parts.search({ show, filter: { fields: { uid: ['one'] } } });
    const price = { USD: { '1000': '0.05' }, EUR: { '1': null } };
    expect(results[0].item).toEqual({ price, total_stock: '5000', sellers_in_stock: '1' });
  });
});
