import fc from 'fast-check';

/** Characters that folding, tokens, part-number form and UTF-8 treat differently from plain letters. */
const SPECIAL_CHARACTERS = [
  'a', 'Z', 'z', '0', '9', '.', '-', ' ', '_', '/', '\0', '\x7f', '\x80', '™', '℠', '®', 'µ', 'μ', 'Μ', 'Ω', '\u2126', 'ω',
  'é', 'e\u0301', '\u0301', 'İ', 'ı', 'ß', 'ẞ', 'Σ', 'ς', 'ﬀ', '½', '①', '٣', '३', '電', 'カ', '\u3099', 'K', 'Å',
  '\u07ff', '\u0800', '\ud7ff', '\ud800', '\udbff', '\udc00', '\udfff', '\ue000', '\ufeff', '\ufffd', '\uffff',
  '\u{10000}', '😀', '𠮷', '𝟙', '\u{10ffff}',
]; // biome-ignore format: a table

/** Any string that JavaScript has, halves of surrogate pairs included, with characters that collide. */
export const anyString = (maxLength = 12): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...SPECIAL_CHARACTERS) },
      { weight: 1, arbitrary: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) },
      { weight: 1, arbitrary: fc.nat(0x7f).map((unit) => String.fromCharCode(unit)) },
    ),
    maxLength,
    size: 'max',
  });

/** Strings of few characters, so that many are equal or begin alike. */
export const collidingString = (maxLength = 6): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', '1', '.', '-', 'é', 'É', 'Ω', '電', '😀', '\ud83d'), maxLength, size: 'max' });

/** Part numbers, many of which are one but for case and punctuation. */
export const partNumber = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      'RC0603FR-0710KL',
      'rc0603fr 0710kl',
      'RC0603FR',
      'LM-317-T',
      'lm317t',
      'LM317',
      '7400',
      '74HC00',
      '---',
      '.',
      '10kΩ',
      '10KOHM',
    ),
    fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', '-', ' ', 'é', '電', '𠮷'), minLength: 1, maxLength: 6, size: 'max' }),
  );

/** Code points, a half of a surrogate pair being one by itself. */
export const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) as number);

/** -1, 0 or 1. */
export const signOf = (difference: number): number => Math.sign(difference) + 0;
