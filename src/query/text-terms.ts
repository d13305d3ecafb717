import type { Postings } from '../index/postings.js';
import type { TextIndex } from '../index/text/text-index.js';
import { EntryLeaf, FieldTermLeaf, type IndexedTerm, PhraseLeaf } from './leaves.js';
import type { PlanNode } from './plan.js';

export function findTerm(postings: Postings, ordinal: number): IndexedTerm {
  return { ordinal, multi: postings.multiIndex(ordinal), count: postings.count(ordinal) };
}

/** The terms of some tokens, or undefined if one of them stands nowhere. */
export async function findTerms(index: TextIndex, tokens: readonly string[]): Promise<IndexedTerm[] | undefined> {
  const { terms, postings } = await index.terms();
  const found: IndexedTerm[] = [];
  for (const token of tokens) {
    const ordinal = terms.find(token);
    if (ordinal < 0) return undefined;
    found.push(findTerm(postings, ordinal));
  }
  return found;
}

/**
 * The rows in which tokens stand one after the other inside one value of a field of `wanted` (a mask of the index's
 * fields); undefined if there are none.
 */
export async function bindPhrase(index: TextIndex, tokens: readonly string[], wanted: number, what: string): Promise<PlanNode | undefined> {
  const found = await findTerms(index, tokens);
  if (!found) return undefined;
  const { postings } = await index.terms();
  const label = `${what} has "${tokens.join(' ')}"`;
  if (found.length > 1) return new PhraseLeaf(label, postings, await index.tokens(), found, wanted);
  if (wanted === (1 << index.fields.length) - 1) return new EntryLeaf(label, postings, found[0].ordinal);
  return new FieldTermLeaf(label, postings, await index.masks(), found[0], wanted);
}
