import { describe, expect, it } from 'vitest';
import { tokens } from '../../../src/analysis/text.js';
import { Tokenizer } from '../../../src/analysis/tokenizer.js';
import { decodeUtf8, utf8Bytes } from '../../../src/analysis/utf8.js';
import { forAll } from '../../support/for-all.js';
import { anyString } from '../../support/strings.js';

function cut(tokenizer: Tokenizer, count: number): string[] {
  return Array.from({ length: count }, (_, i) => decodeUtf8(tokenizer.bytes, tokenizer.starts[i], tokenizer.ends[i]));
}

const run = (tokenizer: Tokenizer, text: string) => cut(tokenizer, tokenizer.run(text));

/** The tokens of a UTF-8 text among other bytes. */
function runUtf8(tokenizer: Tokenizer, text: string): string[] {
  const bytes = utf8Bytes(`1.${text}.1`);
  return cut(tokenizer, tokenizer.runUtf8(bytes, 2, bytes.length - 2));
}

describe('Tokenizer', () => {
  it('cuts any string as tokens() does, one after the other', () => {
    const tokenizer = new Tokenizer();
    const check = (text: string) => {
      expect(run(tokenizer, text)).toEqual(tokens(text));
      expect(runUtf8(tokenizer, text)).toEqual(tokens(text));
    };
    forAll([anyString(20)], check, 300);
    check('a \ud800™\udc00 \ud800\udc00b');
  });

  it('grows with long texts of short tokens', () => {
    const tokenizer = new Tokenizer();
    for (const text of ['a '.repeat(5000), 'é '.repeat(5000), 'x'.repeat(20_000), '電'.repeat(20_000), '1.1 '.repeat(3000)]) {
      expect(run(tokenizer, text)).toEqual(tokens(text));
      expect(runUtf8(new Tokenizer(), text)).toEqual(tokens(text));
    }
  });

  it('has room for texts that folding makes many times longer', () => {
    // One code unit that NFKD takes apart into eighteen.
    const text = '\ufdfa'.repeat(3000);
    expect(run(new Tokenizer(), text)).toEqual(tokens(text));
    expect(runUtf8(new Tokenizer(), text)).toEqual(tokens(text));
  });

  /** The tokens with what is at their places in the text. */
  function placed(text: string): [string, string][] {
    const tokenizer = new Tokenizer();
    const count = tokenizer.run(text);
    return Array.from({ length: count }, (_, i) => [tokenizer.token(i), text.slice(tokenizer.from(i), tokenizer.to(i))]);
  }

  it.each<[string, [string, string][]]>([
    [
      'Timer, 0.1uF',
      [
        ['timer', 'Timer'],
        ['0.1uf', '0.1uF'],
      ],
    ],
    [
      '10 kΩ ±5 %',
      [
        ['10', '10'],
        ['kohm', 'kΩ'],
        ['5', '5'],
      ],
    ],
    [
      'x Ωm 100µF',
      [
        ['x', 'x'],
        ['ohmm', 'Ωm'],
        ['100uf', '100µF'],
      ],
    ],
    // A ligature, full width, a letter beyond the BMP, marks before and behind.
    [
      'oﬃce ＬＭ３５８ 𝐀𝐁c',
      [
        ['office', 'oﬃce'],
        ['lm358', 'ＬＭ３５８'],
        ['abc', '𝐀𝐁c'],
      ],
    ],
    [
      'cafe\u0301 Re\u0301s\u0301 x',
      [
        ['cafe', 'cafe\u0301'],
        ['res', 'Re\u0301s\u0301'],
        ['x', 'x'],
      ],
    ],
    [
      '\u0301a é',
      [
        ['a', 'a'],
        ['e', 'é'],
      ],
    ],
    // Trade marks are nothing: inside a token they are in its place, behind it they are not.
    [
      'Thin™Film® x',
      [
        ['thinfilm', 'Thin™Film'],
        ['x', 'x'],
      ],
    ],
    // One character that folds to two tokens.
    [
      '½ 3½x',
      [
        ['1', '½'],
        ['2', '½'],
        ['31', '3½'],
        ['2x', '½x'],
      ],
    ],
    [
      '1⒈5 ⅓',
      [
        ['11.5', '1⒈5'],
        ['1', '⅓'],
        ['3', '⅓'],
      ],
    ],
    ['é', [['e', 'é']]],
    ['é €', [['e', 'é']]],
  ])('knows the places of the tokens of %j', (text, expected) => {
    expect(placed(text)).toEqual(expected);
  });

  it('has the places of all tokens in order, also after a longer text', () => {
    const tokenizer = new Tokenizer();
    forAll(
      [anyString(30)],
      (text) => {
        const count = tokenizer.run(text);
        for (let i = 0; i < count; i++) {
          expect(tokenizer.from(i)).toBeLessThan(tokenizer.to(i));
          expect(tokenizer.to(i)).toBeLessThanOrEqual(text.length);
          if (i > 0) expect(tokenizer.from(i)).toBeGreaterThanOrEqual(tokenizer.to(i - 1) - 1);
          // What is there, cut alone, contains the token.
          expect(tokens(text.slice(tokenizer.from(i), tokenizer.to(i))).join(' ')).toContain(tokenizer.token(i));
        }
      },
      300,
    );
  });
});
