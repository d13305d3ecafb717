import { describe, expect, it } from 'vitest';
import { tokens } from '../../../src/analysis/text.js';
import { Tokenizer } from '../../../src/analysis/tokenizer.js';
import { decodeUtf8 } from '../../../src/analysis/utf8.js';
import { forAll } from '../for-all.js';
import { anyString } from './strings.js';

function run(tokenizer: Tokenizer, text: string): string[] {
  const count = tokenizer.run(text);
  return Array.from({ length: count }, (_, i) => decodeUtf8(tokenizer.bytes, tokenizer.starts[i], tokenizer.ends[i]));
}

describe('Tokenizer', () => {
  it('cuts any string as tokens() does, one after the other', () => {
    const tokenizer = new Tokenizer();
    forAll([anyString(20)], (text) => expect(run(tokenizer, text)).toEqual(tokens(text)), 300);
  });

  it('grows with long texts of short tokens', () => {
    const tokenizer = new Tokenizer();
    for (const text of ['a '.repeat(5000), 'é '.repeat(5000), 'x'.repeat(20_000), '電'.repeat(20_000), '1.1 '.repeat(3000)]) {
      expect(run(tokenizer, text)).toEqual(tokens(text));
    }
  });

  it('has room for texts that folding makes many times longer', () => {
    // One code unit that NFKD takes apart into eighteen.
    const text = '\ufdfa'.repeat(3000);
    expect(run(new Tokenizer(), text)).toEqual(tokens(text));
  });
});
