import { describe, expect, it } from 'vitest';
import { isSameMaker } from '../../../../src/bom/matched/makers.js';

describe('makers', () => {
  it.each([
    ['TI', 'Texas Instruments'],
    ['Texas Instruments', 'TI'],
    ['ST', 'STMicroelectronics'],
    ['Linear', 'Analog Devices'],
    ['Linear Technology', 'Analog Devices'],
    ['National Semiconductor', 'TI'],
    ['ON Semiconductor', 'onsemi'],
    ['Fairchild', 'onsemi'],
    ['Murata Electronics', 'muRata'],
    ['Acme', 'Acme Inc.'],
  ])('%s is %s', (listed, cataloged) => expect(isSameMaker(listed, cataloged)).toBe(true));

  it.each([
    ['Burr-Brown', 'National Semiconductor'],
    ['TI', 'Analog Devices'],
    ['Lite-On', 'ON Semiconductor'],
    ['ST', 'Texas Instruments'],
    ['Acme', 'Bolt'],
  ])('%s is not %s', (listed, cataloged) => expect(isSameMaker(listed, cataloged)).toBe(false));

  it('compares what is too long for a name as it is, and does not read it', () => {
    const long = 'murata '.repeat(20_000);
    const began = process.cpuUsage();
    for (let i = 0; i < 100; i++) expect(isSameMaker(long, 'Murata')).toBe(false);
    expect(isSameMaker(long, long)).toBe(true);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
