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
});
