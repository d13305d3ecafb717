import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import type { OracleSource } from '../oracle/documents.js';
import { brokenRule } from '../oracle/interpretation.js';
import { createOracle } from '../oracle/oracle.js';
import { forAllAsync } from '../support/for-all.js';

const ASKED = 200;
const SELLERS = ['Mouser', 'LCSC', 'Arrow'];
const STOCKS = [0, 5, -2, 1000, 150, -1];

/** Parts with up to three offers, each with a stock and prices of its own. */
const parts = Array.from({ length: 48 }, (_, i) => ({
  uid: `u${String(i).padStart(2, '0')}`,
  mpn: `${i % 2 === 0 ? 'RES' : 'CAP'}-${i}`,
  descriptions: [{ value: i % 2 === 0 ? 'resistor' : 'capacitor' }],
  offers: SELLERS.slice(0, i % 4).map((name, j) => ({
    sku: `${name}${i}`,
    seller: { uid: name, name },
    in_stock_quantity: STOCKS[(i + 2 * j) % STOCKS.length],
    ...((i + j) % 5 > 0 && {
      prices: {
        USD: [
          [1, String(((i * 7 + j * 3) % 10) + 1)],
          [100, String(((i + j) % 10) / 10)],
        ],
      },
    }),
  })),
}));

const pieces = fc.constantFrom(
  ...['from Mouser', 'from LCSC', 'Arrow', 'in stock', 'available', '100+ in stock', '2000 pcs in stock', 'under $5', 'over $3'],
  ...['between $2 and $4', 'under $0.5', 'cheapest', 'resistor', 'capacitor', 'RES-8', 'CAP-7', '"resistor"', '-capacitor'],
);
const questions = fc.array(pieces, { minLength: 2, maxLength: 6 }).map((texts) => texts.join(' '));

it('wishes for one offer are met by one, and dropped by the rules', async () => {
  const source = { parts } as unknown as CatalogSource;
  const catalog = await buildCatalog(source);
  const oracle = createOracle(source as unknown as OracleSource);
  await forAllAsync(
    [questions],
    async ([text]) => {
      const answer = await catalog.parts.ask(text, { limit: parts.length });
      const { request, readings } = answer.understood;
      const broken = brokenRule(oracle.catalog, answer.understood);
      expect(broken && `${text}: ${broken} (${JSON.stringify(readings)})`).toBeUndefined();
      const right = oracle.search('parts', request).ordered.map(({ uid }) => uid);
      expect(answer.results.map(({ item }) => item.uid)).toEqual(right);
    },
    ASKED,
  );
  await catalog.close();
});
