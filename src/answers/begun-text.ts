import { characterClass, fold, partNumberForm, SEPARATOR } from '../analysis/text.js';
import { decodeUtf8 } from '../analysis/utf8.js';
import type { ValueTest } from './folded-text.js';

/** Values that go on from a text: a word in them begins with it. Of part numbers, their form begins with that of the text. */
export function beginningTest(text: string, comparesForms: boolean): ValueTest {
  return comparesForms ? new BegunNumber(text) : new BegunWords(text);
}

class BegunWords implements ValueTest {
  private readonly folded: string;
  /** Whether the text begins with a letter or digit, which then begins a word. */
  private readonly beginsWord: boolean;

  constructor(text: string) {
    this.folded = fold(text);
    this.beginsWord = this.folded !== '' && isAlphanumeric(this.folded, 0);
  }

  get isEmpty(): boolean {
    return this.folded === '';
  }

  isIn(text: string): boolean {
    const folded = fold(text);
    for (let at = folded.indexOf(this.folded); at >= 0; at = folded.indexOf(this.folded, at + 1)) {
      if (!this.beginsWord || at === 0 || !isAlphanumeric(folded, at - 1)) return true;
    }
    return false;
  }

  isInBytes(bytes: Uint8Array, from: number, to: number): boolean {
    return this.isIn(decodeUtf8(bytes, from, to));
  }
}

function isAlphanumeric(text: string, at: number): boolean {
  return characterClass(text.codePointAt(at) as number) !== SEPARATOR;
}

class BegunNumber implements ValueTest {
  private readonly form: string;
  private readonly isAscii: boolean;

  constructor(text: string) {
    this.form = partNumberForm(text);
    this.isAscii = [...this.form].every((character) => character < '\x80');
  }

  get isEmpty(): boolean {
    return this.form === '';
  }

  isIn(text: string): boolean {
    return partNumberForm(text).startsWith(this.form);
  }

  isInBytes(bytes: Uint8Array, from: number, to: number): boolean {
    if (!this.isAscii) return this.isIn(decodeUtf8(bytes, from, to));
    let matched = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte > 0x7f) return this.isIn(decodeUtf8(bytes, from, to));
      if (characterClass(byte) === SEPARATOR) continue;
      if ((byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte) !== this.form.charCodeAt(matched)) return false;
      if (++matched === this.form.length) return true;
    }
    return false;
  }
}
