import { partNumberForm, tokens } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { KEYWORDS } from '../encoding/manifest.js';
import { BITS, release, rowsOf } from '../index/row-set/row-set.js';
import type { Segment } from '../index/segment.js';
import { PartNumberPattern } from '../match/part-number-pattern.js';
import { isPrefix } from '../match/pattern.js';
import { type CollectionName, shorten } from '../model/fields.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import type { KeywordTerm, PatternPart } from '../parser/ast.js';
import { readKeywords } from '../parser/keywords.js';
import { printKeywords, printPattern } from '../parser/print.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { BitsLeaf, RowsLeaf } from './known-rows.js';
import type { IndexedTerm } from './leaves.js';
import { bindPartNumberPattern } from './part-number-leaf.js';
import { and, evaluate, noRows, not, or, type PlanNode } from './plan.js';
import { bindPhrase, findTerms } from './text-terms.js';

/** A text of so many characters takes a while to be cut into tokens. */
const LONG_TEXT = 1 << 14;

/** A wildcard term needs so many letters or digits. */
const LEAST_PATTERN_LETTERS = 3;

/** A term of `q` that counts, the same for every segment. */
export type ResolvedKeyword =
  | { readonly kind: 'words'; readonly tokens: readonly string[]; readonly partNumber: string; readonly excluded: boolean }
  | { readonly kind: 'pattern'; readonly parts: readonly PatternPart[]; readonly excluded: boolean };

type KeywordLimits = Pick<Limits, 'terms' | 'wildcards'>;

/** The terms of `q` that count; those that do not are named in `warnings`. */
export interface ResolvedKeywords {
  readonly terms: readonly ResolvedKeyword[];
  readonly warnings: readonly string[];
}

/** Reads and resolves `q` in steps. */
export function* resolveKeywords(
  q: string,
  collection: CollectionName,
  limits: KeywordLimits = DEFAULT_LIMITS,
): Steps<ResolvedKeywords> {
  const { terms: read, unread, warnings: parsed } = yield* readKeywords(q, limits.terms);
  const warnings = [...parsed];
  const terms: ResolvedKeyword[] = [];
  let wildcards = 0;
  let tooMany = 0;
  for (const term of read) {
    // A phrase may be as long as a text may be.
    if (term.kind === 'phrase' && term.text.length > LONG_TEXT) yield;
    if (term.kind === 'pattern' && !isPrefix(term.parts) && ++wildcards > limits.wildcards) {
      tooMany++;
      continue;
    }
    const resolved = term.kind === 'pattern' ? resolvePattern(term, collection) : resolveWords(term);
    if (typeof resolved === 'string')
      warnings.push(`${shorten(printKeywords({ kind: 'keywords', terms: [term] }))} is ignored: ${resolved}`);
    else terms.push(resolved);
  }
  if (tooMany > 0) {
    warnings.push(
      `only ${limits.wildcards} part numbers may have a wildcard before their end: ${tooMany} ${tooMany === 1 ? 'is' : 'are'} ignored`,
    );
  }
  if (unread > 0)
    warnings.push(`only the first ${limits.terms} terms count: ${unread} more ${unread === 1 ? 'is' : 'are'} ignored`);
  return { terms, warnings };
}

function resolveWords(term: KeywordTerm & { kind: 'word' | 'phrase' }): ResolvedKeyword | string {
  const words = tokens(term.text);
  if (words.length === 0) return 'it has no letter or digit';
  return { kind: 'words', tokens: words, partNumber: partNumberForm(term.text), excluded: term.excluded };
}

function resolvePattern(term: KeywordTerm & { kind: 'pattern' }, collection: CollectionName): ResolvedKeyword | string {
  if (collection !== 'parts') return `wildcards look at part numbers, and ${collection} have none`;
  let letters = 0;
  for (const part of term.parts) if (part.kind === 'literal') letters += [...partNumberForm(part.text)].length;
  if (letters < LEAST_PATTERN_LETTERS)
    return `a part number with wildcards needs at least ${LEAST_PATTERN_LETTERS} letters or digits`;
  return { kind: 'pattern', parts: term.parts, excluded: term.excluded };
}

/** What the score of a term needs of one segment. */
export interface BoundKeyword {
  /** The segment's terms of a word or phrase; undefined for a pattern, and where a token stands nowhere. */
  readonly terms: readonly IndexedTerm[] | undefined;
  /** Rows in which each token stands, in the order of the tokens; for a pattern the one number of rows that match. */
  readonly counts: readonly number[];
  /** Rows whose part number is the term, ascending. */
  readonly exactRows: Uint32Array;
  readonly node: PlanNode;
}

/** A bound `q`: the plan of its hits and what the score needs of each term that is not excluded. */
export interface BoundKeywords {
  readonly node: PlanNode;
  readonly scored: readonly BoundKeyword[];
  /** True if some term is excluded. */
  readonly excludes: boolean;
}

const NONE = new Uint32Array(0);

