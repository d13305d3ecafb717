import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuantity } from '../../../src/analysis/quantity.js';
import type { LexicalReading } from '../../../src/ask/lexical.js';
import { lexicalReadings } from '../../../src/ask/lexical-readings.js';
import { readQuestion } from '../../../src/ask/question.js';
import { finished } from '../../../src/work/pauses.js';

/** What is left when longer readings of a kind win: `what it was read as ← the pieces`. */
function readings(text: string, kind: LexicalReading['kind']): string[] {
  const question = readQuestion(text);
  let end = 0;
  const told: string[] = [];
  for (const reading of finished(lexicalReadings(question))) {
    if (reading.kind !== kind || reading.from < end) continue;
    end = reading.to;
    told.push(tell(reading));
  }
  return told;
}

function tell(reading: LexicalReading): string {
  switch (reading.kind) {
    case 'quantity':
      return reading.quantity;
    case 'count':
      return `${reading.quantity} ${reading.names[0] ?? '?'}`;
    case 'size':
      return reading.size;
    case 'ratio':
      return `${reading.first}:${reading.second}`;
    case 'price': {
      const { min, max, isMinExcluded, isMaxExcluded, currency, pieces } = reading;
      const range = `${isMinExcluded ? '{' : '['}${min ?? '*'} TO ${max ?? '*'}${isMaxExcluded ? '}' : ']'} ${currency ?? '?'}`;
      return pieces === null ? range : `${range} at ${pieces}`;
    }
    case 'stock':
      return reading.least ?? 'any';
    case 'comparison':
    case 'condition':
      return '';
    case 'preamble':
      return `${reading.from}..${reading.to}`;
    case 'cheapest':
      return reading.pieces === null ? 'cheapest' : `cheapest at ${reading.pieces}`;
    case 'most stock':
      return 'most';
    case 'pieces':
      return reading.pieces;
    case 'seller':
      return `${reading.nameFrom}..${reading.to}`;
  }
}

describe('ratios', () => {
  it.each<[string, string[]]>([
    ['3 to 8 decoder', ['3:8']],
    ['decoder 3-to-8', ['3:8']],
    ['8 to 1 mux', ['8:1']],
    ['3 to 8 V', ['3:8']],
    ['3V to 8V', []],
    ['1000 to 2000', []],
    ['3 to -8', []],
  ])('%s', (text, expected) => expect(readings(text, 'ratio')).toEqual(expected));
});

