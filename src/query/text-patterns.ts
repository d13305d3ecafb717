import { ANY_RUN, Pattern, type PatternPiece } from '../analysis/pattern.js';
import { fold } from '../analysis/text.js';
import { partitionPoint } from '../encoding/partition-point.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import { PackedDictionary } from '../index/dictionary/packed-dictionary.js';
import { PlainDictionary } from '../index/dictionary/plain-dictionary.js';
import type { Needs } from '../index/section.js';
import type { SegmentField } from '../index/segment.js';
import type { TextIndex } from '../index/text/text-index.js';
import type { Label } from '../resolve/describe.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { ExistsLeaf } from './leaves/exists-leaf.js';
import { OrdinalsLeaf } from './leaves/ordinals-leaf.js';
import { TermsLeaf } from './leaves/terms-leaf.js';
import { ValuesLeaf } from './leaves/values-leaf.js';
import { noRows, or, type PlanNode } from './plan.js';

const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/u;
const ALPHANUMERIC_RUNS = /[\p{L}\p{N}]+/gu;
/** Terms that are at most one of this many are read from the dictionary of an index; otherwise those of the wanted fields are gathered. */
const FEW_TERMS = 8;
/** So many values are compared sooner than the rows are found that have the pieces of a pattern. */
const FEW_VALUES = 1024;

/** Some fields of a text index. */
export interface IndexPlace {
  readonly index: TextIndex;
  /** Mask of the fields in the index. */
  readonly wanted: number;
  readonly work: Work;
}

/** A field of a text index: descriptions. */
export interface TextPlace extends IndexPlace {
  readonly field: SegmentField;
}

/** Binds a pattern to a text field: it may match single tokens and whole values. */
export function* bindTextPattern(parts: readonly PatternPiece[], place: TextPlace, label: Label): Steps<PlanNode> {
  const pattern = new Pattern(parts, fold);
  const { field } = place;
  if (isEverything(pattern)) return bindEverything(pattern, field, label);
  const inTokens = yield* bindTokenPattern(pattern, place, label);
  return matchesWithinTokens(parts) ? inTokens : or([inTokens, yield* bindValuePattern(parts, pattern, place, label)]);
}

/** Adds what `bindTextPattern` reads. */
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

/** Whether a pattern matches every value, or every value that is not empty. */
export function isEverything({ codes, leastCharacters }: Pattern): boolean {
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
 * Whether a match of a whole value always has a token that matches too. One literal of letters and digits with runs around it
 * (`low*`, `*noise*`) always lies inside one token. Then the values need not be read.
 */
export function matchesWithinTokens(parts: readonly PatternPiece[]): boolean {
  const others = parts.filter(({ kind }) => kind !== 'any_run');
  if (others.length !== 1 || others[0].kind !== 'literal') return false;
  const literal = fold(others[0].text);
  return literal !== '' && !NOT_ALPHANUMERIC.test(literal);
}

/** The rows of the tokens that match, in the wanted fields: one set, however many tokens there are. */
export function* bindTokenPattern(pattern: Pattern, { index, wanted, work }: IndexPlace, label: Label): Steps<PlanNode> {
  const { terms, postings } = index.terms.value;
  const masks = index.masks.value;
  const { prefix } = pattern;
  const from = prefix.length === 0 ? 0 : terms.lowerBound(prefix);
  const to = prefix.length === 0 ? terms.size : terms.prefixEnd(prefix);
  if (from === to) return noRows(label);
  if (pattern.isPrefixOnly) return new TermsLeaf(label, postings, masks, wanted, { from, to });
  work.begin('comparing words', label);
  const ordinals =
    (to - from) * FEW_TERMS <= terms.size
      ? yield* index.termsIn(from, to, pattern, wanted, work)
      : yield* (yield* index.fieldTerms(wanted, work)).matching(pattern, work);
  return ordinals.length === 0 ? noRows(label) : new TermsLeaf(label, postings, masks, wanted, ordinals);
}

/** A pattern against whole folded values, which may cross tokens. */
export function* bindValuePattern(
  parts: readonly PatternPiece[],
  pattern: Pattern,
  place: TextPlace,
  label: Label,
): Steps<PlanNode> {
  const { field, work } = place;
  const dictionary = field.dictionary.value;
  const isFolded = dictionary instanceof PackedDictionary || dictionary instanceof PlainDictionary;
  if (!isFolded) return noRows(label);
  // Values with the same beginning are neighbours in the order of folds.
  const prefix = parts[0].kind === 'literal' ? fold(parts[0].text) : '';
  const { from, to } = valuesFrom(dictionary, prefix);
  if (from === to) return noRows(label);
  const codes = field.codes.value;
  const estimate = field.info.rowCount;
  if (pattern.isPrefixOnly) return new OrdinalsLeaf(label, codes, from, to, estimate);
  work.begin('comparing words', label);
  if (to - from <= FEW_VALUES) return new ValuesLeaf(label, dictionary, codes, pattern, { from, to }, [], estimate);
  const candidates = yield* bindPieces(parts, place, label);
  if (candidates.some(({ kind }) => kind === 'none')) return noRows(label);
  return new ValuesLeaf(label, dictionary, codes, pattern, { from, to }, candidates as TermsLeaf[], estimate);
}

/** Conditions that every row meets of which a value matches as a whole: it has the pieces of the pattern in its tokens. */
export function* bindPieces(parts: readonly PatternPiece[], place: IndexPlace, label: Label): Steps<PlanNode[]> {
  const candidates: PlanNode[] = [];
  for (const piece of tokenPatternsOf(parts)) candidates.push(yield* bindTokenPattern(piece, place, label));
  return candidates;
}

/** The values whose fold begins with a text; the search unpacks blocks of them. */
function valuesFrom(dictionary: Dictionary, prefix: string): { from: number; to: number } {
  const { size } = dictionary;
  if (prefix === '') return { from: 0, to: size };
  const from = dictionary.lowerBound(prefix);
  return { from, to: partitionPoint(from, size, (at) => fold(dictionary.value(at)).startsWith(prefix)) };
}

/** Texts that every match has inside a token: the literals, split at separators. */
export function piecesOf(parts: readonly PatternPiece[]): Set<string> {
  const pieces = new Set<string>();
  for (const part of parts) {
    if (part.kind !== 'literal') continue;
    for (const piece of fold(part.text).split(NOT_ALPHANUMERIC)) if (piece !== '') pieces.add(piece);
  }
  return pieces;
}

/**
 * Patterns each of which a token of every match meets. The piece of a literal that is next to a separator, or to an end of the pattern,
 * is at an end of its token; a `.` may be inside of one.
 */
function tokenPatternsOf(parts: readonly PatternPiece[]): Pattern[] {
  const patterns = new Map<string, Pattern>();
  parts.forEach((part, i) => {
    if (part.kind !== 'literal') return;
    const folded = fold(part.text);
    for (const { 0: text, index: from } of folded.matchAll(ALPHANUMERIC_RUNS)) {
      const to = from + text.length;
      const beginsToken = from > 0 ? folded[from - 1] !== '.' : i === 0;
      const endsToken = to < folded.length ? folded[to] !== '.' : i === parts.length - 1;
      const run: readonly PatternPiece[] = [{ kind: 'any_run' }];
      const piece = [...(beginsToken ? [] : run), { kind: 'literal' as const, text }, ...(endsToken ? [] : run)];
      patterns.set(`${beginsToken} ${endsToken} ${text}`, new Pattern(piece, (literal) => literal));
    }
  });
  return [...patterns.values()];
}
