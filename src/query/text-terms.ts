import type { Postings } from '../index/postings.js';
import type { TextIndex } from '../index/text/text-index.js';
import type { Label } from '../resolve/describe.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Work } from '../work/work.js';
import { EntryLeaf, FieldTermLeaf, type IndexedTerm } from './leaves.js';
import { PhraseLeaf, type PhraseStep } from './phrase-leaf.js';
import type { PlanNode } from './plan.js';

/** Looking a term up, and a pair of them, takes about as long as so many steps of a plain loop. */
const LOOK_UP_COST = 1000;
const PAIR_COST = 100;

export function findTerm(postings: Postings, ordinal: number): IndexedTerm {
  return { ordinal, multi: postings.multiIndex(ordinal), count: postings.count(ordinal) };
}

/** The terms of some tokens, or undefined if one of them stands nowhere. */
export async function findTerms(index: TextIndex, tokens: readonly string[], work: Work): Promise<IndexedTerm[] | undefined> {
  const { terms, postings } = await index.terms();
  const found: IndexedTerm[] = [];
  for (const token of tokens) {
    const ordinal = terms.find(token);
    if (ordinal < 0) return undefined;
    found.push(findTerm(postings, ordinal));
    if (work.spend(LOOK_UP_COST)) await work.giveWay();
  }
  return found;
}

/**
 * The rows in which tokens stand one after the other inside one value of a field of `wanted` (a mask of the index's
 * fields); undefined if there are none.
 */
export async function bindPhrase(
  index: TextIndex,
  tokens: readonly string[],
  wanted: number,
  label: Label,
  work: Work,
): Promise<PlanNode | undefined> {
  const found = await findTerms(index, tokens, work);
  if (!found) return undefined;
  const { postings } = await index.terms();
  const everyField = (1 << index.fields.length) - 1;
  if (found.length > 1) {
    const steps = await phraseSteps(index, found, work);
    if (!steps) return undefined;
    if (steps.decisive && wanted === everyField) return new PhraseLeaf(label, steps.list, undefined);
    const stream = await index.tokens();
    return new PhraseLeaf(label, steps.list, { stream, phrase: stream.encode(found), wanted, everyField });
  }
  if (wanted === everyField) return new EntryLeaf(label, postings, found[0].ordinal);
  return new FieldTermLeaf(label, postings, await index.masks(), found[0], wanted);
}

/**
 * The postings that a phrase's rows are in: pairs of neighbours where both are frequent, else single tokens. One pair
 * that is the whole phrase decides it. Undefined if two neighbours stand nowhere.
 */
async function phraseSteps(
  index: TextIndex,
  terms: readonly IndexedTerm[],
  work: Work,
): Promise<{ list: PhraseStep[]; decisive: boolean } | undefined> {
  const { postings } = await index.terms();
  const pairs = fastPaths.phrasePairs ? await index.pairs() : undefined;
  const paired = new Uint8Array(terms.length);
  const list: PhraseStep[] = [];
  for (let i = 0; pairs && i + 1 < terms.length; i++) {
    const entry = pairs.find(terms[i].multi, terms[i + 1].multi);
    if (work.spend(PAIR_COST)) await work.giveWay();
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
