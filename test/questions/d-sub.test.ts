import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['A-1', 'D-Sub / VGA Connectors', '2 rows 9P Black', 'gender=Female'],
  ['DE-9PF-N', 'D-Sub / VGA Connectors', 'Connector', 'gender=Male'],
  ['LD09S33E4', 'D-Sub / VGA Connectors', 'Connector', 'gender=Female'],
  ['A-4', 'D-Sub / VGA Connectors', 'Connector', 'gender=Female;number_of_contacts=9'],
  ['A-5', 'D-Sub / VGA Connectors', '2 rows 25P', 'gender=Male'],
  ['LD25P24', 'D-Sub / VGA Connectors', 'Connector', 'gender=Male'],
  ['A-7', 'D-Sub / VGA Connectors', '3 rows 15P', 'gender=Female'],
  ['B-1', 'Pin Headers', '9P', 'gender=Male'],
  ['C-1', 'Terminal Blocks', 'Connecteur', 'number_of_pins=9'],
];

describe('connectors with the number of their pins in their name', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    ['DB9 connector female', 'A-1 A-4 LD09S33E4'],
    ['DE-9', 'A-1 A-4 DE-9PF-N LD09S33E4'],
    ['d-sub 9 female', 'A-1 A-4 LD09S33E4'],
    ['d-sub connector 9 pin male', 'DE-9PF-N'],
    ['9 pin d-sub male', 'DE-9PF-N'],
    ['DB25 male', 'A-5 LD25P24'],
    ['hd15', 'A-7'],
    ['d-sub female', 'A-1 A-4 A-7 LD09S33E4'],
    ['bornier de 9 broches', 'C-1'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });

  it('have pins in no catalog without such connectors', async () => {
    const other = await buildCatalog(catalogOf([['DB9', 'Cables', 'Cable', '']]));
    expect(await numbersFound(other, 'db9 cable')).toBe('DB9');
    await other.close();
  });
});
