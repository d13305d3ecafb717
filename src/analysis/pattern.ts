import { utf8Bytes } from './utf8.js';

/**
 * A piece of a wildcard pattern, escapes resolved: literal text, exactly one character (`?`), or any run of characters (`*`). The
 * parser joins adjacent literals and collapses `**`.
 */
export type PatternPiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'any_one' }
  | { readonly kind: 'any_run' };

/** Whether a pattern is a text followed by anything: its matches are adjacent in every sorted dictionary. */
export function isPrefix(pieces: readonly PatternPiece[]): boolean {
  return pieces.length === 2 && pieces[0].kind === 'literal' && pieces[1].kind === 'any_run';
}

/** Codes of a pattern, below those of its literal bytes. */
export const ANY_ONE = -1;
export const ANY_RUN = -2;

/**
 * A wildcard pattern over UTF-8 bytes. `?` is one code point, `*` any run of them. Matching backtracks to the last `*` only, so
 * it takes at most (length of the text) × (length of the pattern) steps and no recursion.
 */
export class Pattern {
  /** Literal bytes, ANY_ONE and ANY_RUN. Of adjacent wildcards the run comes last, and once: `*?*` and `?*` are the same. */
  readonly codes: Int32Array;
  /** The literal bytes before the first wildcard. */
  readonly prefix: Uint8Array;
  /** True if there is no wildcard. */
  readonly isLiteral: boolean;
  /** True if the pattern is its prefix followed by anything. */
  readonly isPrefixOnly: boolean;
  /** Fewest and most code points of a text that matches; Infinity for no bound. */
  readonly leastCharacters: number;
  readonly mostCharacters: number;

  /** @param normalise brings literals into the form of the texts to match */
  constructor(pieces: readonly PatternPiece[], normalise: (literal: string) => string) {
    const codes: number[] = [];
    let characters = 0;
    let hasRun = false;
    for (const piece of pieces) {
      if (piece.kind === 'literal') {
        for (const byte of utf8Bytes(normalise(piece.text))) {
          codes.push(byte);
          if (beginsCharacter(byte)) characters++;
        }
      } else if (piece.kind === 'any_one') {
        characters++;
        // Before a run, not after it: a literal that normalises to nothing can leave adjacent wildcards, too.
        const isAfterRun = codes.at(-1) === ANY_RUN;
        if (isAfterRun) codes[codes.length - 1] = ANY_ONE;
        codes.push(isAfterRun ? ANY_RUN : ANY_ONE);
      } else if (codes.at(-1) !== ANY_RUN) {
        codes.push(ANY_RUN);
        hasRun = true;
      }
    }
    // Loops: to make arrays of other arrays took most of the time of this constructor.
    this.codes = new Int32Array(codes.length);
    for (let i = 0; i < codes.length; i++) this.codes[i] = codes[i];
    let literals = 0;
    while (literals < codes.length && codes[literals] >= 0) literals++;
    this.isLiteral = literals === codes.length;
    this.isPrefixOnly = literals === codes.length - 1 && codes[literals] === ANY_RUN;
    this.prefix = new Uint8Array(literals);
    for (let i = 0; i < literals; i++) this.prefix[i] = codes[i];
    this.leastCharacters = characters;
    this.mostCharacters = hasRun ? Number.POSITIVE_INFINITY : characters;
  }

  /** Whether the pattern matches the whole of `bytes[from, to)`. */
  matches(bytes: Uint8Array, from: number, to: number): boolean {
    const { codes } = this;
    let at = from;
    let code = 0;
    let runCode = -1;
    let runAt = from;
    while (at < to) {
      const wanted = code < codes.length ? codes[code] : ANY_RUN - 1;
      if (wanted === ANY_RUN) {
        runCode = ++code;
        runAt = at;
      } else if (wanted === ANY_ONE) {
        at = nextCharacter(bytes, at, to);
        code++;
      } else if (wanted === bytes[at]) {
        at++;
        code++;
      } else if (runCode >= 0) {
        code = runCode;
        runAt = nextCharacter(bytes, runAt, to);
        at = runAt;
      } else return false;
    }
    while (code < codes.length && codes[code] === ANY_RUN) code++;
    return code === codes.length;
  }

  /** Whether the pattern matches the whole of a string. */
  matchesText(text: string): boolean {
    const bytes = utf8Bytes(text);
    return this.matches(bytes, 0, bytes.length);
  }
}

/** Whether a byte of UTF-8 begins a character. */
export function beginsCharacter(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

/** Characters (code points) of `bytes[from, to)`. */
export function countCharacters(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (beginsCharacter(bytes[at])) count++;
  return count;
}

/** End of the code point that begins at `at`. */
export function nextCharacter(bytes: Uint8Array, at: number, to: number): number {
  at++;
  while (at < to && !beginsCharacter(bytes[at])) at++;
  return at;
}
