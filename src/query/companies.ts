import { fold, tokens } from '../analysis/text.js';
import { KEYWORDS } from '../encoding/manifest.js';
import { Lazy } from '../index/lazy.js';
import { rowsOf } from '../index/row-set/row-set.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { shorten } from '../model/fields.js';
import type { Work } from '../work/work.js';
import { CompanyLeaf, type CompanyValues } from './company-leaf.js';
import { evaluate, noRows, type PlanNode } from './plan.js';
import { bindPhrase } from './text-terms.js';

/** Documents that are read at a time. */
const BATCH = 512;

/** The fields in which parts tell of a brand, a manufacturer or sellers. */
export interface CompanyFields {
  readonly name: string;
  readonly uid: string;
}

export const BRAND: CompanyFields = { name: 'brand.name', uid: 'brand.uid' };
export const MANUFACTURER: CompanyFields = { name: 'manufacturer.name', uid: 'manufacturer.uid' };
export const SELLER: CompanyFields = { name: 'offers.seller.name', uid: 'offers.seller.uid' };

/** The records of brands, manufacturers or sellers, found by their names. */
export class CompanyRecords {
  private readonly withoutTokens = new Lazy(() => this.readWithoutTokens());

  constructor(private readonly segments: readonly Segment[]) {}

  /** The uids of the records that have a text as a phrase in their name or in one alias, or are called by it if it has no token. */
  async uidsNamed(text: string, work: Work): Promise<readonly string[]> {
    const words = tokens(text);
    if (words.length === 0) return (await this.withoutTokens.get()).get(fold(text)) ?? [];
    const uids: string[] = [];
    for (const segment of this.segments) {
      const field = segment.field('uid');
      if (!field) continue;
      const index = segment.text(KEYWORDS);
      const node = await bindPhrase(index, words, (1 << index.fields.length) - 1, () => 'name', work);
      if (!node) continue;
      const dictionary = await field.dictionary();
      const ranks = await segment.uidRanks();
      const scratch = work.scratch(segment.scratches);
      scratch.reset();
      const set = await work.run(evaluate(node, scratch));
      const { count } = set;
      const rows = rowsOf(set, scratch);
      for (let i = 0; i < count; i++) uids.push(dictionary.value(ranks[rows[i]]));
      scratch.reset();
    }
    return uids;
  }

  /** The uids by the fold of the names that have no token: no text index has these, so the records are read, once. */
  private async readWithoutTokens(): Promise<ReadonlyMap<string, readonly string[]>> {
    const uids = new Map<string, string[]>();
    for (const segment of this.segments) {
      for (let at = 0; at < segment.rowCount; at += BATCH) {
        const numbers = Array.from({ length: Math.min(BATCH, segment.rowCount - at) }, (_, i) => at + i);
        for (const record of await segment.documents.read(numbers)) {
          const { uid, name, aliases } = record as { uid: string; name?: unknown; aliases?: unknown };
          for (const called of [name, aliases].flat()) {
            if (typeof called !== 'string' || tokens(called).length > 0) continue;
            const folded = fold(called);
            const known = uids.get(folded);
            if (known) known.push(uid);
            else uids.set(folded, [uid]);
          }
        }
      }
    }
    return uids;
  }
}

/** The rows of parts whose brand, or a seller, is called by a text: by the part itself, or by its record. */
export async function bindCompany(
  text: string,
  { name, uid }: CompanyFields,
  segment: Segment,
  records: CompanyRecords,
  work: Work,
): Promise<PlanNode> {
  const label = () => `${name}:"${shorten(text)}"`;
  const values: CompanyValues[] = [];
  const add = async (field: SegmentField, ordinals: readonly number[]) => {
    if (ordinals.length > 0) values.push({ codes: await field.codes(), postings: await field.postings(), ordinals });
  };
  const names = segment.field(name);
  if (names) await add(names, await namesCalled(text, names));
  const uids = segment.field(uid);
  if (uids) {
    const named = await records.uidsNamed(text, work);
    const dictionary = await uids.dictionary();
    await add(
      uids,
      named.map((known) => dictionary.find(known)).filter((ordinal) => ordinal >= 0),
    );
  }
  return values.length === 0 ? noRows(label) : new CompanyLeaf(label, values);
}

async function namesCalled(text: string, names: SegmentField): Promise<readonly number[]> {
  const words = tokens(text);
  if (words.length > 0) return (await names.tokens()).withPhrase(words);
  const dictionary = await names.dictionary();
  const folded = fold(text);
  const from = dictionary.lowerBound(folded);
  return Array.from({ length: dictionary.upperBound(folded) - from }, (_, i) => from + i);
}
