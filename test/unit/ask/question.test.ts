import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONNECTING_WORDS } from '../../../src/ask/connecting-words.js';
import { type Question, readQuestion } from '../../../src/ask/question.js';

/** Each piece as `kind:text`, excluded ones with `!`. */
function pieces(text: string): string[] {
  return readQuestion(text).words.map(({ kind, text: core, isExcluded }) => `${isExcluded ? '!' : ''}${kind}:${core}`);
}

/** The words alone. */
function words(text: string): string[] {
  return readQuestion(text).words.map(({ text: core }) => core);
}

describe('pieces of a question', () => {
  it.each<[string, string[]]>([
    ['10k 0603 1%', ['10k', '0603', '1%']],
    ['resistor, 10k; (0603)', ['resistor', '10k', '0603']],
    ['10k,0603,1%', ['10k', '0603', '1%']],
    ['4,700 ohm 2,2µF', ['4,700', 'ohm', '2,2µF']],
    ['100nF/16V/0603', ['100nF/', '16V/', '0603'].map((text) => text.replace('/', ''))],
    ['10k/0603/1%', ['10k', '0603', '1%']],
    ['4k7/0805/5%', ['4k7', '0805', '5%']],
    ['10k/0402/1/16W', ['10k', '0402', '1/16W']],
    ['0603/10k 1206/±5%', ['0603', '10k', '1206', '±5%']],
    ['100nF/X7R/0603 0603/C0G/47p', ['100nF', 'X7R', '0603', '0603', 'C0G', '47p']],
    ['74HC595D/T3 1000/100 10V/us X7R/0603', ['74HC595D/T3', '1000/100', '10V/us', 'X7R/0603']],
    ['1/4W 5nV/√Hz AC/DC', ['1/4W', '5nV/√Hz', 'AC/DC']],
    ['100nF_50V_X7R', ['100nF', '50V', 'X7R']],
    ['600R@100MHz', ['600R', '100MHz']],
    ['10k电阻', ['10k', '电阻']],
    ['конденсатор 10', ['конденсатор', '10']],
    ['0.1" header', ['0.1"', 'header']],
    ['-40..85°C ±5% 50V+ $0.05', ['-40..85°C', '±5%', '50V+', '$0.05']],
    ['min. max. STM32?', ['min', 'max', 'STM32']],
    ["'tvs' diode!", ['tvs', 'diode']],
    ['', []],
    [' \t\n\u3000', []],
  ])('%s', (text, expected) => expect(words(text)).toEqual(expected));

  it('takes a letter and an equals sign for a mark', () => {
    expect(pieces('0603 r=10k, C=100n')).toEqual(['word:0603', 'mark:r', 'word:10k', 'mark:C', 'word:100n']);
    expect(pieces('id=10A v>5 r 10k -c=1')).toEqual([
      'word:id',
      'word:10A',
      'word:v',
      'comparison:>',
      'word:5',
      'word:r',
      'word:10k',
      '!word:c',
      'word:1',
    ]);
  });

  it('tells connecting words from others', () => {
    expect(pieces('capacitor for the mcu with USB')).toEqual([
      'word:capacitor',
      'connecting:for',
      'connecting:the',
      'word:mcu',
      'connecting:with',
      'word:USB',
    ]);
    for (const word of CONNECTING_WORDS) expect(pieces(word)).toEqual([`connecting:${word}`]);
    expect(pieces('FÜR And')).toEqual(['connecting:FÜR', 'connecting:And']);
    // The word needs no reading, its punctuation does.
    expect(pieces('(at: 5V')).toEqual(['mark:', 'connecting:at', 'mark:', 'word:5V']);
  });

  it('takes comparisons out of words', () => {
    expect(pieces('Vds>=60V')).toEqual(['word:Vds', 'comparison:>=', 'word:60V']);
    expect(pieces('>20A <5 ≥2V ≤3 => 4')).toEqual([
      'comparison:>',
      'word:20A',
      'comparison:<',
      'word:5',
      'comparison:>=',
      'word:2V',
      'comparison:<=',
      'word:3',
      'comparison:>=',
      'word:4',
    ]);
  });

  it.each(['-', '–', '&', '/', ',', ';', '()', '...', '!?', '""'])('a lone %s is a mark', (text) => {
    expect(pieces(`a1 ${text} b2`).map((piece) => piece.split(':')[0])).toEqual(['word', 'mark', 'word']);
  });

  it('reads quotes at the start of a term only', () => {
    expect(pieces('"low noise" amp')).toEqual(['quoted:low noise', 'word:amp']);
    expect(pieces('0.1" "2 x 3')).toEqual(['word:0.1"', 'quoted:2 x 3']);
    expect(pieces('“low noise” «op amp»')).toEqual(['quoted:low noise', 'quoted:op amp']);
    expect(pieces('("a b")')).toEqual(['quoted:a b']);
    expect(pieces('x"y')).toEqual(['word:x"y']);
  });

  it('reads exclusions', () => {
    expect(pieces('led -red')).toEqual(['word:led', '!word:red']);
    expect(pieces('led NOT red')).toEqual(['word:led', '!word:red']);
    expect(pieces('led -"two colours"')).toEqual(['word:led', '!quoted:two colours']);
    expect(pieces('NOT "a b" c3')).toEqual(['!quoted:a b', 'word:c3']);
    expect(pieces('-40 -.5V -on')).toEqual(['word:-40', 'word:-.5V', '!word:on']);
    expect(pieces('not red NOT')).toEqual(['word:not', 'word:red', 'mark:NOT']);
    for (const text of ['NOT', ' NOT ', 'NOT,']) expect(pieces(text)).toEqual(['mark:NOT']);
    expect(pieces('NOT , red')).toEqual(['!word:red']);
    expect(pieces('led (-red) -(blue)')).toEqual(['word:led', '!word:red', '!word:blue']);
  });

  it('gives groups and keys', () => {
    const [word] = readQuestion('(SOT-23-5)').words;
    expect(word).toMatchObject({ text: 'SOT-23-5', offset: 0, length: 10, groups: ['sot', '23', '5'], key: 'sot235' });
    expect(readQuestion('Op-Amps').words[0].key).toBe('opamp');
  });
});

