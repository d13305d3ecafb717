/** Hyphens, dashes, minus signs and tildes, also those of Chinese and Japanese texts, dots and colons: what stands between the ends of a range. */
export const BETWEEN = '[-‐‑‒–—―−－~～〜…:]|\\.{2,3}';
const RANGE = new RegExp(`^([A-Za-z]{1,8})([0-9]{1,9})(${BETWEEN})(?:([A-Za-z]{1,8}))?([0-9]{1,9})$`, 'u');
/** Most digits of a last number without letters; one of more is a date or a serial number. */
const MOST_DIGITS = 5;
const SPACED = new RegExp(` ?(${BETWEEN}) ?| ([/+]) `, 'gu');
const SEPARATORS = /[ ,;|&，、；＆]+/u;
/** Words between the ends of a range. */
const TO = /^(?:to|thru|through|bis|à)$/i;
/** Words between references that say nothing more than a comma. */
const AND = /^(?:and|und|et|y)$/i;
/** Letters apart from their number: `R 1`. */
const APART = /(?<![\p{L}\p{N}])([A-Za-z]{1,3}) (?=[0-9]{1,6}(?![\p{L}\p{N}]))/gu;
/** One reference, or a range with both letters. */
const DESIGNATORS = new RegExp(`^([A-Za-z]{1,8})[0-9]{1,9}(?:(?:${BETWEEN})\\1[0-9]{1,9})?$`, 'u');
/** Threads of screws, which a cell may have several times. */
const THREAD = /^M[0-9]{1,2}$/;
const DESIGNATOR = /^[A-Za-z]{1,8}\$?[0-9]{1,9}[A-Za-z]?$/u;
/** What may name several parts, and is not understood: `R1/C2`, `R1-C5`, `R1/2`, `U1A/U1B`. */
const UNCLEAR = /^[A-Za-z]{1,8}[0-9]{1,9}[A-Za-z]?(?:(?:[^\p{L}\p{N}_$.]|\.{2,3})[A-Za-z]{1,8}|[/\\+:])[0-9]/u;

/** The references of a cell. */
export interface CellReferences {
  readonly references: string[];
  /** How many it has, those that it has twice included: what reading it costs. */
  readonly count: number;
  /** The first of them that may name several parts. */
  readonly unclear?: string | undefined;
  /** The first of them that the cell has again, where it counts once. */
  readonly repeated?: string | undefined;
}

/** The pieces of a cell that separators set apart: references, ranges, and words between them. */
export function referencePieces(cell: string): string[] {
  // One blank at most, so that none is looked at again and again.
  const joined = cell
    .replace(/\s+/gu, ' ')
    .replace(SPACED, '$1$2')
    .replace(APART, (text, letters: string) => (letters !== 'Y' && (TO.test(letters) || AND.test(letters)) ? text : letters));
  const pieces = joined.split(SEPARATORS).filter((piece) => piece !== '');
  const named = pieces.length > 1 ? pieces.filter((piece) => !AND.test(piece)) : pieces;
  return named.some((piece) => /[/+]/.test(piece)) ? named.flatMap(piecesOfSigns) : named;
}

/** `R1/R2` and `R1+C2` are two; `R1/C2` may be one part with two names, and `U1/A` is a name. */
function piecesOfSigns(piece: string): readonly string[] {
  const sign = piece.includes('+') ? '+' : '/';
  const pieces = piece.split(sign);
  const letters = pieces.map((one) => DESIGNATORS.exec(one)?.[1]);
  return letters.every((one) => one !== undefined && (sign === '+' || one === letters[0])) ? pieces : [piece];
}

/**
 * The reference designators of a cell: `R1, R2 R5-R7` are `R1`, `R2`, `R5`, `R6`, `R7`.
 * @param most references; behind them the cell is not read
 */
export function referencesOf(cell: string, most = Infinity): CellReferences {
  const pieces = referencePieces(cell);
  const names = namesWithDash(pieces);
  const references: string[] = [];
  let unclear: string | undefined;
  for (let i = 0; i < pieces.length && references.length <= most; i++) {
    const isTo = i + 2 < pieces.length && TO.test(pieces[i + 1]);
    const range = isTo ? rangeOf(`${pieces[i]}-${pieces[i + 2]}`) : names.has(pieces[i]) ? undefined : rangeOf(pieces[i]);
    if (range) pushRange(references, range, most);
    else references.push(pieces[i]);
    if (!range && UNCLEAR.test(pieces[i])) unclear ??= pieces[i];
    if (isTo) i += range ? 2 : 1;
  }
  const { distinct, repeated } = withoutRepeated(references);
  return { references: distinct, count: references.length, unclear, ...(repeated !== undefined && { repeated }) };
}

/** Whether a text is a reference designator, not a word of another kind of reference: `R1`, `U2A`. */
function isDesignator(text: string): boolean {
  return DESIGNATOR.test(text);
}

/** Whether a reference is the name of one part, so that a list has no reason to have it twice: `R1`, but not the thread `M3`. */
export function isOfOnePart(text: string): boolean {
  return isDesignator(text) && !THREAD.test(text);
}

/** References of which those that are there twice count once; words may be there several times. */
function withoutRepeated(references: string[]): { distinct: string[]; repeated?: string | undefined } {
  const seen = new Set<string>();
  let repeated: string | undefined;
  const distinct = references.filter((reference) => {
    if (!seen.has(reference)) return seen.add(reference);
    if (!isOfOnePart(reference)) return true;
    repeated ??= reference;
    return false;
  });
  return repeated === undefined ? { distinct: references } : { distinct, repeated };
}

/**
 * Pieces such as `TP1-1` and `TP1-2`, which are names: no range ends where it begins, and a cell has no two ranges with the same
 * beginning.
 */
function namesWithDash(pieces: readonly string[]): ReadonlySet<string> {
  const byBeginning = new Map<string, Set<string>>();
  for (const piece of pieces) {
    const [, prefix, first, , other] = RANGE.exec(piece) ?? [];
    if (prefix === undefined || other !== undefined) continue;
    const beginning = prefix + first;
    byBeginning.set(beginning, (byBeginning.get(beginning) ?? new Set()).add(piece));
  }
  return new Set([...byBeginning.values()].filter(({ size }) => size > 1).flatMap((same) => [...same]));
}

interface Range {
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  /** Digits of each number, with zeros before it. */
  readonly width: number;
}

/** A range of references, which descends as in `R5-R1` only with both letters; undefined for a text that is none. */
function rangeOf(text: string): Range | undefined {
  const [, prefix, first, between, other, last] = RANGE.exec(text) ?? [];
  if (prefix === undefined || (other ?? prefix) !== prefix) return undefined;
  const [from, to] = [Number(first), Number(last)];
  // `U1:2` is a gate or a pin.
  if (other === undefined && (to <= from || last.length > MOST_DIGITS || between === ':')) return undefined;
  const start = from <= to ? first : last;
  return { prefix, from, to, width: start.startsWith('0') ? start.length : 0 };
}

/** @param most references; one more shows that there are too many */
function pushRange(references: string[], { prefix, from, to, width }: Range, most: number): void {
  const step = from <= to ? 1 : -1;
  for (let number = from; number !== to + step && references.length <= most; number += step) {
    references.push(prefix + (width > 0 ? `${number}`.padStart(width, '0') : number));
  }
}
