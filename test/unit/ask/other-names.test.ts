import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const many = (name: string, specs: string, number: number): Row[] =>
  Array.from({ length: number }, (_, i) => [`${name}${i}`, 'Fuses', 'fuse', specs]);
const catalog = await buildCatalog(
  catalogOf([
    ...many('PTC', 'hold_current=2;current=4', 4),
    ...many('PTCX', 'hold_current=1;current=3', 4),
    ...many('FUSE', 'current=2', 3),
    ...many('FUSEX', 'current=5', 9),
  ]),
);
afterAll(() => catalog.close());

describe('another name of a property', () => {
  it('is a spec that most parts with it have instead of the first, about as often with the value', async () => {
    expect(await numbersFound(catalog, 'fuse 2A')).toBe('FUSE0 FUSE1 FUSE2 PTC0 PTC1 PTC2 PTC3');
  });

  it('is none that most parts with it have beside the first', async () => {
    expect(await numbersFound(catalog, 'fuse 1A')).toBe('PTCX0 PTCX1 PTCX2 PTCX3');
  });
});
