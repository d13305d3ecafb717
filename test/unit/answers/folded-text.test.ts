import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/analysis/text.js';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import { FoldedText } from '../../../src/answers/folded-text.js';

const texts = () => fc.oneof(fc.string({ maxLength: 8 }), fc.stringMatching(/^[aAbB1 ÄäΩµ]{0,6}$/));

describe('a folded text', () => {
  it('is in a text, as characters or as bytes, if its fold is in the fold', () => {
    fc.assert(
      fc.property(texts(), texts(), (text, wanted) => {
        const folded = new FoldedText(wanted);
        const expected = fold(text).includes(fold(wanted));
        expect(folded.isIn(text)).toBe(expected);
        const bytes = utf8Bytes(`x${text}y`);
        expect(folded.isInBytes(bytes, 1, bytes.length - 1)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
    expect(new FoldedText('OHM').isIn('10 kΩ')).toBe(true);
  });

  it('is empty where nothing of it is left', () => {
    for (const text of ['', '™', '\u0301']) expect(new FoldedText(text).isEmpty).toBe(true);
    expect(new FoldedText(' ').isEmpty).toBe(false);
  });
});
