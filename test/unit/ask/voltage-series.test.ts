import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const tvs = (mpn: string, standOff: string, polarity = 'Unidirectional'): Row => {
  return [mpn, 'TVS', 'tvs', `operating_voltage=${standOff};polarity=${polarity}`];
};

const catalog = await buildCatalog(
  catalogOf([
    tvs('P6KE15A', '12.8'),
    tvs('P6KE15CA', '12.8', 'Bidirectional'),
    tvs('P6KE18A', '15'),
    tvs('P6KE150A', '128'),
    tvs('P6KE6.8A', '5.8'),
    tvs('P6KE6V8CA', '5.8', 'Bidirectional'),
    tvs('P6KE68A', '58.1'),
    tvs('1.5KE33CA', '28.2', 'Bidirectional'),
    tvs('1.5KE39CA', '33', 'Bidirectional'),
    tvs('P6SMB33A', '28.2'),
    tvs('P6SMBJ33A', '33'),
    tvs('SMBJ33A', '33'),
    tvs('SMBJ36A', '36'),
  ]),
);
afterAll(() => catalog.close());

describe('a series of TVS diodes and a voltage', () => {
  it.each([
    ['P6KE 15V', 'P6KE15A P6KE15CA'],
    ['P6KE 15V unidirectional', 'P6KE15A'],
    ['p6ke 6.8V', 'P6KE6.8A P6KE6V8CA'],
    ['P6KE 68V', 'P6KE68A'],
    ['P6KE 150V tvs', 'P6KE150A'],
    ['1.5KE 33V bidirectional', '1.5KE33CA'],
    ['P6SMB 33V', 'P6SMB33A'],
  ])('which is the one in its part number: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it.each([
    ['SMBJ33A', 'P6SMBJ33A SMBJ33A'],
    ['P6KE 12.8V', 'P6KE15A P6KE15CA'],
  ])('which is a spec elsewhere: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
