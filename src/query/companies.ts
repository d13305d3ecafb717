import type { Pattern, PatternPiece } from '../analysis/pattern.js';
import { fold, tokens } from '../analysis/text.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { rowsOf } from '../index/row-set/row-set.js';
import { type Needs, Section } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { shorten } from '../model/nearest.js';
import type { Label } from '../resolve/describe.js';
import { Pauses, type Steps, type Task } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { CompanyLeaf, type CompanyValues } from './leaves/company-leaf.js';
import { evaluate, noRows, type PlanNode } from './plan.js';
import { bindTokenPattern, matchesWithinTokens, piecesOf } from './text-patterns.js';
import { bindPhrase, needPhrase } from './text-terms.js';

/** Documents read at a time. */
const BATCH = 512;
/** Phrases whose records are kept, and most uids of those. */
const FOUND_KEPT = { entries: 256, weight: 1 << 16 };

/** The fields in which parts name a brand, a manufacturer or sellers. */
export interface CompanyFields {
  readonly name: string;
  readonly uid: string;
}

export const BRAND: CompanyFields = { name: 'brand.name', uid: 'brand.uid' };
export const MANUFACTURER: CompanyFields = { name: 'manufacturer.name', uid: 'manufacturer.uid' };
export const SELLER: CompanyFields = { name: 'offers.seller.name', uid: 'offers.seller.uid' };

/** The names of a record. */
interface NamedRecord {
  readonly uid: string;
  /** Its name and its aliases. */
  readonly called: readonly string[];
  /** Their folds. */
  readonly folded: readonly string[];
}

/** The records of brands, manufacturers, sellers or categories, found by their names. */
export class CompanyRecords {
  /** What all records are called. No text index has whole names, so the records are read, once. */
  private readonly names = new Section('names of records', 0, () => new Pauses().run(this.readNames()));
  /** The uids of records by their folded names, for names without a token. No text index has these either. */
  private readonly withoutTokens = new Section('names without tokens', 0, () => new Pauses().run(this.readWithoutTokens()));

  /** By phrase: parts of several segments, and of one commit after the other, refer to the same records. */
  private readonly found = new RecentCache<readonly string[]>({ ...FOUND_KEPT, weightOf: (uids) => uids.length });

  constructor(private readonly segments: readonly Segment[]) {}

  /** Adds what `uidsNamed` reads. */
  need(text: string, needs: Needs): void {
    const words = tokens(text);
    if (words.length === 0) needs.add(this.withoutTokens);
    else this.needWords(words, needs);
  }

  /** Adds what `uidsWithWords` reads. */
  needWords(words: readonly string[], needs: Needs): void {
    for (const segment of this.segments) {
      const field = segment.field('uid');
      if (!field) continue;
      needPhrase(segment.text(KEYWORDS), words, everyField(segment), needs);
      needs.add(field.dictionary).add(segment.uidOrder);
    }
  }

  /** Adds what `uidsLike` reads. */
  needPattern(parts: readonly PatternPiece[], needs: Needs): void {
    for (const segment of this.segments) {
      const field = segment.field('uid');
      if (!field) continue;
      const { terms, masks } = segment.text(KEYWORDS);
      needs.add(terms).add(masks).add(field.dictionary).add(segment.uidOrder);
    }
    if (!matchesWithinTokens(parts)) needs.add(this.names);
  }

  /** Adds what `uidsCalled` reads. */
  needNames(needs: Needs): void {
    needs.add(this.names);
  }

  /**
   * The uids of the records that have a text as a phrase in their name or in one alias; a text without tokens must be the whole
   * name.
   */
  *uidsNamed(text: string, work: Work): Steps<readonly string[]> {
    const words = tokens(text);
    if (words.length === 0) return this.withoutTokens.value.get(fold(text)) ?? [];
    return yield* this.uidsWithWords(words, work);
  }

  /** The uids of the records that have some tokens, one after the other, in their name or in one alias. */
  *uidsWithWords(words: readonly string[], work: Work): Steps<readonly string[]> {
    const phrase = words.join(' ');
    return this.found.find(phrase) ?? this.found.keep(phrase, yield* this.findWords(words, work));
  }

  private *findWords(words: readonly string[], work: Work): Steps<readonly string[]> {
    const uids: string[] = [];
    for (const segment of this.segments) {
      if (!segment.field('uid')) continue;
      const node = yield* bindPhrase(segment.text(KEYWORDS), words, everyField(segment), NAME, work);
      if (node) yield* addUids(node, segment, uids, work);
    }
    return uids;
  }

  /** The uids of the records of which a pattern matches a token of a name or an alias, or the whole of it. */
  *uidsLike(parts: readonly PatternPiece[], pattern: Pattern, work: Work): Steps<readonly string[]> {
    const uids: string[] = [];
    for (const segment of this.segments) {
      if (!segment.field('uid')) continue;
      const place = { index: segment.text(KEYWORDS), wanted: everyField(segment), work };
      yield* addUids(yield* bindTokenPattern(pattern, place, NAME), segment, uids, work);
    }
    if (matchesWithinTokens(parts)) return uids;
    const pieces = [...piecesOf(parts)];
    const isLike = (folded: string) => pieces.every((piece) => folded.includes(piece)) && pattern.matchesText(folded);
    for (const { uid, folded } of this.names.value) {
      if (folded.some(isLike)) uids.push(uid);
      if (work.spend(NAME_COST)) yield;
    }
    return uids;
  }

