import { lastOf } from '../index/column/code-kernels.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { Postings } from '../index/postings.js';
import { sortUnique } from '../index/row-set/lists.js';
import { BITS, intersect, LIST, LIST_SHARE, RowSet, release, rowsOf, subtract } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { TermMasks } from '../index/text/term-masks.js';
import type { Label } from '../resolve/describe.js';
import type { Steps } from '../work/pauses.js';
import type { Leaf, LongLeaf, PlanNode } from './plan.js';

/** The rows of one dictionary entry. */
export class EntryLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'postings';
  readonly estimate: number;

  constructor(
    readonly label: Label,
    private readonly postings: Postings,
    private readonly entry: number,
  ) {
    this.estimate = postings.count(entry);
  }

  get cost(): number {
    return this.estimate;
  }

  get method(): string {
    return 'list of the rows of one value';
  }

  toSet(scratch: Scratch): RowSet {
    return this.postings.toSet(this.entry, scratch);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    if (set.kind === LIST) return RowSet.list(set.rows, this.postings.filter(this.entry, set.rows, set.count));
    return this.postings.restrict(this.entry, set, scratch);
  }
}

/** Entries of a leaf that gives way, and between two of its steps. */
const MANY_ENTRIES = 1 << 16;

/** The rows of any of some dictionary entries, at least one. */
export function entriesLeaf(label: Label, postings: Postings, entries: ArrayLike<number>): Leaf | LongLeaf {
  if (entries.length === 1) return new EntryLeaf(label, postings, entries[0]);
  return entries.length <= MANY_ENTRIES
    ? new EntriesLeaf(label, postings, entries)
    : new ManyEntriesLeaf(label, postings, entries);
}

/** The rows of any of several dictionary entries. */
export class EntriesLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'postings';
  readonly estimate: number;
  /** Rows of all entries, those that several share counted each time. */
  private readonly listed: number;

  constructor(
    readonly label: Label,
    private readonly postings: Postings,
    private readonly entries: ArrayLike<number>,
  ) {
    this.listed = postings.countAll(entries);
    this.estimate = Math.min(this.listed, postings.rowCount);
  }

  get cost(): number {
    return this.listed;
  }

  get method(): string {
    return `lists of the rows of ${this.entries.length} values, united`;
  }

  toSet(scratch: Scratch): RowSet {
    const { entries, postings } = this;
    if (this.listed * LIST_SHARE <= scratch.rowCount) {
      const rows = scratch.list(this.listed);
      let count = 0;
      for (let i = 0; i < entries.length; i++) count = postings.collect(entries[i], rows, count);
      return RowSet.list(rows, sortUnique(rows, count));
    }
    const words = scratch.bits();
    postings.addAllTo(entries, words, 0, entries.length);
    return RowSet.bits(words);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    return intersect(set, this.toSet(scratch), scratch);
  }
}

/** The same of very many entries. */
class ManyEntriesLeaf implements LongLeaf {
  readonly kind = 'long_leaf';
  readonly access = 'postings';
  readonly estimate: number;
  readonly cost: number;

  constructor(
    readonly label: Label,
    private readonly postings: Postings,
    private readonly entries: ArrayLike<number>,
  ) {
    // Counting them would take as long as uniting them.
    this.cost = entries.length;
    this.estimate = postings.rowCount;
  }

  get method(): string {
    return `lists of the rows of ${this.entries.length} values, united`;
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const { entries, postings } = this;
    const words = scratch.bits();
    for (let at = 0; at < entries.length; at += MANY_ENTRIES) {
      const to = Math.min(at + MANY_ENTRIES, entries.length);
      postings.addAllTo(entries, words, at, to);
      if (scratch.work.spend(to - at)) yield;
    }
    return RowSet.bits(words);
  }

  *restrict(set: RowSet, scratch: Scratch): Steps<RowSet> {
    return intersect(set, yield* this.toSet(scratch), scratch);
  }
}

/** The rows with an ordinal of `[from, to)` in a column that has no postings (numbers, texts). */
export class OrdinalsLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'codes';

  constructor(
    readonly label: Label,
    readonly codes: RowCodes,
    private readonly from: number,
    private readonly to: number,
    readonly estimate: number,
  ) {}

  /** The rows that are in both intervals. */
  meet(other: OrdinalsLeaf): OrdinalsLeaf {
    const from = Math.max(this.from, other.from);
    const to = Math.max(from, Math.min(this.to, other.to));
    const label = () => `${this.label()} and ${other.label()}`;
    return new OrdinalsLeaf(label, this.codes, from, to, Math.min(this.estimate, other.estimate));
  }

  /** All codes are read. */
  get cost(): number {
    return this.codes.length;
  }

  get method(): string {
    return "the order number of each row's value is compared";
  }

  toSet(scratch: Scratch): RowSet {
    const flags = this.codes.codeFlags(this.from, this.to);
    return flags ? this.codes.rowsFlagged(flags, scratch) : this.codes.rowsInInterval(this.from + 1, this.to + 1, scratch);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    const flags = this.codes.codeFlags(this.from, this.to);
    const from = this.from + 1;
    const to = this.to + 1;
    if (set.kind === BITS && this.codes.canRestrict(set)) {
      if (flags) this.codes.restrictToFlags(set, flags);
      else this.codes.restrictToInterval(set, from, to);
      return RowSet.bits(set.words, set.firstWord, set.endWord);
    }
    const codes = scratch.list(set.count);
    const rows = rowsOf(set, scratch);
    const { count } = set;
    this.codes.gather(rows, count, codes);
    const kept = flags ? keepFlagged(rows, count, codes, flags) : keepInterval(rows, count, codes, from, to);
    scratch.freeList(codes);
    return RowSet.list(rows, kept);
  }
}

