import { describe, expect, it } from 'vitest';
import { isSameBrand, isSameName } from '../../../src/bom/brand-words.js';

describe('a brand of a list and one of the catalog', () => {
  it.each([
    ['Murata Electronics', 'Murata'],
    ['Murata', 'Murata Electronics'],
    ['Murata Power Solutions', 'Murata Electronics'],
    ['Texas Instruments Inc.', 'Texas Instruments'],
    ['YAGEO Corp', 'Yageo'],
    ['Diodes Inc', 'Diodes Incorporated'],
    ['NXP USA Inc.', 'NXP Semicon'],
    ['Rohm Semiconductor', 'ROHM Semicon'],
    ['ON Semiconductor', 'onsemi'],
    ['ST Microelectronics', 'STMicroelectronics N.V.'],
    ['Vishay Intertechnology, Inc.', 'Vishay Intertech'],
    ['Würth Elektronik eiSos GmbH & Co. KG', 'Wurth Elektronik'],
    ['Hirose Electric Co Ltd', 'HRS(Hirose)'],
    ['Analog Devices Inc./Maxim Integrated', 'Analog Devices'],
    ['村田 Murata', '村田'],
    ['Digikey Electronics', 'Digi-Key'],
    ['Tech', 'Tech Semiconductors'],
    ['J.S.T. Mfg. Co.', 'JST Sales America'],
  ])('are the same: %s, %s', (listed, cataloged) => {
    expect([isSameBrand(listed, cataloged), isSameBrand(cataloged, listed)]).toEqual([true, true]);
  });

  it.each([
    ['TI', 'Texas Instruments'],
    ['Texas Instruments', 'Rohm Semiconductor'],
    ['Rohm Electronics Inc', 'Nexperia Electronics Inc'],
    ['Microsemi', 'Micro Commercial Components'],
    ['Vishay Dale', 'Vishay Intertech'],
    ['Micro', 'Microchip'],
    ['Lite-On', 'ON Semiconductor'],
    ['Inc', 'Texas Instruments Inc'],
    ['', 'Murata'],
    ['', ''],
    ['-', '...'],
  ])('are not: %j, %j', (listed, cataloged) => {
    expect([isSameBrand(listed, cataloged), isSameBrand(cataloged, listed)]).toEqual([false, false]);
  });

  it('may have the same words', () => {
    expect(isSameName('Onsemi Corp', 'onsemi')).toBe(true);
    expect(isSameName('Rohm Semiconductor Ltd', 'ROHM Semicon')).toBe(true);
    expect(isSameName('Onsemi Corp', 'ON Semiconductor')).toBe(false);
    expect(isSameName('Murata Inc', 'Murata Electronics')).toBe(false);
    expect(isSameName('', '-')).toBe(false);
  });
});
