import fc from 'fast-check';
import type { CatalogSource } from '../../src/partdex.js';

const SELLERS = ['Mouser', 'LCSC', 'Arrow', 'LCSC Global'];
const STOCKS = [0, 5, -2, 1000, 150, -1];

/** Parts with up to three offers, each with a stock and prices of its own. */
const PARTS = Array.from({ length: 48 }, (_, i) => ({
  uid: `u${String(i).padStart(2, '0')}`,
  mpn: `${i % 2 === 0 ? 'RES' : 'CAP'}-${i}`,
  descriptions: [{ value: i % 2 === 0 ? 'resistor' : 'capacitor' }],
  offers: SELLERS.slice(i % 2, i % 5).map((name, j) => ({
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
/** Questions with several wishes, words and exclusions. */
export const wishQuestions = fc.array(pieces, { minLength: 2, maxLength: 6 }).map((texts) => texts.join(' '));

/** The catalog's documents. */
export const WISH_CATALOG = { parts: PARTS } as unknown as CatalogSource;