export async function bindKeywords(keywords: readonly ResolvedKeyword[], segment: Segment, work: Work): Promise<BoundKeywords> {
  const distinct = new Map<string, Promise<BoundKeyword>>();
  const binding = keywords.map((keyword) => {
    const key = keywordKey(keyword);
    let bound = distinct.get(key);
    if (!bound) distinct.set(key, (bound = bindKeyword(keyword, segment, work)));
    return bound;
  });
  const bound = await Promise.all(binding);
  const nodes = new Set<PlanNode>();
  // A term that is wanted and excluded is two conditions.
  const excluded = new Set<PlanNode>();
  bound.forEach(({ node }, i) => {
    (keywords[i].excluded ? excluded : nodes).add(node);
  });
  return {
    node: and([...nodes, ...Array.from(excluded, not)]),
    scored: bound.filter((_, i) => !keywords[i].excluded),
    excludes: keywords.some(({ excluded }) => excluded),
  };
}

/** Terms with the same key ask the same. */
function keywordKey(keyword: ResolvedKeyword): string {
  return keyword.kind === 'pattern'
    ? `pattern ${printPattern(keyword.parts)}`
    : `words ${keyword.tokens.join(' ')}\n${keyword.partNumber}`;
}

async function bindKeyword(keyword: ResolvedKeyword, segment: Segment, work: Work): Promise<BoundKeyword> {
  if (keyword.kind === 'pattern') return bindPatternTerm(keyword.parts, segment, work);
  const index = segment.text(KEYWORDS);
  const everywhere = (1 << index.fields.length) - 1;
  const terms = await findTerms(index, keyword.tokens, work);
  const counts = terms ? terms.map(({ count }) => count) : await countsOf(index, keyword.tokens);
  const label = () => `keyword "${shorten(keyword.tokens.join(' '))}"`;
  const phrase = terms ? await bindPhrase(index, keyword.tokens, everywhere, label, work) : undefined;
  const exactRows = await exactPartNumbers(keyword.partNumber, segment);
  const others = await rowsOutside(exactRows, terms, segment);
  const nodes: PlanNode[] = [phrase ?? noRows(label)];
  if (others.length > 0) nodes.push(new RowsLeaf(() => `part number "${shorten(keyword.partNumber)}"`, others));
  return { terms, counts, exactRows, node: or(nodes) };
}

type Index = ReturnType<Segment['text']>;

async function countsOf(index: Index, words: readonly string[]): Promise<number[]> {
  const { terms, postings } = await index.terms();
  return words.map((word) => {
    const ordinal = terms.find(word);
    return ordinal < 0 ? 0 : postings.count(ordinal);
  });
}

/** The rows whose mpn or some sku has this part-number form, ascending. */
async function exactPartNumbers(partNumber: string, segment: Segment): Promise<Uint32Array> {
  if (segment.name !== 'parts' || partNumber === '') return NONE;
  const key = utf8Bytes(partNumber);
  const found: number[] = [];
  for (const name of ['mpn', 'offers.sku']) {
    const field = segment.field(name);
    if (!field) continue;
    const forms = await field.forms();
    const from = forms.lowerBound(key);
    const to = forms.equalEnd(key, from);
    if (from === to) continue;
    const postings = await field.postings();
    for (let place = from; place < to; place++) {
      const ordinal = forms.order[place];
      const rows = new Uint32Array(postings.count(ordinal));
      postings.collect(ordinal, rows, 0);
      for (const row of rows) found.push(row);
    }
  }
  if (found.length === 0) return NONE;
  return Uint32Array.from(new Set(found)).sort();
}

/** The exact rows that the tokens do not find anyway: only a single token finds rows without reading them. */
async function rowsOutside(
  exactRows: Uint32Array,
  terms: readonly IndexedTerm[] | undefined,
  segment: Segment,
): Promise<Uint32Array> {
  if (exactRows.length === 0 || terms?.length !== 1) return exactRows;
  const { postings } = await segment.text(KEYWORDS).terms();
  return exactRows.filter((row) => !postings.has(terms[0].ordinal, row));
}

/** A wildcard term: the rows of every mpn and sku whose form matches, taken now since the score needs their number. */
async function bindPatternTerm(parts: readonly PatternPart[], segment: Segment, work: Work): Promise<BoundKeyword> {
  const pattern = PartNumberPattern.normalised(parts);
  const label = () => `part number ${shorten(printPattern(parts))}`;
  const leaves: PlanNode[] = [];
  for (const name of ['mpn', 'offers.sku']) {
    const field = segment.field(name);
    if (field) leaves.push(await bindPartNumberPattern(() => name, field, pattern, segment.rowCount, work));
  }
  const scratch = work.scratch(segment.scratches);
  const set = await work.run(evaluate(or(leaves), scratch));
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

/** An array that stays until the call ends. */
function held<T extends { readonly byteLength: number }>(array: T, work: Work): T {
  work.hold(array.byteLength);
  return array;
}
