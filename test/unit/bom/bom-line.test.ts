import { describe, expect, it } from 'vitest';
import { readLine } from '../../../src/bom/bom-line.js';

const COLUMNS = { mpn: 0, skus: [1], brand: 2, seller: 3, quantity: 4, reference: 5 };

function read(...cells: string[]) {
  return readLine({ line: 7, cells }, COLUMNS, false);
}

describe('a line of a parts list', () => {
  it('has what its cells say, without blanks around it', () => {
    const cells = [' NE555P ', 'S-1', ' Acme', 'One', '10', ' U1'];
    expect(read(...cells)).toEqual({
      line: 7,
      cells,
      mpn: 'NE555P',
      skus: ['S-1'],
      brand: 'Acme',
      seller: 'One',
      reference: 'U1',
      quantity: { count: 10 },
    });
  });

  it.each([
    '',
    ' ',
    '-',
    '---',
    '?',
    'n/a',
    'N/A',
    'N.A.',
    '#N/A',
    '#NV',
    'k.A.',
    'TBD',
    'None',
    'unknown',
    'DNP',
    'Subtotal',
    'Grand total',
    'Merchandise Total:',
    'Net total',
    'Sous-total',
    'Total général',
    'Summe:',
    'keine',
  ])('is without numbers and names where cells say %j', (cell) => {
    expect(read(cell, cell, cell, cell, '2')).toMatchObject({ mpn: '', skus: [], brand: '', seller: '' });
  });

  it.each(['NA-1', 'n/a 2', 'NAN', 'Kaß', 'Total Power', 'no'])('has %j, which only begins so', (cell) => {
    expect(read(cell, cell, cell, cell, '2')).toMatchObject({ mpn: cell, skus: [cell], brand: cell, seller: cell });
  });

  it('reports an invalid quantity only if the line names a part', () => {
    expect(read('n/a', '', '', '', 'some').quantity).toEqual({});
    expect(read('NE555P', '', '', '', 'some').quantity.fault).toMatch(/^quantity "some" is not a number of pieces/);
  });
});
