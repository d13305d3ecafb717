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
});