  /** The uids of the records that have a name or an alias that is meant. */
  *uidsCalled(isMeant: (name: string) => boolean, work: Work): Steps<readonly string[]> {
    const uids: string[] = [];
    for (const { uid, called } of this.names.value) {
      if (called.some(isMeant)) uids.push(uid);
      if (work.spend(NAME_COST)) yield;
    }
    return uids;
  }

  private *readWithoutTokens(): Task<ReadonlyMap<string, readonly string[]>> {
    const uids = new Map<string, string[]>();
    for (const { uid, called } of yield* this.readNames()) {
      for (const name of called) {
        if (tokens(name).length > 0) continue;
        const folded = fold(name);
        const known = uids.get(folded);
        if (known) known.push(uid);
        else uids.set(folded, [uid]);
      }
    }
    return uids;
  }

  private *readNames(): Task<NamedRecord[]> {
    const named: NamedRecord[] = [];
    for (const segment of this.segments) {
      for (let at = 0; at < segment.rowCount; at += BATCH) {
        const numbers = Array.from({ length: Math.min(BATCH, segment.rowCount - at) }, (_, i) => at + i);
        for (const record of yield* segment.documents.read(numbers)) {
          const { uid, name, aliases } = record as { uid: string; name?: unknown; aliases?: unknown };
          const called = [name, aliases].flat().filter((one) => typeof one === 'string');
          named.push({ uid, called, folded: called.map(fold) });
        }
      }
    }
    return named;
  }
}

const NAME: Label = () => 'name';

/** Adds the uids of the rows that meet a condition. The segment has uids. */
function* addUids(node: PlanNode, segment: Segment, uids: string[], work: Work): Steps<void> {
  if (node.kind === 'none') return;
  const { dictionary } = segment.field('uid') as SegmentField;
  const { ranks } = segment.uidOrder.value;
  const universe = segment.universe(work);
  const { scratch } = universe;
  scratch.reset();
  const set = yield* evaluate(node, universe);
  const { count } = set;
  const rows = rowsOf(set, scratch);
  for (let i = 0; i < count; i++) uids.push(dictionary.value.value(ranks[rows[i]]));
  scratch.reset();
}

/** Comparing a name takes about as long as this many steps of a plain loop. */
const NAME_COST = 200;

const known = new WeakMap<readonly Segment[] | Segment, CompanyRecords>();

/**
 * The records of the segments of a collection: the same for every call, so that names are read once. Commits of a catalog that changes
 * share the segment of records that none of them changes.
 */
export function recordsOf(segments: readonly Segment[]): CompanyRecords {
  const key = segments.length === 1 ? segments[0] : segments;
  let records = known.get(key);
  if (!records) known.set(key, (records = new CompanyRecords(segments)));
  return records;
}

function everyField(segment: Segment): number {
  return (1 << segment.text(KEYWORDS).fields.length) - 1;
}

/** Adds what `bindCompany` reads. */
export function needCompany(text: string, fields: CompanyFields, segment: Segment, records: CompanyRecords, needs: Needs): void {
  const names = segment.field(fields.name);
  if (names) needs.add(names.tokens).add(names.codes).add(names.postings);
  const uids = segment.field(fields.uid);
  if (!uids) return;
  needs.add(uids.dictionary).add(uids.codes).add(uids.postings);
  records.need(text, needs);
}

/** The rows of parts whose brand, or a seller, has a name: in the part itself, or in its record. */
export function* bindCompany(
  text: string,
  { name, uid }: CompanyFields,
  segment: Segment,
  records: CompanyRecords,
  work: Work,
): Steps<PlanNode> {
  const label = () => `${name}:"${shorten(text)}"`;
  const values: CompanyValues[] = [];
  const add = (field: SegmentField, ordinals: readonly number[]) => {
    if (ordinals.length > 0) values.push({ codes: field.codes.value, postings: field.postings.value, ordinals });
  };
  const names = segment.field(name);
  if (names) add(names, namesCalled(text, names));
  const uids = segment.field(uid);
  if (uids) {
    const named = yield* records.uidsNamed(text, work);
    const dictionary = uids.dictionary.value;
    add(
      uids,
      named.map((known) => dictionary.find(known)).filter((ordinal) => ordinal >= 0),
    );
  }
  return values.length === 0 ? noRows(label) : new CompanyLeaf(label, values);
}

function namesCalled(text: string, names: SegmentField): readonly number[] {
  const words = tokens(text);
  if (words.length > 0) return names.tokens.value.withPhrase(words);
  const dictionary = names.dictionary.value;
  const folded = fold(text);
  const from = dictionary.lowerBound(folded);
  return Array.from({ length: dictionary.upperBound(folded) - from }, (_, i) => from + i);
}
