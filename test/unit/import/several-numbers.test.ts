import { describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { readText } from '../../support/tables/read-text.js';

const THREE = ['311-10KTR-ND', '311-10KCT-ND', '311-10KDKR-ND'];
const PACKAGINGS = ['Tape & Reel (TR)', 'Cut Tape (CT)', 'Digi-Reel®'];

async function offersOf(...rows: string[]) {
  const { parts } = await readText(rows);
  return parts[0].offers ?? [];
}

describe('several numbers of a seller in a cell', () => {
  it('are those of offers, each with its packaging and the same stock and prices', async () => {
    const headings = 'DK Part #\tMPN\tStock\tPrice\t@ qty\tPackage';
    const offers = await offersOf(headings, `${THREE.join(',')}\tRC\t5\t0.1\t1\t${PACKAGINGS.join(',')}`);
    expect(offers.map(({ sku, packaging }) => [sku, packaging])).toEqual(THREE.map((sku, i) => [sku, PACKAGINGS[i]]));
    for (const { seller, in_stock_quantity, prices } of offers) {
      expect([seller?.name, in_stock_quantity, prices]).toEqual(['Digi-Key', 5, { USD: [[1, '0.1']] }]);
    }
  });

  it('have all packagings if there is another number of them', async () => {
    const offers = await offersOf('SKU;MPN;Packaging', `"${THREE.join('; ')}";RC;"Cut Tape, Reel"`);
    expect(offers.map(({ sku, packaging }) => [sku, packaging])).toEqual(THREE.map((sku) => [sku, 'Cut Tape, Reel']));
  });

  it('are completed by further rows each by itself', async () => {
    const [row, further] = ['1;0.1', '10;0.05'].map((price) => `RC;"C1001,C1002";${price}`);
    const offers = await offersOf('MPN;SKU;Break Qty;Price', row, further);
    const USD = [
      [1, '0.1'],
      [10, '0.05'],
    ];
    expect(offers.map(({ sku, prices }) => [sku, prices])).toEqual(['C1001', 'C1002'].map((sku) => [sku, { USD }]));
  });

  it.each(['BC847B,215', '1,234,567', '771-BC847B,215', 'BC847B,215-ND', 'A-ND,', 'C1001,1N4148', '296 1-ND,296 2-ND'])(
    'are none in %s',
    async (sku) => {
      expect((await offersOf('MPN;SKU;Stock', `RC;${sku};5`)).map((offer) => offer.sku)).toEqual([sku]);
    },
  );

  it('find the part', async () => {
    const { parts } = await readText([`MPN;SKU`, `RC;${THREE.join(',')}`]);
    const catalog = await buildCatalog({ parts });
    for (const sku of THREE) {
      expect((await catalog.parts.match({ queries: [{ sku }] })).results[0].hits).toBe(1);
    }
    await catalog.close();
  });
});
