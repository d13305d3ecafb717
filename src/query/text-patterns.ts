import { ANY_RUN, Pattern, type PatternPiece } from '../analysis/pattern.js';
import { fold } from '../analysis/text.js';
import { partitionPoint } from '../encoding/partition-point.js';
import type { RowCodes } from '../index/column/row-codes.js';
import { PackedDictionary } from '../index/dictionary/packed-dictionary.js';
import type { Postings } from '../index/postings.js';
import { intersect, RowSet, rowsOf } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Needs } from '../index/section.js';
import type { SegmentField } from '../index/segment.js';
import { addTermRows } from '../index/text/field-terms.js';
import type { TermMasks } from '../index/text/term-masks.js';
import type { TextIndex } from '../index/text/text-index.js';
import type { Label } from '../resolve/describe.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { ExistsLeaf, FlagsLeaf, OrdinalsLeaf } from './leaves.js';
import { type LongLeaf, noRows, or, type PlanNode } from './plan.js';

/** Finding the rows of a term takes about as long as so many steps of a plain loop. */
const TERM_COST = 4;
/** Rows whose values are looked up between two steps. */
const ROWS_AT_ONCE = 1 << 14;
/** Reading a value of a packed dictionary takes longer than reading so many postings. */
const VALUE_COST = 2000;
const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/u;

/** A field of texts: descriptions. */
export interface TextPlace {
  readonly field: SegmentField;
  readonly index: TextIndex;
  /** Mask of the field in the index. */
  readonly wanted: number;
  readonly work: Work;
}

/** A pattern against a field of texts: against single tokens, and against whole values. */
export function* bindTextPattern(parts: readonly PatternPiece[], place: TextPlace, label: Label): Steps<PlanNode> {
  const pattern = new Pattern(parts, fold);
  const { field } = place;
  if (isEverything(pattern)) return bindEverything(pattern, field, label);
  const inTokens = yield* bindTokens(pattern, place, label);
  return matchesWithinTokens(parts) ? inTokens : or([inTokens, yield* bindValues(parts, pattern, place, label)]);
}

/** Adds what `bindTextPattern` needs. */
export function needTextPattern(parts: readonly PatternPiece[], field: SegmentField, index: TextIndex, needs: Needs): void {
  const pattern = new Pattern(parts, fold);
  if (isEverything(pattern)) {
    needs.add(field.codes);
    if (pattern.leastCharacters > 0) needs.add(field.dictionary);
    return;
  }
  needs.add(index.terms).add(index.masks);
  if (!matchesWithinTokens(parts)) needs.add(field.dictionary).add(field.codes);
}

/** Whether every value matches a pattern, or every one that is not empty. */
function isEverything({ codes, leastCharacters }: Pattern): boolean {
  const isRunAtEnd = leastCharacters <= 1 && codes.length === leastCharacters + 1 && codes[leastCharacters] === ANY_RUN;
  return isRunAtEnd && !codes.some((code) => code >= 0);
}

function bindEverything({ leastCharacters }: Pattern, field: SegmentField, label: Label): PlanNode {
  const codes = field.codes.value;
  if (leastCharacters === 0) return new ExistsLeaf(label, codes, field.info.rowCount);
  const dictionary = field.dictionary.value;
  return new OrdinalsLeaf(label, codes, dictionary.upperBound(''), dictionary.size, field.info.rowCount);
}

/**
 * Whether every whole value that a pattern matches has a token that it matches too: one literal of letters and digits with
 * runs around it (`low*`, `*noise*`) stands inside one token wherever it stands. Then the values need not be read.
 */
function matchesWithinTokens(parts: readonly PatternPiece[]): boolean {
  const others = parts.filter(({ kind }) => kind !== 'any_run');
  if (others.length !== 1 || others[0].kind !== 'literal') return false;
  const literal = fold(others[0].text);
  return literal !== '' && !NOT_ALPHANUMERIC.test(literal);
}

/** The tokens that match, each where it stands in the field: one set, however many they are. */
function* bindTokens(pattern: Pattern, { index, wanted, work }: TextPlace, label: Label): Steps<PlanNode> {
  const { terms, postings } = index.terms.value;
  const masks = index.masks.value;
  if (pattern.isPrefixOnly) {
    const from = terms.lowerBound(pattern.prefix);
    const to = terms.prefixEnd(pattern.prefix);
    return from === to ? noRows(label) : new TermsLeaf(label, postings, masks, wanted, { from, to });
  }
  work.begin('comparing words', label);
  const fieldTerms = yield* index.fieldTerms(wanted, work);
  const ordinals = yield* fieldTerms.matching(pattern, work);
  return ordinals.length === 0 ? noRows(label) : new TermsLeaf(label, postings, masks, wanted, ordinals);
}

