import { describe, expect, it } from 'vitest';
import { type NearMatchFacts, nearMatchText } from '../../../src/match/near-match-text.js';

function text(facts: Partial<NearMatchFacts>): string {
  return nearMatchText({
    reason: 'same_number',
    field: 'mpn',
    value: 'RC-0603',
    requested: 'RC0603',
    condition: 'mpn',
    unmet: [],
    ...facts,
  });
}

describe('the text of a near match', () => {
  it('names what the same number fails', () => {
    const unmet = (...names: NearMatchFacts['unmet'][number]['name'][]) =>
      text({ unmet: names.map((name) => ({ name, text: `the ${name}` })) });
    expect(unmet('mpn')).toBe('the same number, but written "RC-0603" and not "RC0603"');
    expect(unmet('brand')).toBe('the same number, but not of the brand "the brand"');
    expect(unmet('seller', 'q')).toBe('the same number, but not offered by "the seller", and without the keywords "the q"');
    expect(unmet('sku')).toBe('the same number, but without the SKU "the sku"');
    expect(unmet('mpn_or_sku')).toBe('the same number, but without the number "the mpn_or_sku"');
    expect(text({ condition: 'sku', unmet: [{ name: 'mpn', text: 'X' }] })).toBe(
      'the same number, but with another manufacturer part number than "X"',
    );
  });

  it('names the other kind of a number', () => {
    expect(text({ reason: 'other_field', field: 'offers.sku' })).toBe(
      '"RC0603" is a SKU of this part, and not its manufacturer part number',
    );
    expect(text({ reason: 'other_field' })).toBe('"RC0603" is the manufacturer part number of this part, and no SKU');
  });

  it('says how much longer or shorter a number is', () => {
    expect(text({ reason: 'suffix', value: 'RC0603-TR' })).toBe('the same number with 2 more characters at the end');
    expect(text({ reason: 'suffix', value: 'RC0603R' })).toBe('the same number with 1 more character at the end');
    expect(text({ reason: 'suffix', value: 'RC06' })).toBe('the same number without the last 2 characters');
    expect(text({ reason: 'suffix', value: 'RC060' })).toBe('the same number without the last character');
  });

  it('says which character differs', () => {
    expect(text({ reason: 'edit', value: 'RCO603' })).toBe('one character replaced: "o" for "0"');
    expect(text({ reason: 'edit', value: 'RC06X03' })).toBe('one character more: "x"');
    expect(text({ reason: 'edit', value: 'RC603' })).toBe('one character less: "0" is missing');
    expect(text({ reason: 'edit', value: 'RC6003' })).toBe('two neighboring characters swapped: "60" for "06"');
  });
});
