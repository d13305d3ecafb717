import { fold, tokensOfFolded } from '../../analysis/text.js';
import type { Dictionary } from './dictionary.js';
import { partitionPoint } from './dictionary.js';

/**
 * The tokens of the values of a small dictionary (names, spec strings), made when first asked for: each value as
 * " token token " in one text, so that a phrase is found by searching that text once.
 */
export class ValueTokens {
  private readonly text: string;
  /** Where each value begins in the text; one more at the end. */
  private readonly starts: Uint32Array;

  constructor(private readonly dictionary: Dictionary) {
    this.starts = new Uint32Array(dictionary.size + 1);
    const pieces: string[] = [];
    let length = 0;
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      const piece = ` ${tokensOfFolded(fold(dictionary.value(ordinal))).join(' ')} \n`;
      pieces.push(piece);
      length += piece.length;
      this.starts[ordinal + 1] = length;
    }
    this.text = pieces.join('');
  }

  /** The ordinals of the values in which the tokens (one at least) stand one after the other, ascending. */
  withPhrase(tokens: readonly string[]): number[] {
    const phrase = ` ${tokens.join(' ')} `;
    const found: number[] = [];
    for (let at = this.text.indexOf(phrase); at >= 0; ) {
      const ordinal = partitionPoint(0, this.dictionary.size, (i) => this.starts[i + 1] <= at);
      found.push(ordinal);
      at = this.text.indexOf(phrase, this.starts[ordinal + 1]);
    }
    return found;
  }

  /** The ordinals for which `test` holds of some token or of the whole folded value. */
  withMatch(test: (text: string) => boolean): number[] {
    const found: number[] = [];
    for (let ordinal = 0; ordinal < this.dictionary.size; ordinal++) {
      const tokens = this.text.slice(this.starts[ordinal] + 1, this.starts[ordinal + 1] - 2).split(' ');
      if (tokens.some((token) => token !== '' && test(token)) || test(fold(this.dictionary.value(ordinal)))) found.push(ordinal);
    }
    return found;
  }
}
