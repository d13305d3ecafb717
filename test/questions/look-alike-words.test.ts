import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type CatalogSource, type Part } from '../../src/partdex.js';
import { partNumbersOf } from './part-numbers.js';

/** A part with one value of each of some specs. */
function part(uid: string, mpn: string, category: string, specs: Readonly<Record<string, string>>): Part {
  const valued = Object.fromEntries(Object.entries(specs).map(([key, value]) => [key, { value: [value] }]));
  return { uid, mpn, category_uids: [category], specs: valued } as unknown as Part;
}

const CATEGORIES = [
  ['c1', 'DC-DC Converters'],
  ['c2', 'Optocouplers - Phototransistor Output'],
  ['c3', 'MOSFETs'],
  ['c4', 'Operational Amplifiers'],
  ['c5', 'Others'],
];
const SOURCE = {
  parts: [
    part('p1', 'CONV-5', 'c1', { output_voltage: '5', input_voltage: '12', topology: 'Buck' }),
    part('p2', 'CONV-12', 'c1', { output_voltage: '12', input_voltage: '5', topology: 'Boost' }),
    part('p3', 'PHOTO-1', 'c2', { isolation_voltage: '5000' }),
    part('p4', 'BSS138', 'c3', { type: 'N-Channel MOSFET', number: '1 N-Channel', package: 'SOT-23' }),
    part('p5', 'BSS138DW', 'c3', { number: '2 N-Channel (Dual)', package: 'SOT-363' }),
    part('p6', 'BSS8402', 'c3', { number: '2 N-Channel + 2 P-Channel', package: 'SOT-363' }),
    part('p7', 'UA741CP', 'c4', { number_of_channels: '1' }),
    part('p8', 'LM358P', 'c4', { number_of_channels: '2' }),
    part('p9', 'MAX3232ID', 'c5', {}),
    part('p10', 'MAX3232CPE', 'c5', { logic_family: 'MAX3232' }),
    part('p11', 'E18-MS1', 'c5', { utilized_ic: 'CC2530 Chip' }),
    part('p12', 'CC2530F64', 'c5', {}),
    part('p13', 'CAT5115', 'c5', {}),
    ...['p14', 'p15', 'p16'].map((uid) => part(uid, `PATCH-${uid}`, 'c5', { ratings: 'cat5' })),
  ],
  categories: CATEGORIES.map(([uid, name]) => ({ uid, name })),
  spec_metadata: ['output_voltage', 'input_voltage', 'isolation_voltage', 'number_of_channels'].map((key) => ({
    key,
    name: key.replaceAll('_', ' '),
    datatype: 'decimal',
    unit: key.endsWith('voltage') ? { name: 'volt', symbol: 'V' } : null,
  })),
} as unknown as CatalogSource;

describe('words that look like others', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(SOURCE);
  });
  afterAll(() => catalog.close());

  it.each([
    // What a quantity is for, although a category has the word.
    ['5V output converter', 'CONV-5'],
    ['boost 12V output', 'CONV-12'],
    ['12v input 5v output', 'CONV-5'],
    ['converter output 12V', 'CONV-12'],
    ['phototransistor output', 'PHOTO-1'],
    // A number in letters belongs to what follows it.
    ['dual n-channel mosfet', 'BSS138DW'],
    ['dual n-channel mosfet sot-363', 'BSS138DW'],
    // A complementary pair is meant where both are named.
    ['n-channel and p-channel mosfet', 'BSS8402'],
    // Digits of a part number, beside what it is.
    ['741 opamp', 'UA741CP'],
    ['opamp 358', 'LM358P'],
    // Part numbers that some part has as a value, and values that some part number contains.
    ['max3232', 'MAX3232CPE MAX3232ID'],
    ['cc2530', 'CC2530F64 E18-MS1'],
    ['cat5', 'PATCH-p14 PATCH-p15 PATCH-p16'],
  ])('%s', async (text, found) => {
    const { results } = await catalog.parts.ask(text, { show: ['mpn'] });
    expect(partNumbersOf(results)).toBe(found);
  });
});