describe('the end of a question', () => {
  it('is the 1,000th unit', () => {
    const text = `${'abc '.repeat(10)}${'x'.repeat(2000)}`;
    const { words: all, rest } = readQuestion(text);
    expect(all.length).toBe(11);
    expect(all[10]).toMatchObject({ offset: 40, length: 960 });
    expect(rest).toEqual({ offset: 1000, length: 1040 });
  });

  it('does not split a character', () => {
    const { words: all, rest } = readQuestion(`${'x'.repeat(999)}😀😀`);
    expect(all[0].length).toBe(999);
    expect(rest).toEqual({ offset: 999, length: 4 });
  });

  it('is the 64th word', () => {
    const { words: all, rest } = readQuestion(`${'ab '.repeat(70)} `);
    expect(all.length).toBe(64);
    expect(rest).toEqual({ offset: 192, length: 17 });
    expect(readQuestion('ab '.repeat(64)).rest).toBeUndefined();
  });
});

/** Every character that is no white space belongs to exactly one piece, and the pieces stand in order. */
function expectWhole({ text, words: all, rest }: Question): void {
  const taken = new Uint8Array(text.length);
  let end = 0;
  for (const { offset, length } of [...all, ...(rest ? [rest] : [])]) {
    expect(offset).toBeGreaterThanOrEqual(end);
    expect(length).toBeGreaterThan(0);
    end = offset + length;
    taken.fill(1, offset, end);
  }
  expect(end).toBeLessThanOrEqual(text.length);
  for (let i = 0; i < text.length; i++) if (!/\s/u.test(text[i])) expect(taken[i]).toBe(1);
}

const characters = fc.constantFrom(
  ...'ab1½ 0.,-"–&/()<>=:;$%µΩ电ß NOT\'+_@~×“”\t'.split(''),
  'NOT ',
  ' -',
  ' "',
  'and ',
  '😀',
  '\ud800',
);

describe('properties of the cut', () => {
  it('every character belongs to one piece', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(characters, { maxLength: 80 }).map((all) => all.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => expectWhole(readQuestion(text)),
      ),
      { numRuns: 2000 },
    );
  });

  it('takes a linear time', () => {
    for (const piece of ['"', '-', ' -', 'NOT ', '(', ',', '>', '=', 'a"', '1,', '1/', 'a/1', '😀', '-"'])
      expectWhole(readQuestion(piece.repeat(500)));
    const megabyte = 'x '.repeat(500_000);
    const start = performance.now();
    readQuestion(megabyte);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
