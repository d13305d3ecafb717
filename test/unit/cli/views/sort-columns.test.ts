import { describe, expect, it } from 'vitest';
import { sortColumns } from '../../../../src/cli/views/sort-columns.js';
import type { Part } from '../../../../src/partdex.js';

const catalog = { info: { priceCurrency: 'USD' }, specs: [{ key: 'resistance' }, { key: 'a.b, c' }] } as never;
const part: Part = {
  uid: 'p',
  mpn: 'P',
  specs: { resistance: { value: ['4700', '1e3', 'open'] } },
  offers: [
    {
      in_stock_quantity: 5,
      prices: {
        USD: [
          [10, '0.3'],
          [1, '0.5'],
        ],
      },
    },
    { in_stock_quantity: '1e2', prices: { USD: [[1, '0.2']], EUR: [[1, '9']] } },
    { in_stock_quantity: -2 },
  ],
};
const shown = (sortby: string) => sortColumns(sortby, catalog).map(({ column }) => `${column.title}: ${column.text(part)}`);

describe('the columns of what a sort compares', () => {
  it.each([
    ['avg_price asc', ['avg price USD: 0.35']],
    ['avg_price', ['avg price USD: 0.35']],
    ['offers.in_stock_quantity desc', ['largest stock: 1e2']],
    ['offers.in_stock_quantity asc', ['least stock: -2']],
    ['specs.resistance.value asc, avg_price desc', ['resistance: 1e3', 'avg price USD: 0.35']],
    ['specs.resistance.value desc', ['resistance: 4700']],
    ['specs.resistance.min_value desc', ['resistance: ']],
  ])('%s', (sortby, columns) => {
    expect(shown(sortby)).toEqual(columns);
  });

  it('none for what the table has already, for the score, and for specs that no part has', () => {
    expect(shown('mpn asc, brand.name desc, score desc')).toEqual([]);
    expect(shown('specs.unknown.value asc')).toEqual([]);
    expect(shown('')).toEqual([]);
  });

  it('a spec is asked for by its key', () => {
    expect(sortColumns('specs.resistance.value desc', catalog)[0].member).toBe('specs.resistance');
  });
});