describe('quantities', () => {
  it.each<[string, string[]]>([
    ['60V', ['60V']],
    ['100 nF 16 V', ['100 nF', '16 V']],
    ['10 K OHM', ['10 K OHM']],
    ['1 1/2 in', ['1 1/2 in']],
    ['0805 1/8W', ['0805', '1/8W']],
    ['2512 1/2W', ['2512', '1/2W']],
    ['10 000 ohm', ['10000 ohm']],
    ['10 000Ω 0603', ['10000Ω', '0603']],
    ['1 000 000 Hz', ['1000000 Hz']],
    ['> 10 000 ohm', ['> 10000 ohm']],
    ['10 100 nF', ['10', '100 nF']],
    ['10 000', ['10', '000']],
    ['10 00 ohm', ['10', '00 ohm']],
    ['0805 100 ohm', ['0805', '100 ohm']],
    ['10 000, 5 ohm', ['10', '000', '5 ohm']],
    ['zero ohm 0402', ['0 ohm', '0402']],
    ['zero drift', []],
    ['3 a buck', ['3 a']],
    ['60V or more', ['>= 60V']],
    ['60V or higher 2A', ['>= 60V', '2A']],
    ['64Mbit or larger', ['>= 64Mbit']],
    ['10k or bigger', ['>= 10k']],
    ['1A and larger', ['>= 1A']],
    ['22uF and smaller', ['<= 22uF']],
    ['10k oder größer', ['>= 10k']],
    ['0603 or smaller 10k', ['0603', '10k']],
    ['1206 or larger', ['1206']],
    ['smaller than 0603', ['0603']],
    ['at least 60V', ['>= 60V']],
    ['60V+', ['60V+']],
    ['60V +', ['>= 60V']],
    ['> 20A', ['> 20A']],
    ['Id>=20A', ['>= 20A']],
    ['over 20A', ['> 20A']],
    ['more than 20 A', ['> 20 A']],
    ['under 5V', ['< 5V']],
    ['below 5V', ['< 5V']],
    ['less than 5 V', ['< 5 V']],
    ['up to 2A', ['<= 2A']],
    ['2A or less', ['<= 2A']],
    ['between 9V and 12V', ['9V to 12V']],
    ['between 12V and 9V', ['9V to 12V']],
    ['zwischen 9V und 12V', ['9V to 12V']],
    ['9V to 12V', ['9V to 12V']],
    ['9V - 12V', ['9V to 12V']],
    ['10u to 22u', ['10u to 22u']],
    ['1uF up to 10uF', ['1uF to 10uF']],
    ['12V bis zu 24V', ['12V to 24V']],
    ['de 10k à 100k', ['10k to 100k']],
    ['de 10V a 16V', ['10V to 16V']],
    ['5V up to 2A', ['5V', '<= 2A']],
    ['10-22uF', ['10-22uF']],
    ['100 to 1k ohm', ['100 to 1k ohm']],
    ['from 1 to 2 kHz', ['1 to 2 kHz']],
    ['-40 to 85 °C', ['-40 to 85 °C']],
    ['2,2µF', ['2,2µF']],
    ['über 10V', ['> 10V']],
    ['más de 10V', ['> 10V']],
    ['Widerstand ab 10k', ['>= 10k']],
    ["condensateur jusqu'à 16V", ['<= 16V']],
    ['condensateur jusqu’à 16V', ['<= 16V']],
    ['condensateur supérieur à 16V', ['> 16V']],
    ['tension inférieure à 16V', ['< 16V']],
    ['condensador mayor que 16V', ['> 16V']],
    ['condensador menor que 16V', ['< 16V']],
    ['ab Lager', []],
  ])('%s', (text, expected) => expect(readings(text, 'quantity')).toEqual(expected));

  it('min and max belong to the quantity behind them if one follows, else to the one before', () => {
    expect(readings('60V min 2A', 'quantity')).toEqual(['60V', '>= 2A']);
    expect(readings('60V min', 'quantity')).toEqual(['>= 60V']);
    expect(readings('60V min 0603', 'quantity')).toEqual(['>= 60V', '0603']);
    expect(readings('max 5V 2A min', 'quantity')).toEqual(['<= 5V', '>= 2A']);
  });

  it('says what is telling about a number', () => {
    const [first] = finished(lexicalReadings(readQuestion('4k7')));
    expect(first).toMatchObject({ hasUnit: false, isCompact: true, isPlain: false, isRange: false });
    expect(finished(lexicalReadings(readQuestion('0603')))[0]).toMatchObject({ isPlain: true });
    expect(finished(lexicalReadings(readQuestion('500MA')))[0]).toMatchObject({ hasUnit: true, otherCase: '500mA' });
    expect(finished(lexicalReadings(readQuestion('< 10m')))[0]).toMatchObject({ bound: '10m', otherCase: '< 10M' });
    expect(finished(lexicalReadings(readQuestion('10k+')))[0]).toMatchObject({ bound: '10k' });
    expect(finished(lexicalReadings(readQuestion('max 150mA')))[0]).toMatchObject({ bound: '150mA', hasUnit: true });
    for (const text of ['1k to 10k', '10V to 20V', '10k'])
      expect(finished(lexicalReadings(readQuestion(text)))[0]).toMatchObject({ bound: undefined });
    expect(finished(lexicalReadings(readQuestion('4n7')))[0]).toMatchObject({ hasUnit: false, isCompact: true });
  });

  it('has no unit in place of the point that nobody writes so', () => {
    for (const text of ['4N35', '4n35', '6n137', '24C256']) expect(readings(text, 'quantity')).toEqual([]);
    for (const text of ['3V3', '1A5', '4R7', '4K7', '2u2']) expect(readings(text, 'quantity')).toEqual([text]);
  });

  it.each([
    '1N4148',
    '1n-4148',
    '2n-7002',
    '4n-35',
    '2n-2222a',
    '2N7002',
    'STM32F103',
    'BAT54S',
    'resistor',
    '"10k"',
    'NE555',
    '74HC595',
    'C14663',
  ])('%s is none', (text) => expect(readings(text, 'quantity')).toEqual([]));
});

describe('counts', () => {
  it.each<[string, string[]]>([
    ['16 pin', ['16 pin']],
    ['16-pins', ['16 pin']],
    ['8p', ['8 pin']],
    ['at least 16 pins', ['>= 16 pin']],
    ['16 pins or more', ['>= 16 pin']],
    ['4 to 8 channels', ['4 to 8 channel']],
    ['16 bit adc', ['16 bit']],
    ['dual opamp', ['2 ?']],
    ['quad channel', ['4 channel']],
    ['2 relays', ['2 relay']],
    ['0603 resistor', []],
    ['100 nF', []],
    ['3 cents', []],
    ['10k', []],
  ])('%s', (text, expected) => expect(readings(text, 'count')).toEqual(expected));
});

describe('sizes', () => {
  it.each<[string, string[]]>([
    ['4x4mm', ['4x4mm']],
    ['6 x 6 x 5 mm', ['6x6x5mm']],
    ['6mm × 6mm', ['6x6mm']],
    ['3.2*2.5mm', ['3.2x2.5mm']],
    ['2x20', ['2x20']],
    ['0.1"x0.2"', ['2.54x5.08mm']],
    ['10k x', []],
  ])('%s', (text, expected) => expect(readings(text, 'size')).toEqual(expected));
});

