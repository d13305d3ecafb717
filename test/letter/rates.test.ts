import { describe, expect, it } from 'vitest';
import { serve } from '../support/letter.js';

const RATES = { base: 'USD', rates: { EUR: '0.8', GBP: '0.5' }, as_of: '2026-11-20' };
const SOURCE = {
  parts: [
    {
      uid: '0000000000000001',
      mpn: 'A',
      offers: [
        {
          sku: 'usd',
          seller: { name: 'North' },
          prices: {
            USD: [
              [1, '2'],
              [10, '1.5'],
            ],
          },
        },
        { sku: 'eur', seller: { name: 'North' }, prices: { EUR: [[1, '3']], JPY: [[1, '450']] } },
      ],
    },
  ],
};
const PRICES = 'sellers { offers { sku prices { quantity price currency converted_price converted_currency conversion_rate } } }';

const asked = (query: string, build?: object) => serve(SOURCE, build && { build }).then(({ ask }) => ask(query));

async function pricesOf(currency: string, build?: object) {
  const { data, errors } = await asked(`{ parts(ids: ["1"], currency: "${currency}") { ${PRICES} } }`, build);
  expect(errors).toBeUndefined();
  const offers: { sku: string; prices: Record<string, unknown>[] }[] = data.parts[0].sellers[0].offers;
  return Object.fromEntries(offers.map(({ sku, prices }) => [sku, prices]));
}

describe('converted prices of GraphQL', () => {
  it('are those of the rates: price, currency and rate', async () => {
    const { usd, eur } = await pricesOf('GBP', { rates: RATES });
    expect(usd).toEqual([
      { quantity: 1, price: 2, currency: 'USD', converted_price: 1, converted_currency: 'GBP', conversion_rate: 0.5 },
      { quantity: 10, price: 1.5, currency: 'USD', converted_price: 0.75, converted_currency: 'GBP', conversion_rate: 0.5 },
    ]);
    // 3 / 0.8 * 0.5
    expect(eur[0]).toMatchObject({ converted_price: 1.875, converted_currency: 'GBP', conversion_rate: 0.625 });
  });

  it('are the own prices in the wanted currency, and null without a rate', async () => {
    const { usd, eur } = await pricesOf('EUR', { rates: RATES });
    expect(usd[0]).toMatchObject({ converted_price: 1.6, converted_currency: 'EUR', conversion_rate: 0.8 });
    expect(eur[0]).toMatchObject({ price: 3, converted_price: 3, converted_currency: 'EUR', conversion_rate: 1 });
    expect(eur[1]).toMatchObject({ currency: 'JPY', converted_price: null, converted_currency: null, conversion_rate: null });
    const without = await pricesOf('EUR');
    expect(without.usd[0]).toMatchObject({ price: 2, converted_price: null, converted_currency: null, conversion_rate: null });
  });
});
