/** Part of a text, from its first character to before its last. */
export type Span = readonly [from: number, to: number];

/** A decoded text, and for each character (and the end) its offset in the text that it was decoded from. */
interface Decoded {
  readonly text: string;
  readonly origins: readonly number[] | undefined;
}

/** Levels of percent-encoding that are decoded. */
const MOST_DECODINGS = 4;
/** A byte takes three characters, and with each further encoding two more. */
const LONGEST_ENCODED = 3 + 2 * (MOST_DECODINGS - 1);
const FIRSTS = 65_536;

/**
 * Finds keys anywhere in texts, percent-encoded in part or several times over, with blanks as `+` or not. The cost grows with the
 * text and the number of different key lengths, not with the number of keys.
 */
export class KeyFinder {
  private readonly forms = new Set<string>();
  private readonly lengths = new Set<number>();
  /** The hashes of the first two characters: they dismiss nearly every position of a text. */
  private readonly firsts = new Uint8Array(FIRSTS);
  /** The maximum number of characters of an encoded key. */
  longest = 0;

  /** Adds keys. None is ever removed: an earlier key must not be in a log either. */
  add(keys: Iterable<string>): void {
    for (const key of keys) {
      // A URL has UTF-8 bytes where a text has characters.
      for (const form of new Set([key, asBytes(key)])) this.addForm(form.replaceAll('+', ' '));
    }
  }

  /** The spans of keys in a text, in no order; they may overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    let decoded: Decoded | undefined = { text, origins: undefined };
    for (let times = 0; decoded && times <= MOST_DECODINGS; times++) {
      this.findIn(decoded, spans);
      decoded = decodeOnce(decoded);
    }
    return spans;
  }

  private addForm(form: string): void {
    if (form === '') return;
    this.forms.add(form);
    this.lengths.add(form.length);
    this.longest = Math.max(this.longest, form.length * LONGEST_ENCODED);
    // The second character of a key of one character is whatever follows it.
    if (form.length === 1) this.firsts.fill(1);
    else this.firsts[hashAt(form, 0)] = 1;
  }

  private findIn({ text, origins }: Decoded, spans: Span[]): void {
    const plain = text.replaceAll('+', ' ');
    for (let from = 0; from < plain.length; from++) {
      if (this.firsts[hashAt(plain, from)] === 0) continue;
      for (const length of this.lengths) {
        const to = from + length;
        if (to > plain.length || !this.forms.has(plain.slice(from, to))) continue;
        spans.push(origins ? [origins[from], origins[to]] : [from, to]);
      }
    }
  }
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 251 + (text.charCodeAt(at + 1) || 0)) % FIRSTS;
}

/** The bytes of UTF-8, each as the character with its number. */
function asBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** Decodes one level of percent-encoding; undefined if there is none. Invalid escapes stay. */
function decodeOnce({ text, origins }: Decoded): Decoded | undefined {
  const escapes = /%([0-9a-f]{2})/gi;
  const pieces: string[] = [];
  const starts: number[] = [];
  let end = 0;
  for (let found = escapes.exec(text); found; found = escapes.exec(text)) {
    for (let at = end; at <= found.index; at++) starts.push(origins ? origins[at] : at);
    pieces.push(text.slice(end, found.index), String.fromCharCode(Number.parseInt(found[1], 16)));
    end = escapes.lastIndex;
  }
  if (end === 0) return undefined;
  pieces.push(text.slice(end));
  for (let at = end; at <= text.length; at++) starts.push(origins ? origins[at] : at);
  return { text: pieces.join(''), origins: starts };
}