/** A pattern against whole folded values, which may cross tokens. */
function* bindValues(parts: readonly PatternPiece[], pattern: Pattern, place: TextPlace, label: Label): Steps<PlanNode> {
  const { field, work } = place;
  const dictionary = field.dictionary.value;
  if (!(dictionary instanceof PackedDictionary)) return noRows(label);
  // Values that begin alike stand together in the order of folds.
  const prefix = parts[0].kind === 'literal' ? fold(parts[0].text) : '';
  const { from, to } = valuesFrom(dictionary, prefix);
  if (from === to) return noRows(label);
  const codes = field.codes.value;
  const estimate = field.info.rowCount;
  if (pattern.isPrefixOnly) return new OrdinalsLeaf(label, codes, from, to, estimate);
  work.begin('comparing words', label);
  const candidates: PlanNode[] = [];
  for (const piece of piecesOf(parts)) candidates.push(yield* bindTokens(containing(piece), place, label));
  if (candidates.some(({ kind }) => kind === 'none')) return noRows(label);
  return new ValuesLeaf(label, dictionary, codes, pattern, { from, to }, candidates as TermsLeaf[], estimate);
}

/** The values whose fold begins with a text; blocks of them are unpacked to find them. */
function valuesFrom(dictionary: PackedDictionary, prefix: string): { from: number; to: number } {
  const { size } = dictionary;
  if (prefix === '') return { from: 0, to: size };
  const from = dictionary.lowerBound(prefix);
  return { from, to: partitionPoint(from, size, (at) => fold(dictionary.value(at)).startsWith(prefix)) };
}

/** Texts that every match has inside a token: what is left of the literals between separators. */
function piecesOf(parts: readonly PatternPiece[]): Set<string> {
  const pieces = new Set<string>();
  for (const part of parts) {
    if (part.kind !== 'literal') continue;
    for (const piece of fold(part.text).split(NOT_ALPHANUMERIC)) if (piece !== '') pieces.add(piece);
  }
  return pieces;
}

function containing(text: string): Pattern {
  return new Pattern([{ kind: 'any_run' }, { kind: 'literal', text }, { kind: 'any_run' }], (literal) => literal);
}

/** The rows in which any of some terms stands in one of the wanted fields, not just in any of the index. */
export class TermsLeaf implements LongLeaf {
  readonly kind = 'long_leaf';
  readonly access = 'postings';
  readonly estimate: number;
  readonly cost: number;

  /** @param terms ordinals, or the interval of them */
  constructor(
    readonly label: Label,
    private readonly postings: Postings,
    private readonly masks: TermMasks,
    private readonly wanted: number,
    private readonly terms: Uint32Array | { readonly from: number; readonly to: number },
  ) {
    this.cost = 'from' in terms ? terms.to - terms.from : terms.length;
    this.estimate = postings.rowCount;
  }

  get method(): string {
    return `lists of the rows of ${this.cost} words, united, less those that have them in other fields only`;
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const { postings, masks, wanted, terms } = this;
    const words = scratch.bits();
    const first = 'from' in terms ? terms.from : 0;
    for (let i = 0; i < this.cost; i++) {
      const term = 'from' in terms ? first + i : terms[i];
      addTermRows(term, postings, masks, wanted, words);
      if (scratch.work.spend(TERM_COST + postings.count(term))) yield;
    }
    return RowSet.bits(words);
  }

  *restrict(set: RowSet, scratch: Scratch): Steps<RowSet> {
    return intersect(set, yield* this.toSet(scratch), scratch);
  }
}

/** The rows that have a value of a field that matches a pattern as a whole; the values are read. */
class ValuesLeaf implements LongLeaf {
  readonly kind = 'long_leaf';
  readonly access = 'codes';
  readonly cost: number;
  readonly method = 'values are read and compared, of those rows that have all pieces of the pattern in their words';

  /** @param candidates what every match must meet */
  constructor(
    readonly label: Label,
    private readonly dictionary: PackedDictionary,
    private readonly codes: RowCodes,
    private readonly pattern: Pattern,
    private readonly range: { readonly from: number; readonly to: number },
    private readonly candidates: readonly TermsLeaf[],
    readonly estimate: number,
  ) {
    this.cost = candidates.length > 0 ? codes.length : (range.to - range.from) * VALUE_COST;
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const { range, codes, label, estimate } = this;
    const inRange = new OrdinalsLeaf(label, codes, range.from, range.to, estimate);
    return yield* this.restrict(inRange.toSet(scratch), scratch);
  }

  *restrict(set: RowSet, scratch: Scratch): Steps<RowSet> {
    let rows = set;
    for (const candidate of this.candidates) rows = yield* candidate.restrict(rows, scratch);
    if (rows.count === 0) return rows;
    const { dictionary, label, codes, pattern, estimate } = this;
    const list = rowsOf(rows, scratch);
    const asked = yield* this.valuesOf(list, rows.count, scratch.work);
    const matched = yield* dictionary.matchingFold(pattern, asked, scratch.work);
    return new FlagsLeaf(label, codes, matched, estimate).restrict(RowSet.list(list, rows.count), scratch);
  }

  /** A flag for each value of the range that one of the rows has. */
  private *valuesOf(rows: Uint32Array, count: number, work: Work): Steps<Uint8Array> {
    const { codes, range, dictionary } = this;
    const asked = new Uint8Array(dictionary.size);
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      const to = Math.min(from + ROWS_AT_ONCE, count);
      codes.flagOrdinals(rows.subarray(from, to), asked);
      if (work.spend((to - from) * 2)) yield;
    }
    asked.fill(0, 0, range.from).fill(0, range.to);
    return asked;
  }
}
