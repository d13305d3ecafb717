import { expect, it } from 'vitest';
import { proposeBrands } from '../../../src/import/partdex-import.js';
import type { Part } from '../../../src/partdex.js';

const parts = (names: readonly string[]): Part[] =>
  names.map((name, i) => ({ uid: `${i}`, mpn: 'A', brand: { uid: `of ${name}`, name } }));

it('proposes names that are likely to be one brand, the most frequent one first', async () => {
  const names = [
    'muRata',
    'Murata Electronics',
    'muRata(村田)',
    'MURATA',
    'TDK',
    'Tdk',
    'Murata Power Solutions',
    'Linear',
    'Linearin',
  ];
  expect(await proposeBrands(parts(names))).toEqual([
    { uid: 'of muRata', name: 'muRata', aliases: ['Murata Electronics', 'muRata(村田)'] },
  ]);
});

it('makes a uid for a brand without one, and counts manufacturers of parts without a brand', async () => {
  const named: Part[] = [
    { uid: '1', mpn: 'A', manufacturer: { name: 'ROHM' } },
    { uid: '2', mpn: 'B', brand: { name: 'ROHM Semicon' } },
    { uid: '3', mpn: 'C', brand: { name: 'ROHM Semicon' } },
    { uid: '4', mpn: 'D', brand: { name: '' } },
    { uid: '5', mpn: 'E' },
  ];
  expect(await proposeBrands(named)).toEqual([
    { uid: expect.stringMatching(/^[0-9a-f]{16}$/), name: 'ROHM Semicon', aliases: ['ROHM'] },
  ]);
  expect(await proposeBrands([])).toEqual([]);
});
