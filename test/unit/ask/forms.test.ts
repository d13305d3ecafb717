import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOf, joinedForm, phraseKey, stemsOf } from '../../../src/ask/forms.js';
import { MAKERS } from '../../../src/ask/maker-table.js';
import { stem } from '../../../src/ask/stems.js';
import { THINGS } from '../../../src/ask/trade-table.js';
import { FAMILIES, PACKAGES, VALUES } from '../../../src/ask/trade-values.js';
import { tradeWords } from '../../../src/ask/trade-words.js';

describe('forms', () => {
  it.each<[string, string[]]>([
    ['SOT-23-5', ['sot', '23', '5']],
    ['sot23-5', ['sot', '23', '5']],
    ['LQFP-48(7x7)', ['lqfp', '48', '7', 'x', '7']],
    ['±1%', ['1', '%']],
    ['2.54mm', ['2.54', 'mm']],
    ['2.', ['2']],
    ['Würth µH', ['wurth', 'uh']],
    ['10 kΩ', ['10', 'kohm']],
    ['电容', ['电容']],
    ['--', []],
  ])('groups of %s', (text, groups) => expect(groupsOf(text)).toEqual(groups));

  it('joins groups and stems', () => {
    expect(joinedForm('SOT-23-5')).toBe('sot235');
    expect(stemsOf('Chip Resistors - Surface Mount')).toEqual(['chip', 'resistor', 'surface', 'mount']);
    for (const text of ['Op-Amps', 'op amp', 'OPAMP', 'opamps']) expect(phraseKey(text)).toBe('opamp');
  });

  it('has the letters and digits of the text in its groups', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const groups = groupsOf(text).join('').replace(/[.%]/g, '');
        expect(groups).toBe(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
      }),
    );
  });
});

describe('stems', () => {
  it.each(
    'capacitors capacitor, switches switch, batteries battery, leds led, fuses fuse, boxes box, lenses lens, ics ic, condensadores condensador, cores core, bus bus, cmos cmos, axis axis, chassis chassis, gas gas, glass glass, series series'
      .split(', ')
      .map((pair) => pair.split(' ')),
  )('%s', (word, expected) => expect(stem(word)).toBe(expected));

  it('is the beginning of its word but for the last letter, unless its plural is irregular', () => {
    const irregular = ['axes', 'matrices', 'indices'];
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,6}(s|es|ies|ores|ses)?$/), (word) => {
        fc.pre(!irregular.includes(word));
        const once = stem(word);
        expect(once.length).toBeGreaterThan(0);
        expect(word.startsWith(once.slice(0, -1))).toBe(true);
      }),
    );
  });
});

describe('the vocabulary of the trade', () => {
  const others = (phrase: string) =>
    tradeWords()
      .equivalents(phrase)
      .map(({ text }) => text);

  it.each([
    ['caps', 'capacitor'],
    ['res', 'resistor'],
    ['Widerstände', 'resistor'],
    ['xtal', 'crystal'],
    ['opamp', 'operational amplifier'],
    ['MCU', 'microcontroller'],
    ['ldo', 'low dropout regulator'],
    ['fet', 'mosfet'],
    ['pot', 'potentiometer'],
    ['usb-c', 'type c'],
    ['Type-C', 'usb c'],
    ['tact switch', 'tactile switch'],
    ['buck', 'step down'],
    ['opto', 'optocoupler'],
    ['rtc', 'real time clock'],
    ['SOT-25', 'SOT-23-5'],
    ['so8', 'SOIC-8'],
    ['8-DIP', 'PDIP-8'],
    ['DPAK', 'TO-252'],
    ['do214ac', 'SMA'],
    ['1608 metric', '0603'],
    ['np0', 'C0G'],
    ['TI', 'Texas Instruments'],
    ['Atmel', 'Microchip'],
  ])('%s is %s', (phrase, other) => expect(others(phrase)).toContain(other));

  it('is of moderate size, and each line is a list', () => {
    const lines = [...THINGS, ...PACKAGES, ...VALUES, ...MAKERS];
    expect(lines.length + FAMILIES.length).toBeLessThan(600);
    for (const line of lines) {
      const keys = line.split(',').map(phraseKey);
      expect(keys.length, line).toBeGreaterThan(1);
      expect(
        keys.every((key) => key !== ''),
        line,
      ).toBe(true);
    }
  });

  it.each([
    ['14 pin', 'TSSOP-14'],
    ['8-pins', 'SOIC-8'],
    ['push button', 'tactile switch'],
    ['pushbuttons', 'tactile switch'],
    ['trimmer', 'variable resistor'],
  ])('%s stands for %s, which does not mean it', (phrase, kind) => {
    expect(others(phrase)).toContain(kind);
    expect(others(kind)).not.toContain(phrase);
  });

  it('names each equivalent once', () => {
    for (const phrase of ['push button', 'pushbutton', '14 pin', 'button', 'smd', 'trimmer']) {
      const keys = others(phrase).map(phraseKey);
      expect(new Set(keys).size, phrase).toBe(keys.length);
    }
  });

  it('is extended by lists of the caller', () => {
    const words = tradeWords([
      ['Kerko', 'ceramic capacitor'],
      ['blinky', 'LED'],
    ]);
    expect(words.equivalents('kerkos').map(({ text }) => text)).toEqual(['ceramic capacitor']);
    expect(words.equivalents('led')).toContainEqual({ text: 'blinky', kind: 'any' });
    expect(words.equivalents('mcu').length).toBeGreaterThan(0);
    expect(tradeWords().isText('blinky')).toBe(false);
    expect(tradeWords().equivalents('no such phrase')).toEqual([]);
    expect(tradeWords().longest).toBeGreaterThanOrEqual(4);
  });
});