/** Of conditions that all must be met, those that are intervals of one column become the interval that they have in common. */
export function meetIntervals(nodes: readonly PlanNode[]): PlanNode[] {
  const met: PlanNode[] = [];
  const places = new Map<RowCodes, number>();
  for (const node of nodes) {
    // A row with several values may meet each condition by another one of them.
    const codes = node instanceof OrdinalsLeaf && !node.codes.isMultiValued ? node.codes : undefined;
    const place = codes && places.get(codes);
    if (place !== undefined) met[place] = (met[place] as OrdinalsLeaf).meet(node as OrdinalsLeaf);
    else {
      if (codes) places.set(codes, met.length);
      met.push(node);
    }
  }
  return met;
}

function keepInterval(rows: Uint32Array, count: number, codes: Uint32Array, from: number, to: number): number {
  const last = lastOf(to);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const code = codes[i] | 0;
    rows[kept] = rows[i];
    kept += 1 - (((code - from) | (last - code)) >>> 31);
  }
  return kept;
}

function keepFlagged(rows: Uint32Array, count: number, codes: Uint32Array, flags: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    rows[kept] = rows[i];
    kept += flags[codes[i]];
  }
  return kept;
}

/** The rows that have any of some ordinals in a column without postings; `flags` has one entry an ordinal. */
export class FlagsLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'codes';

  constructor(
    readonly label: Label,
    private readonly codes: RowCodes,
    private readonly flags: Uint8Array,
    readonly estimate: number,
  ) {}

  get cost(): number {
    return this.codes.length;
  }

  get method(): string {
    return 'the value of each row is looked up among those that match';
  }

  toSet(scratch: Scratch): RowSet {
    return this.codes.rowsFlagged(this.codes.flagsOfOrdinals(this.flags), scratch);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    return intersect(set, this.toSet(scratch), scratch);
  }
}

/** The rows that have a value of a field at all. */
export class ExistsLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'codes';

  constructor(
    readonly label: Label,
    private readonly codes: RowCodes,
    readonly estimate: number,
  ) {}

  get cost(): number {
    return this.codes.length;
  }

  get method(): string {
    return 'each row tells whether it has a value';
  }

  toSet(scratch: Scratch): RowSet {
    return this.codes.rowsWithValue(scratch);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    return intersect(set, this.toSet(scratch), scratch);
  }
}

/** A token of a text index with where it stands. */
export interface IndexedTerm {
  readonly ordinal: number;
  /** Its number among the terms of several rows, or -1. */
  readonly multi: number;
  readonly count: number;
}

/** The rows in which a token stands in one of the wanted fields, not just in any of the index. */
export class FieldTermLeaf implements Leaf {
  readonly kind = 'leaf';
  readonly access = 'postings';
  readonly estimate: number;

  constructor(
    readonly label: Label,
    private readonly postings: Postings,
    private readonly masks: TermMasks,
    private readonly term: IndexedTerm,
    private readonly wanted: number,
  ) {
    this.estimate = term.count;
  }

  get cost(): number {
    return this.estimate;
  }

  get method(): string {
    return 'list of the rows of the word, less those that have it in other fields only';
  }

  toSet(scratch: Scratch): RowSet {
    return this.dropOthers(this.postings.toSet(this.term.ordinal, scratch), scratch);
  }

  restrict(set: RowSet, scratch: Scratch): RowSet {
    const { ordinal } = this.term;
    const held =
      set.kind === LIST
        ? RowSet.list(set.rows, this.postings.filter(ordinal, set.rows, set.count))
        : this.postings.restrict(ordinal, set, scratch);
    return this.dropOthers(held, scratch);
  }

  /** Of rows that have the token keeps those that have it in a wanted field. */
  private dropOthers(set: RowSet, scratch: Scratch): RowSet {
    const { masks, term, wanted } = this;
    const usuallyWanted = (masks.usualOf(term.ordinal) & wanted) !== 0;
    if (term.multi < 0) {
      if (usuallyWanted) return set;
      release(set, scratch);
      return RowSet.none;
    }
    // The exceptions that change the answer: unwanted ones of a wanted term, or the other way round.
    const from = masks.exceptionsFrom(term.multi);
    const to = masks.exceptionsTo(term.multi);
    const rows = scratch.list(to - from);
    let count = 0;
    for (let at = from; at < to; at++) {
      if (((masks.exceptionMasks[at] & wanted) !== 0) !== usuallyWanted) rows[count++] = masks.exceptionRows[at];
    }
    const exceptions = RowSet.list(rows, count);
    return usuallyWanted ? subtract(set, exceptions, scratch) : intersect(exceptions, set, scratch);
  }
}
