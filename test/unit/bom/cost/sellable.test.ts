import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCostRequest } from '../../../../src/bom/cost/cost-settings.js';
import { pricedOffers, Sellable } from '../../../../src/bom/cost/sellable.js';
import type { Part } from '../../../../src/partdex.js';
import { forAll } from '../../../support/for-all.js';

const { settings } = checkCostRequest([], {});

const count = fc.oneof(fc.nat(12), fc.nat(5000), fc.constantFrom(0, null, '10', '1000', 10 ** 15, 2 ** 53 - 1));
const price = fc.oneof(
  fc.nat(2000).map((units) => (units / 100).toFixed(2)),
  fc.nat(1_000_000).map((units) => units / 1_000_000),
  fc.constantFrom('0', '0.5', '0.00000001', '123456789012345', '99999999.99'),
);
const offers = fc.record({
  prices: fc.record({
    USD: fc.uniqueArray(fc.tuple(fc.nat(300), price), { selector: ([from]) => from, minLength: 1, maxLength: 5 }),
  }),
  in_stock_quantity: fc.oneof(count, fc.constantFrom(-2, 0.5)),
  moq: count,
  order_multiple: count,
});

describe('an offer in doubles', () => {
  it('sells what it sells in whole numbers, or says that it cannot tell', () => {
    let told = 0;
    const needs = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1_000_000 }));
    forAll(
      [offers, needs, fc.oneof(fc.nat(4), fc.nat(24))],
      (offer, needed, more) => {
        offer.prices.USD.sort(([a], [b]) => a - b);
        const [priced] = pricedOffers({ offers: [offer] } as unknown as Part, settings);
        const { terms, most } = priced;
        if (!terms.isPlain || most === 0n) return;
        const sellable = new Sellable(priced, Math.max(...terms.steps.map(({ scale }) => scale)) + more);
        const lot = sellable.atLeastInDoubles(needed);
        if (lot === undefined) return;
        told++;
        const found = lot && { pieces: BigInt(lot.pieces), price: BigInt(lot.price), cost: BigInt(lot.cost) };
        expect(found ?? undefined).toEqual(sellable.atLeast(BigInt(needed)));
      },
      2000,
    );
    expect(told).toBeGreaterThan(200);
  });

  it('returns nothing for costs that doubles do not hold', () => {
    const offer = { prices: { USD: [[1, '123456789012345']] }, in_stock_quantity: 1000 };
    const [priced] = pricedOffers({ offers: [offer] } as unknown as Part, settings);
    expect(new Sellable(priced, 0).atLeastInDoubles(10)?.cost).toBe(1_234_567_890_123_450);
    expect(new Sellable(priced, 0).atLeastInDoubles(100)).toBeUndefined();
    expect(new Sellable(priced, 4).atLeastInDoubles(1)).toBeUndefined();
  });
});
