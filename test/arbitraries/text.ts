import fc from 'fast-check';

/**
 * Strings of catalogs and requests. The vocabularies are small, so that values collide: as they are, folded, as part
 * numbers or as numbers. Part of every vocabulary is what breaks search engines.
 */

/** Empty text, half surrogate pairs, characters above the basic plane, marks alone, names of Object's own members. */
const STRANGE = [
  '',
  ' ',
  '\u0301',
  '™',
  '—',
  '😀',
  '𠮷',
  '\ud800',
  '\udc00x',
  '\uFFFD',
  '\uFFFF',
  '\u0000',
  '__proto__',
  'constructor',
  'toString',
  'ﬀ',
  '½',
  'a\u0301',
  '\u200B',
  'x\u00A0y',
  '"',
  '\\',
  '*',
  '?',
  'NOT',
  'AND',
  'or',
  '-',
  '(',
  ':',
  ',',
];

const WORDS = [
  '𠮷a',
  '\uFFFDa',
  'film',
  'Film',
  'FILM',
  'thick',
  'chip',
  'resistor',
  'Résistor',
  'Re\u0301sistor',
  '0.1uF',
  '0.1µF',
  '0.1μF',
  '10kΩ',
  '10k\u2126',
  '10kohm',
  '1.8V',
  '1.8',
  '电阻',
  '贴片',
  'LM317',
  'lm',
  '317',
  'ROHS',
  'x7r',
  'Straße',
  'ﬁlm',
  '①',
  '𝟙',
  'ΟΔΟΣ',
  'οδος',
  'ΟΔΟΣΑ',
  'to-220',
  'and',
  'or',
];

const PART_NUMBERS = [
  'RC0603FR-0710KL',
  'RC0603FR-07 10KL',
  'rc0603fr0710kl',
  'RC0603FR-0710K',
  'RC0402JR-0710KL',
  'LM317T',
  'LM-317-T',
  'lm317t',
  'LM317',
  'LM317T/NOPB',
  '74HC00',
  '74HC 00',
  '7400',
  '---',
  '.',
  '电-1',
  '10kΩ',
  '0.1uF',
  '1.5',
  '15',
  'NE555P',
  'Né555p',
  '𠮷01x',
  'abc\ud800',
  'ΑΒΣ-1',
  'αβς',
  '123456',
  'a',
  'aaa',
  'aaaa',
  'ab',
  'abab',
  'S-1',
  's1',
];

const NAMES = [
  '𠮷a',
  '\uFFFDa',
  'Yageo',
  'yageo',
  'YAGEO Corp',
  'Texas Instruments',
  'Texas',
  'TI™',
  'Würth Elektronik',
  'Wurth',
  '国巨',
  'ΟΔΟΣ Α',
  'Οδος',
  'A-B',
  'A B',
  'a b c',
  'Film Co',
  'Digi-Key',
  'digi key',
  'Tape & Reel',
  'Cut Tape',
];

const NUMBER_TEXTS = [
  '0.1',
  '0.10',
  '1e-1',
  '1.000E-001',
  '+0.1',
  ' 0.1 ',
  '0',
  '-0',
  '0.0',
  '-1',
  '-1.0',
  '1',
  '2',
  '3',
  '5',
  '10',
  '1e-15',
  '0.000000000000001',
  '1e9',
  '1000000000',
  '1E+9',
  '1234567890123456789012345678901234567890',
  '1234567890123456789012345678901234567891',
  '0.1234567890123456789012345678901234567890',
  '1e400',
  '-1e-400',
  '1e1000',
  // Written within the limits, canonical beyond them.
  '10e1000',
  '0.1e-1000',
  `${'7'.repeat(1000)}e-1003`,
  '9007199254740993',
  '9007199254740992',
  '7'.repeat(1000),
];
const NUMBERS = [0.1, 1e-15, 1e9, 1e21, 1e-7, -5, 0, -0, 1, 2, 3, 10, 1.5, 9007199254740992];
const NO_NUMBERS = [
  '',
  'abc',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e1001',
  '1e+1001',
  '7e-1001',
  '.5',
  '5.',
  '1,5',
  '--1',
  '1 0',
  `1${'0'.repeat(1000)}`,
];

export const strangeTexts = (): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...STRANGE) }, fc.string({ unit: 'binary', maxLength: 6 }));

