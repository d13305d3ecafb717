import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

describe('numbered headings', () => {
  const membersOf = async (headings: string, cells: string) => {
    const { report } = await readText([headings, cells]);
    return report[0].columns.map(({ as }) => as);
  };

  it('of the first manufacturer are those of the part', async () => {
    const headings = 'Description,Manufacturer 1,Manufacturer Part Number 1,Stock';
    const { parts } = await readText([headings, 'Resistor,Yageo,RC0603,5']);
    expect(parts).toMatchObject([{ mpn: 'RC0603', manufacturer: { name: 'Yageo' }, short_description: 'Resistor' }]);
    expect(await membersOf('Brand1,MPN1', 'Yageo,RC0603')).toEqual(['brand.name', 'mpn']);
  });

  it('of further ones are specs', async () => {
    expect(await membersOf('Manufacturer 2,MPN 2,Manufacturer 1,MPN 1', 'Y,A,V,B')).toEqual([
      'specs.manufacturer_2',
      'specs.mpn_2',
      'manufacturer.name',
      'mpn',
    ]);
    expect(await membersOf('Part Number,Manufacturer 1,Alternate,MPN 2', 'A,Y,-,B')).toEqual([
      'mpn',
      'manufacturer.name',
      'specs.alternate',
      'specs.mpn_2',
    ]);
  });

  it('are no part numbers of a row of the table', async () => {
    expect(await membersOf('Name,Description', 'PN 1234,Resistor')).toEqual(['mpn', 'descriptions.value']);
  });
});