describe('purchase', () => {
  it.each<[string, string[]]>([
    ['under $0.05', ['[* TO 0.05} USD']],
    ['below 3 cents', ['[* TO 0.03} ?']],
    ['less than 1 dollar', ['[* TO 1} USD']],
    ['$1', ['[* TO 1] USD']],
    ['max 0,05 €', ['[* TO 0.05] EUR']],
    ['between $1 and $2', ['[1 TO 2] USD']],
    ['$1-$2', ['[1 TO 2] USD']],
    ['10 to 20 cents', ['[0.1 TO 0.2] ?']],
    ['price < 0.1', ['[* TO 0.1} ?']],
    ['cheaper than $2 each', ['[* TO 2} USD']],
    ['USD 0.5 or less', ['[* TO 0.5] USD']],
    ['over $5', ['{5 TO *] USD']],
    ['100 pcs under $0.05', ['[* TO 0.05} USD at 100']],
    ['under $0.05 each at 1000 pieces', ['[* TO 0.05} USD at 1000']],
    ['0603 pcs under $0.05', ['[* TO 0.05} USD']],
    ['under $0.05 at 100', ['[* TO 0.05} USD']],
    ['$1 at -"100 pcs"', ['[* TO 1] USD']],
    ['100 pcs in stock under $1', ['[* TO 1} USD']],
    ['under 5V', []],
  ])('the price of %s', (text, expected) => expect(readings(text, 'price')).toEqual(expected));

  it.each<[string, string[]]>([
    ['in stock', ['any']],
    ['auf Lager', ['any']],
    ['0603 in stock', ['any']],
    ['100+ in stock', ['100']],
    ['at least 100 in stock', ['100']],
    ['stock > 100', ['101']],
    ['in stock from Mouser', ['any']],
    ['out of stock', []],
    ['stock', []],
  ])('the stock of %s', (text, expected) => expect(readings(text, 'stock')).toEqual(expected));

  it.each<[string, string[]]>([
    ['100 pcs resistor under $0.06', ['100']],
    ['resistor ab 100 Stück', ['100']],
    ['at least 100 pieces', ['100']],
    ['qty 500 resistor', ['500']],
    ['Quantity: 500 pcs', ['500']],
    ['qty 0.5', []],
    ['100 resistors', []],
    ['-"100" pcs', []],
  ])('the pieces of %s', (text, expected) => expect(readings(text, 'pieces')).toEqual(expected));

  it('the order by price', () => {
    for (const text of ['cheapest', 'lowest price', 'sort by price', 'günstigster'])
      expect(readings(text, 'cheapest')).toEqual(['cheapest']);
    expect(readings('cheapest at 500 pcs', 'cheapest')).toEqual(['cheapest at 500']);
    expect(readings('lowest price at Mouser', 'cheapest')).toEqual(['cheapest']);
  });

  it('the seller', () => {
    expect(readings('10k from Mouser Electronics', 'seller')).toEqual(['2..4']);
    expect(readings('sold by LCSC', 'seller')).toEqual(['2..3']);
    expect(readings('at least 5', 'seller')).toEqual([]);
  });
});

describe('how a question asks', () => {
  it.each<[string, string[]]>([
    ['I need a 10k resistor', ['0..3']],
    ['we want 100nF 0603', ['0..2']],
    ["I'm looking for 16 MHz crystals", ['0..3']],
    ['Hello, do you have any NE555', ['0..5']],
    ['please find me some red leds', ['0..4']],
    ['how much is an lm358?', ['0..4']],
    ['Where can I buy ESP32', ['0..4']],
    ['ich brauche einen Widerstand', ['0..3']],
    ['нужен резистор', ['0..1']],
    ['find', []],
    ['i need', []],
    ['we 744232', []],
    ['10k i need', []],
    ['"i need" 10k', []],
    ['-need 10k', []],
  ])('%s', (text, expected) => expect(readings(text, 'preamble')).toEqual(expected));
});

describe('properties', () => {
  const word = fc.constantFrom(
    ...'10k 60V min max or more at least between and to 9V 12 uF x 6 mm $1 $ cents in stock > >= - + 1N4148 NOT dual pin 16 1/2 from Mouser "a b" -5 0603 % price'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 64 }).map((all) => all.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  it('every reading is a run of pieces, and quantities can be parsed', () => {
    fc.assert(
      fc.property(text, (one) => {
        const question = readQuestion(one);
        let last = 0;
        for (const reading of finished(lexicalReadings(question))) {
          expect(reading.from).toBeGreaterThanOrEqual(last);
          expect(reading.to).toBeGreaterThan(reading.from);
          expect(reading.to).toBeLessThanOrEqual(question.words.length);
          last = reading.from;
          const run = question.words.slice(reading.from, reading.to);
          if (run.length > 1) expect(run.every(({ isExcluded }) => !isExcluded)).toBe(true);
          expect(run.every(({ kind }) => kind !== 'quoted')).toBe(true);
          if (reading.kind === 'quantity') expect(parseQuantity(reading.quantity)).not.toBeNull();
        }
      }),
      { numRuns: 1000 },
    );
  });
});

it('reading pauses behind every word', () => {
  const question = readQuestion(Array.from({ length: 60 }, (_, i) => `${i + 1}k`).join(' '));
  const pauses = [...lexicalReadings(question)];
  expect(pauses).toHaveLength(question.words.length);
});
