/**
 * Text as docs/semantics.md, "Text and part numbers", defines it: fold, tokens, the part-number form, code-point order; and
 * wildcards.
 * Plain and slow on purpose: the engine is held to these lines, so nothing here may be clever.
 */

/** The results of a pure function of a string, remembered: catalogs are folded once a request. */
function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) {
      if (known.size > 20_000) known.clear();
      known.set(text, compute(text));
    }
    return known.get(text) as T;
  };
}

/** A text without the white space of Unicode around it. */
export const trimWhiteSpace = (text: string): string => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');

export const fold = remembered((text) => {
  const lower = text.replace(/[™℠®]/g, '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return lower.replace(/μ/g, 'u').replace(/ω/g, 'ohm').replace(/ς/g, 'σ');
});

export const tokens = remembered(
  (text): readonly string[] => fold(text).match(/(?:[\p{L}\p{N}]|(?<=\p{Nd})\.(?=\p{Nd}))+/gu) ?? [],
);

/** Part-number form. */
export const pn = remembered((text) => fold(text).replace(/[^\p{L}\p{N}]/gu, ''));

/** True if `outer` contains `inner`, its elements one after the other. */
export function occursIn(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.some((_, at) => inner.every((token, i) => outer[at + i] === token));
}

/** Negative, zero or positive by code points, where JavaScript's `<` compares UTF-16 units. */
export function compareText(a: string, b: string): number {
  const x = [...a];
  const y = [...b];
  for (let i = 0; i < x.length && i < y.length; i++) {
    if (x[i] !== y[i]) return (x[i].codePointAt(0) as number) - (y[i].codePointAt(0) as number);
  }
  return x.length - y.length;
}

export const ANY_RUN = Symbol('*');
export const ANY_ONE = Symbol('?');
/** A wildcard term: literal texts, escapes resolved, between wildcards. */
export type Pattern = readonly (string | typeof ANY_RUN | typeof ANY_ONE)[];

/** A written word: escapes resolved (a last backslash is literal), `*` and `?` made wildcards. */
export function readWord(written: string): Pattern {
  const pattern: Pattern[number][] = [];
  for (const [piece] of written.matchAll(/\\?./gsu)) {
    const last = pattern.at(-1);
    const literal = piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece;
    if (piece === '*' || piece === '?') pattern.push(piece === '*' ? ANY_RUN : ANY_ONE);
    else if (typeof last === 'string') pattern[pattern.length - 1] = last + literal;
    else pattern.push(literal);
  }
  return pattern;
}

/** The inside of a written phrase, in which nothing is a wildcard. */
export function readPhrase(written: string): string {
  return written.replace(/\\(.)/gsu, '$1');
}

/** The text of a word without wildcards, undefined for others. */
export function plainText(pattern: Pattern): string | undefined {
  return pattern.every((piece) => typeof piece === 'string') ? pattern.join('') : undefined;
}

/** The pattern with its literal texts brought to the form that it is compared in. */
export function mapLiterals(pattern: Pattern, change: (literal: string) => string): Pattern {
  return pattern.map((piece) => (typeof piece === 'string' ? change(piece) : piece));
}

/** True if the pattern matches the whole text; `?` is one code point. */
export function matchesWhole(pattern: Pattern, text: string): boolean {
  return wholeMatcher(pattern)(text);
}

/** The same for one pattern and many texts. */
export function wholeMatcher(pattern: Pattern): (text: string) => boolean {
  const pieces = pattern.flatMap<string | symbol>((piece) => (typeof piece === 'string' ? [...piece] : [piece]));
  return (text) => {
    const characters = [...text];
    // The places in the text that can be reached by what is read of the pattern.
    let reached = new Set([0]);
    for (const piece of pieces) {
      if (reached.size === 0) return false;
      const next = new Set<number>();
      if (piece === ANY_RUN) for (let end = Math.min(...reached); end <= characters.length; end++) next.add(end);
      else
        for (const at of reached) if (at < characters.length && (piece === ANY_ONE || piece === characters[at])) next.add(at + 1);
      reached = next;
    }
    return reached.has(characters.length);
  };
}
