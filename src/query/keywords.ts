import type { PatternPiece } from '../analysis/pattern.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import type { Postings } from '../index/postings.js';
import { sortUnique } from '../index/row-set/lists.js';
import { BITS, release, rowsOf } from '../index/row-set/row-set.js';
import type { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { TextIndex } from '../index/text/text-index.js';
import type { Universe } from '../index/universe.js';
import { PartNumberPattern } from '../match/part-number-pattern.js';
import { shorten } from '../model/nearest.js';
import { printPattern } from '../parser/print.js';
import { keywordKey, type ResolvedKeyword } from '../resolve/keywords.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { BitsLeaf } from './leaves/bits-leaf.js';
import type { IndexedTerm } from './leaves/field-term-leaf.js';
import { RowsLeaf } from './leaves/rows-leaf.js';
import { bindPartNumberPattern, needPartNumbers } from './part-number-patterns.js';
import { and, evaluate, noRows, not, or, type PlanNode } from './plan.js';
import { bindTerms, findTerms, needPhrase } from './text-terms.js';

/** Adds the sections that binding and running the terms of `q` reads. */
export function needKeywords(keywords: readonly ResolvedKeyword[], segment: Segment, needs: Needs): void {
  const index = segment.text(KEYWORDS);
  for (const keyword of keywords) {
    if (keyword.kind === 'words') {
      needPhrase(index, keyword.tokens, index.searched, needs);
      if (keyword.partNumber !== '') needExactNumbers(utf8Bytes(keyword.partNumber), segment.numberFields, needs);
    } else for (const field of segment.numberFields) needPartNumbers(field, needs);
  }
}

/** Adds the part numbers of the fields that may have a form: few words are part numbers, and those of a catalog take much space. */
function needExactNumbers(form: Uint8Array, fields: readonly SegmentField[], needs: Needs): void {
  for (const field of fields) {
    const { formOrder } = field;
    if (!formOrder.isLoaded) needs.add(formOrder).afterwards((more) => needExactNumbers(form, [field], more));
    else if (formOrder.value.mayHave(form)) field.needForms(needs).add(field.postings);
  }
}

/** What the score of a term needs from one segment. */
export interface BoundKeyword {
  /** The segment's terms of a word or phrase; undefined for a pattern, and if the segment does not have one of the tokens. */
  readonly terms: readonly IndexedTerm[] | undefined;
  /** Row count of each token, in the order of the tokens; for a pattern one row count, of the rows that match. */
  readonly counts: readonly number[];
  /** Rows whose part number is the term, ascending. */
  readonly exactRows: Uint32Array;
  readonly node: PlanNode;
}

/** A bound `q`: the plan of its hits, and what the score needs from each term that is not excluded. */
export interface BoundKeywords {
  readonly node: PlanNode;
  readonly scored: readonly BoundKeyword[];
  /** True if any term is excluded. */
  readonly excludes: boolean;
}

const NONE = new Uint32Array(0);

/** Binds the terms of `q`. Their needs must be loaded. */
export function* bindKeywords(keywords: readonly ResolvedKeyword[], segment: Segment, work: Work): Steps<BoundKeywords> {
  if (keywords.length === 1) return yield* bindOne(keywords[0], segment, work);
  const distinct = new Map<string, BoundKeyword>();
  const nodes = new Set<PlanNode>();
  // A term that is both required and excluded is two conditions.
  const excluded = new Set<PlanNode>();
  const scored: BoundKeyword[] = [];
  for (const keyword of keywords) {
    const key = keywordKey(keyword);
    let bound = distinct.get(key);
    if (!bound) distinct.set(key, (bound = yield* bindKeyword(keyword, segment, work)));
    (keyword.excluded ? excluded : nodes).add(bound.node);
    if (!keyword.excluded) scored.push(bound);
  }
  return { node: and([...nodes, ...Array.from(excluded, not)]), scored, excludes: excluded.size > 0 };
}

/** The most frequent `q`. */
function* bindOne(keyword: ResolvedKeyword, segment: Segment, work: Work): Steps<BoundKeywords> {
  const bound = yield* bindKeyword(keyword, segment, work);
  if (keyword.excluded) return { node: not(bound.node), scored: [], excludes: true };
  return { node: bound.node, scored: [bound], excludes: false };
}

function* bindKeyword(keyword: ResolvedKeyword, segment: Segment, work: Work): Steps<BoundKeyword> {
  if (keyword.kind === 'pattern') return yield* bindPatternTerm(keyword.parts, segment, work);
  const index = segment.text(KEYWORDS);
  const universe = segment.universe(work);
  const terms = yield* findTerms(index, keyword.tokens, work);
  const counts = countsOf(index, keyword.tokens, terms, universe);
  const label = () => `keyword "${shorten(keyword.tokens.join(' '))}"`;
  const phrase = terms ? yield* bindTerms(index, terms, index.searched, label, work) : undefined;
  const exactRows = exactPartNumbers(keyword.partNumber, segment);
  const others = rowsOutside(exactRows, terms, segment);
  const words = phrase ?? noRows(label);
  if (others.length === 0) return { terms, counts, exactRows, node: words };
  const numbers = new RowsLeaf(() => `part number "${shorten(keyword.partNumber)}"`, others);
  return { terms, counts, exactRows, node: or([words, numbers]) };
}

/** Row count of each token, for its idf. */
function countsOf(
  index: TextIndex,
  words: readonly string[],
  found: readonly IndexedTerm[] | undefined,
  universe: Universe,
): number[] {
  const { terms, postings } = index.terms.value;
  if (found) return found.map(({ ordinal }) => universe.countOf(postings, ordinal));
  return words.map((word) => {
    const ordinal = terms.find(word);
    return ordinal < 0 ? 0 : universe.countOf(postings, ordinal);
  });
}

/** The rows of which some part number has this form, ascending. */
function exactPartNumbers(partNumber: string, segment: Segment): Uint32Array {
  if (partNumber === '') return NONE;
  const key = utf8Bytes(partNumber);
  let found: Uint32Array | undefined;
  for (const field of segment.numberFields) {
    if (!field.formOrder.value.mayHave(key)) continue;
    const forms = field.forms.value;
    const from = forms.lowerBound(key);
    const to = forms.equalEnd(key, from);
    for (let place = from; place < to; place++) {
      const rows = rowsOfOrdinal(field.postings.value, forms.order[place]);
      found = found ? united(found, rows) : rows;
    }
  }
  return found ?? NONE;
}

function rowsOfOrdinal(postings: Postings, ordinal: number): Uint32Array {
  const rows = new Uint32Array(postings.count(ordinal));
  postings.collect(ordinal, rows, 0);
  return rows;
}

function united(a: Uint32Array, b: Uint32Array): Uint32Array {
  const rows = new Uint32Array(a.length + b.length);
  rows.set(a);
  rows.set(b, a.length);
  return rows.subarray(0, sortUnique(rows, rows.length));
}

/** The exact rows that the tokens do not find: only a single token finds rows without reading them. */
function rowsOutside(exactRows: Uint32Array, terms: readonly IndexedTerm[] | undefined, segment: Segment): Uint32Array {
  const index = segment.text(KEYWORDS);
  // The postings also have the rows whose token is in a hidden field.
  const hasHidden = index.searched !== (1 << index.fields.length) - 1;
  if (exactRows.length === 0 || terms?.length !== 1 || hasHidden) return exactRows;
  const { postings } = index.terms.value;
  return exactRows.filter((row) => !postings.has(terms[0].ordinal, row));
}

/**
 * A wildcard term: the rows of every part number whose form matches. They are collected now, because the score needs their
 * number.
 */
function* bindPatternTerm(parts: readonly PatternPiece[], segment: Segment, work: Work): Steps<BoundKeyword> {
  const pattern = PartNumberPattern.normalised(parts);
  const label = () => `part number ${shorten(printPattern(parts))}`;
  const leaves: PlanNode[] = [];
  for (const field of segment.numberFields) {
    leaves.push(yield* bindPartNumberPattern(() => field.info.name, field, pattern, segment.rowCount, work));
  }
  const universe = segment.universe(work);
  const { scratch } = universe;
  const set = yield* evaluate(or(leaves), universe);
  const { count } = set;
  let node: PlanNode = noRows(label);
  if (set.kind === BITS) {
    node = new BitsLeaf(label, held(set.words.slice(), work));
    release(set, scratch);
  } else if (count > 0) {
    const rows = rowsOf(set, scratch);
    node = new RowsLeaf(label, held(rows.slice(0, count), work));
    scratch.freeList(rows);
  }
  return { terms: undefined, counts: [count], exactRows: NONE, node };
}

/** An array that is valid until the call ends. */
function held<T extends { readonly byteLength: number }>(array: T, work: Work): T {
  work.hold(array.byteLength);
  return array;
}
