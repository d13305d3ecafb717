import { expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';

const spec = (value: string) => ({ value: [value], attribution: { sources: [] } });
const source = {
  parts: [100, 470].map((resistance) => ({
    ...{ uid: `R${resistance}`, mpn: `R${resistance}`, brand: { uid: 'b', name: 'Acme' } },
    descriptions: [{ value: 'Resistor', attribution: { sources: [] } }],
    offers: [
      {
        sku: 'S',
        seller: { uid: 's', name: 'LCSC' },
        prices: {
          USD: [
            [1, '0.1'],
            [100, '0.05'],
          ],
        },
      },
    ],
    specs: { resistance: spec(String(resistance)) },
  })),
  spec_metadata: [{ key: 'resistance', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } }],
} as unknown as CatalogSource;

it('a number of pieces is no value of a spec, and says for how many a price is', async () => {
  const catalog = await buildCatalog(source);
  const { readings } = await catalog.parts.interpret('100 pcs resistor under $0.06');
  expect(readings.map(({ text, as, field }) => [text, as, field])).toEqual([
    ['100 pcs', 'ignored', undefined],
    ['resistor', 'words', 'words'],
    ['under $0.06', 'purchase', 'price.USD.100'],
  ]);
  expect((await catalog.parts.ask('100 pcs resistor')).hits).toBe(2);
  await catalog.close();
});
