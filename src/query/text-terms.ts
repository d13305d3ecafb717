import type { Postings } from '../index/postings.js';
import type { Needs } from '../index/section.js';
import type { TextIndex } from '../index/text/text-index.js';
import type { Label } from '../resolve/describe.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { EntryLeaf } from './leaves/entry-leaf.js';
import { FieldTermLeaf, type IndexedTerm } from './leaves/field-term-leaf.js';
import { PhraseLeaf, type PhraseStep } from './leaves/phrase-leaf.js';
import type { PlanNode } from './plan.js';

/** Looking up a term, or a pair of terms, takes about as long as this many steps of a plain loop. */
const LOOK_UP_COST = 1000;
const PAIR_COST = 100;

function findTerm(postings: Postings, ordinal: number): IndexedTerm {
  return { ordinal, multi: postings.multiIndex(ordinal), count: postings.count(ordinal) };
}

/** The terms of some tokens, or undefined if the index does not have one of them. */
export function* findTerms(index: TextIndex, tokens: readonly string[], work: Work): Steps<IndexedTerm[] | undefined> {
  const { terms, postings } = index.terms.value;
  const found: IndexedTerm[] = [];
  for (const token of tokens) {
    const ordinal = terms.find(token);
    if (ordinal < 0) return undefined;
    found.push(findTerm(postings, ordinal));
    if (work.spend(LOOK_UP_COST)) yield;
  }
  return found;
}

/** Adds what `bindPhrase` reads. */
export function needPhrase(index: TextIndex, tokens: readonly string[], wanted: number, needs: Needs): void {
  needs.add(index.terms);
  if (tokens.length > 1) needs.add(index.pairs).add(index.tokens);
  else if (wanted !== (1 << index.fields.length) - 1) needs.add(index.masks);
}

/**
 * The rows that have some tokens, one after the other, inside one value of a field of `wanted` (a mask of the index's fields);
 * undefined if there are none.
 */
export function* bindPhrase(
  index: TextIndex,
  tokens: readonly string[],
  wanted: number,
  label: Label,
  work: Work,
): Steps<PlanNode | undefined> {
  const found = yield* findTerms(index, tokens, work);
  return found && (yield* bindTerms(index, found, wanted, label, work));
}

/** The same for tokens that are looked up already. */
export function* bindTerms(
  index: TextIndex,
  found: readonly IndexedTerm[],
  wanted: number,
  label: Label,
  work: Work,
): Steps<PlanNode | undefined> {
  const { postings } = index.terms.value;
  const everyField = (1 << index.fields.length) - 1;
  if (found.length > 1) {
    const steps = yield* phraseSteps(index, found, work);
    if (!steps) return undefined;
    if (steps.decisive && wanted === everyField) return new PhraseLeaf(label, steps.list, undefined);
    const stream = index.tokens.value;
    return new PhraseLeaf(label, steps.list, { stream, phrase: stream.encode(found), wanted, everyField });
  }
  if (wanted === everyField) return new EntryLeaf(label, postings, found[0].ordinal);
  return new FieldTermLeaf(label, postings, index.masks.value, found[0], wanted);
}

/**
 * The postings that contain a phrase's rows: pairs of neighbours if both are frequent, otherwise single tokens. A pair that is
 * the whole phrase is exact. Undefined if no text has two neighbours of the phrase.
 */
function* phraseSteps(
  index: TextIndex,
  terms: readonly IndexedTerm[],
  work: Work,
): Steps<{ list: PhraseStep[]; decisive: boolean } | undefined> {
  const { postings } = index.terms.value;
  const pairs = fastPaths.phrasePairs ? index.pairs.value : undefined;
  const paired = new Uint8Array(terms.length);
  const list: PhraseStep[] = [];
  for (let i = 0; pairs && i + 1 < terms.length; i++) {
    const entry = pairs.find(terms[i].multi, terms[i + 1].multi);
    if (work.spend(PAIR_COST)) yield;
    if (entry === undefined) continue;
    if (entry < 0) return undefined;
    list.push({ postings: pairs.postings, entry, count: pairs.postings.count(entry) });
    paired.fill(1, i, i + 2);
  }
  const decisive = terms.length === 2 && list.length === 1;
  terms.forEach(({ ordinal, count }, i) => {
    if (paired[i] === 0) list.push({ postings, entry: ordinal, count });
  });
  return { list, decisive };
}