export const words = (): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: strangeTexts() });

/** Texts of some words, as in descriptions. */
export const texts = (): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(words(), fc.constantFrom(' ', ' ', ' ', '-', ', ', '.', '')), { maxLength: 6, size: 'max' })
    .map((pieces) => pieces.map(([word, blank], i) => (i + 1 < pieces.length ? word + blank : word)).join(''));

export const partNumbers = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...PART_NUMBERS) },
    { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', '-', ' '), minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: strangeTexts().filter((text) => text !== '') },
  );

export const names = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 2, arbitrary: words() },
    { weight: 1, arbitrary: strangeTexts() },
  );

/** Numbers as text or as JSON numbers; one in eight is not a number. */
export const numberValues = (): fc.Arbitrary<string | number> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<string | number>(...NUMBER_TEXTS) },
    { weight: 2, arbitrary: fc.constantFrom<string | number>(...NUMBERS) },
    { weight: 1, arbitrary: fc.constantFrom<string | number>(...NO_NUMBERS) },
  );

/** The number in one of the ways to write it: 4.7e3, 4700, a JSON number. */
function written(mantissa: number, exponent: number, how: number): string | number {
  const text = `${mantissa}e${exponent}`;
  if (how === 0 && Math.abs(exponent) <= 300) return Number(text);
  return how === 1 && exponent >= 0 && exponent < 30 ? `${mantissa}${'0'.repeat(exponent)}` : text;
}

/** Numbers as one spec has them, each of another scale: what facets, statistics and ranges of numbers are made for. */
export const NUMBER_SCALES = {
  /** Many decades, as of resistors and capacitors, and some zeros. */
  decades: () =>
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc
          .tuple(fc.constantFrom(1, 1, 1, 22, 47, 12345), fc.integer({ min: -15, max: 12 }), fc.nat(2))
          .map(([mantissa, exponent, how]) => written(mantissa, exponent, how)),
      },
      { weight: 1, arbitrary: fc.constantFrom<string | number>(0, '0.000', '1e-15', '1e12') },
    ),
  /** A handful of values that most parts share. */
  few: () => fc.constantFrom<string | number>(1, 1, 1, '1.0', 2, 2, '5', 10),
  /** A few decades, none of it zero. */
  voltages: () => fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: -1, max: 2 }), fc.nat(2)).map((n) => written(...n)),
  /** On both sides of zero, with a decimal. */
  celsius: () =>
    fc.oneof(
      fc.constantFrom<string | number>(-55, -40, 0, '25', '85.0', 125),
      fc.integer({ min: -600, max: 1500 }).map((n) => n / 10),
    ),
  /** Forty digits, of which the last ones differ, whole or with a fraction. */
  long: () =>
    fc
      .tuple(fc.constantFrom('', '', '-'), fc.nat(999), fc.constantFrom('', 'e-39', 'e-20'))
      .map(([sign, end, exponent]) => `${sign}1234567890123456789012345678901234567${String(end).padStart(3, '0')}${exponent}`),
  /** Near the limits of what is a number. */
  extreme: () =>
    fc
      .tuple(fc.constantFrom('1', '-1', '7', '25', '9'.repeat(40)), fc.constantFrom(-1, 1), fc.integer({ min: 960, max: 1000 }))
      .map(([mantissa, sign, exponent]) => `${mantissa}e${sign * exponent}`),
} satisfies Record<string, () => fc.Arbitrary<string | number>>;

/** Texts of numbers. */
export const numberTexts = (): fc.Arbitrary<string> => fc.constantFrom(...NUMBER_TEXTS);

export const hexUids = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.nat(40).map((n) => n.toString(16).padStart(16, '0')),
    fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }).map((n) => n.toString(16).padStart(16, '0')),
    fc.constantFrom('0000000000000000', 'ffffffffffffffff', '7fffffffffffffff', '8000000000000000'),
  );

/** Uids of parts: 64-bit ones and free text. */
export const partUids = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: hexUids() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('FFFFFFFFFFFFFFFF', '00000000000000A1', 'a', 'Z', 'part 1', 'é', '😀', '\uFFFD', '10', '9', '-'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'x'.repeat(255), 'ä'.repeat(127), '*', 'a:b', '000000000000000'),
    },
    {
      weight: 2,
      arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).filter((text) => !/\p{Surrogate}/u.test(text)),
    },
  );
