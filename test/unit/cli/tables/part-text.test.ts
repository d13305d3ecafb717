import { expect, it } from 'vitest';
import { partText } from '../../../../src/cli/tables/part-text.js';
import { readText } from '../../../support/tables/read-text.js';

it('the text of a part of a table is its JSON', async () => {
  const { parts } = await readText([
    'MPN,Manufacturer,Description,Stock,Price@1,Resistance,specs.t.min_value (°C),specs.t.max_value,Note,"Quote ""x"""',
    'A,Acme,"Two\nlines",5,$0.10,4k7,-40,85,a | b,"say ""hi"""',
    'B,,,,,10k,,,,',
    'C,,,,,,,,,',
  ]);
  expect(parts).toHaveLength(3);
  for (const part of parts) {
    const whole = JSON.parse(JSON.stringify(part));
    expect(JSON.parse(partText(part))).toEqual(whole);
  }
});
