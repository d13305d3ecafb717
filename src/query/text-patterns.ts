import { ANY_RUN, Pattern, type PatternPiece } from '../analysis/pattern.js';
import { fold } from '../analysis/text.js';
import { partitionPoint } from '../encoding/partition-point.js';
import { PackedDictionary } from '../index/dictionary/packed-dictionary.js';
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

/** A text field: descriptions. */
export interface TextPlace {
  readonly field: SegmentField;
  readonly index: TextIndex;
  /** Mask of the field in the index. */
  readonly wanted: number;
  readonly work: Work;
}

/** Binds a pattern to a text field: it may match single tokens and whole values. */
export function* bindTextPattern(parts: readonly PatternPiece[], place: TextPlace, label: Label): Steps<PlanNode> {
  const pattern = new Pattern(parts, fold);
  const { field } = place;
  if (isEverything(pattern)) return bindEverything(pattern, field, label);
  const inTokens = yield* bindTokens(pattern, place, label);
  return matchesWithinTokens(parts) ? inTokens : or([inTokens, yield* bindValues(parts, pattern, place, label)]);
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
 * Whether a match of a whole value always has a token that matches too. One literal of letters and digits with runs around it
 * (`low*`, `*noise*`) always lies inside one token. Then the values need not be read.
 */
function matchesWithinTokens(parts: readonly PatternPiece[]): boolean {
  const others = parts.filter(({ kind }) => kind !== 'any_run');
  if (others.length !== 1 || others[0].kind !== 'literal') return false;
  const literal = fold(others[0].text);
  return literal !== '' && !NOT_ALPHANUMERIC.test(literal);
}

/** The rows of the tokens that match, in the wanted fields: one set, however many tokens there are. */
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
  // Values with the same beginning are neighbours in the order of folds.
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

/** The values whose fold begins with a text; the search unpacks blocks of them. */
function valuesFrom(dictionary: PackedDictionary, prefix: string): { from: number; to: number } {
  const { size } = dictionary;
  if (prefix === '') return { from: 0, to: size };
  const from = dictionary.lowerBound(prefix);
  return { from, to: partitionPoint(from, size, (at) => fold(dictionary.value(at)).startsWith(prefix)) };
}

/** Texts that every match has inside a token: the literals, split at separators. */
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
