import { words } from '../ask/conditions.js';
import { common, compact, copyOf, difference, RowSet, release, unionOf } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Segment } from '../index/segment.js';
import { WORDS } from '../model/fields.js';
import type { Filter } from '../parser/ast.js';
import { PhraseLeaf } from '../query/leaves/phrase-leaf.js';
import { evaluate, type PlanNode, restrict } from '../query/plan.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { ConditionPlans } from './condition-plans.js';
import type { KeptView } from './kept-parts.js';

/** The rows of a condition, by segment. Nothing may consume them but `drop`. */
export type Sets = readonly RowSet[];

/** Rows on the way to those of a condition. */
export interface Rows {
  readonly sets: Sets;
  /** Whether nothing else has them. */
  readonly isOwn: boolean;
}

function countOf({ sets }: Rows): number {
  return sets.reduce((sum, { count }) => sum + count, 0);
}

/** Rows whose texts a plan of words reads. */
export function rowsReadBy(plan: PlanNode): number {
  if (plan.kind === 'or') return plan.children.reduce((sum, child) => sum + rowsReadBy(child), 0);
  return plan instanceof PhraseLeaf ? plan.rowsRead : 0;
}

/** One part of so many is looked through rather than a condition found in all of them. */
const FEW_SHARE = 8;
/** From so many rows on whose texts are read, what need not be read is left out first. */
const MANY_READ = 2048;

/** What belongs to a view of a catalog, for all questions. */
export interface EvidenceSource {
  readonly segments: readonly Segment[];
  readonly plans: ConditionPlans;
  /** Whether a condition belongs to no question. */
  readonly isGeneral: (condition: Filter) => boolean;
  /** The condition that a text of the trade stands in a part; undefined for another text. */
  readonly tradeText: (text: string) => Filter | undefined;
  /** Whether a request may have a condition. */
  readonly isAllowed: (condition: Filter) => boolean;
  /** The rows of general conditions, and of typed ones that come again. */
  readonly kept: KeptView;
}

/**
 * The rows of conditions, for one interpretation. A condition is taken apart: the rows of what belongs to no question are kept for
 * others, those of the rest are in the scratch of the call, until its next search, and combining them costs an intersection.
 */
export class ConditionRows {
  /** What was found whole; without sets no request may have it. */
  readonly known = new Map<Filter, { readonly sets: Sets | undefined }>();
  private everything: Rows;

  /**
   * @param all the rows that there are, which nothing gives back before the interpretation ends
   * @param isScoped whether nothing is kept, since the parts differ from caller to caller
   */
  constructor(
    private readonly source: EvidenceSource,
    all: Sets,
    private readonly isScoped: boolean,
    private readonly work: Work,
  ) {
    this.everything = { sets: all, isOwn: false };
  }

  /** Sets the rows that are all there are. */
  confine(sets: Sets): void {
    this.everything = { sets, isOwn: false };
  }

  /** The rows of a condition, or of a part of one; undefined if no request may have it. */
  *of(condition: Filter): Task<Rows | undefined> {
    const known = this.known.get(condition);
    if (known) return known.sets && { sets: known.sets, isOwn: false };
    const { isGeneral, kept } = this.source;
    if (isGeneral(condition) && !this.isScoped) {
      const general = kept.find(condition);
      if (general) return { sets: general, isOwn: false };
      const rows = yield* this.looked(condition);
      if (rows) kept.keep(condition, rows.sets);
      return rows;
    }
    if (condition.kind === 'or') return yield* this.alternatives(condition.children);
    if (condition.kind === 'and') return yield* this.conjunction(condition.children);
    if (condition.kind !== 'not') return yield* this.ofTexts(condition);
    const child = yield* this.of(condition.child);
    return child && (yield* this.combined(this.everything, child, difference));
  }

  /** The rows that the index says meet a condition. */
  private *looked(condition: Filter): Task<Rows | undefined> {
    const { segments, plans, kept } = this.source;
    const bound = yield* plans.of(condition, this.work);
    if (!bound) return undefined;
    if (this.isScoped) return yield* this.restricted(this.everything, bound);
    const sets: RowSet[] = [];
    for (const [i, segment] of segments.entries()) {
      const universe = segment.universe(this.work);
      const inColumn = yield* kept.columns.conditionOf(bound[i], false, this.work);
      const set = inColumn
        ? universe.existing(inColumn.column.toSet(inColumn.wanted, universe.scratch))
        : yield* evaluate(bound[i], universe);
      sets.push(compact(set, universe.scratch));
    }
    return { sets, isOwn: true };
  }

  private *alternatives(conditions: readonly Filter[]): Task<Rows | undefined> {
    const parts: Rows[] = [];
    for (const one of conditions) {
      const rows = yield* this.of(one);
      if (!rows) return undefined;
      parts.push(rows);
    }
    return yield* this.united(parts);
  }

  /** The rows of any of some others. Gives back those that nothing else has. */
  private *united(parts: readonly Rows[]): Task<Rows> {
    const sets: RowSet[] = [];
    for (const [i, { rowCount }] of this.source.segments.entries()) {
      sets.push(
        unionOf(
          parts.map((one) => one.sets[i]),
          this.scratchOf(i),
        ),
      );
      if (this.work.spend((rowCount >>> 5) * parts.length)) yield;
    }
    for (const one of parts) this.drop(one);
    return { sets, isOwn: true };
  }

  /** The rows that meet all of some conditions: the general ones first, which may leave few for the others to be looked for in. */
  private *conjunction(conditions: readonly Filter[]): Task<Rows | undefined> {
    const { isGeneral } = this.source;
    const isQuick = (one: Filter) => isGeneral(one) || this.known.has(one);
    let found = this.everything;
    const excluded: Rows[] = [];
    const typed: Filter[] = [];
    for (const one of conditions) {
      const isNegated = one.kind === 'not' && isQuick(one.child);
      if (!isNegated && !isQuick(one)) {
        typed.push(one);
        continue;
      }
      const rows = yield* this.of(isNegated ? one.child : one);
      if (!rows) return undefined;
      if (isNegated) excluded.push(rows);
      else found = yield* this.combined(found, rows, common);
    }
    const left = countOf(found) - Math.max(0, ...excluded.map(countOf));
    if (typed.length === 0 || this.areFew(left) || (yield* this.readMany(typed))) {
      for (const rows of excluded.splice(0)) found = yield* this.combined(found, rows, difference);
    }
    const met = yield* this.meeting(found, typed);
    if (!met) return undefined;
    found = met;
    for (const rows of excluded) found = yield* this.combined(found, rows, difference);
    return found;
  }

  /** Whether so few rows are looked through rather than a condition found in all of them. */
  areFew(rows: number): boolean {
    return rows * FEW_SHARE <= countOf(this.everything);
  }

  /** Whether the texts of many rows have to be read to find the parts of some conditions. */
  private *readMany(conditions: readonly Filter[]): Task<boolean> {
    let rows = 0;
    for (const condition of conditions) {
      if (condition.kind !== 'field' || condition.field !== WORDS) continue;
      for (const plan of (yield* this.source.plans.of(condition, this.work)) ?? []) rows += rowsReadBy(plan);
    }
    return rows >= MANY_READ;
  }

  /** Those of some rows that meet typed conditions: looked through if they are few. */
  private *meeting(within: Rows, conditions: readonly Filter[]): Task<Rows | undefined> {
    let found = within;
    for (const one of conditions) {
      const isLookedThrough = this.areFew(countOf(found)) || (found.isOwn && (yield* this.readMany([one])));
      const rows = yield* isLookedThrough ? this.lookedThrough(found, one) : this.of(one);
      if (!rows) return undefined;
      if (isLookedThrough) this.drop(found);
      found = isLookedThrough ? rows : yield* this.combined(found, rows, common);
    }
    return found;
  }

  /** Those of some rows that meet a condition, one row after the other; of texts of the trade those whose parts are kept. */
  private *lookedThrough(within: Rows, condition: Filter): Task<Rows | undefined> {
    const texts = this.textsOf(condition);
    const own = texts ? texts.typed : condition;
    const bound = own && (yield* this.source.plans.of(own, this.work));
    if (own && !bound) return undefined;
    const parts: Rows[] = bound ? [yield* this.restricted(within, bound)] : [];
    for (const one of texts?.general ?? []) {
      const rows = yield* this.of(one);
      if (!rows) return undefined;
      parts.push(yield* this.combined({ sets: within.sets, isOwn: false }, rows, common));
    }
    return parts.length === 1 ? parts[0] : yield* this.united(parts);
  }

  /** The rows of a leaf. Texts of the trade, which stand beside what somebody typed, belong to no question. */
  private *ofTexts(condition: Filter): Task<Rows | undefined> {
    const texts = this.textsOf(condition);
    if (!texts) return yield* this.looked(condition);
    const parts: Rows[] = [];
    for (const one of [...texts.general, ...(texts.typed ? [texts.typed] : [])]) {
      const rows = yield* texts.typed === one ? this.looked(one) : this.of(one);
      if (!rows) return undefined;
      parts.push(rows);
    }
    return yield* this.united(parts);
  }

  /** The texts of a condition on words: those of the trade one by one, and the others; undefined if it has none of the trade. */
  private textsOf(condition: Filter): { readonly general: readonly Filter[]; readonly typed: Filter | undefined } | undefined {
    const { tradeText } = this.source;
    if (this.isScoped || condition.kind !== 'field' || condition.field !== WORDS) return undefined;
    const { operand } = condition;
    const children = operand.kind === 'or' ? operand.children : [operand];
    const texts = children.flatMap((child) => (child.kind === 'phrase' ? child.text : []));
    if (texts.length < children.length) return undefined;
    const general = texts.flatMap((text) => tradeText(text) ?? []);
    if (general.length === 0) return undefined;
    const typed = texts.filter((text) => !tradeText(text));
    return { general, typed: typed.length === 0 ? undefined : words(...typed) };
  }

  /** The rows that plans find among some others, which stay as they are. */
  *restricted({ sets }: Rows, plans: readonly PlanNode[]): Task<Rows> {
    const left: RowSet[] = [];
    for (const [i, segment] of this.source.segments.entries()) {
      const isEmpty = plans[i].kind === 'none' || sets[i].count === 0;
      left.push(
        isEmpty ? RowSet.none : yield* restrict(plans[i], copyOf(sets[i], this.scratchOf(i)), segment.universe(this.work)),
      );
    }
    return { sets: left, isOwn: true };
  }

  /** What some rows and others make. Gives back those that nobody else has. */
  *combined(a: Rows, b: Rows, combine: (a: RowSet, b: RowSet, scratch: Scratch) => RowSet): Task<Rows> {
    if (a.sets === this.everything.sets && combine === common) return b;
    const sets: RowSet[] = [];
    for (const [i, { rowCount }] of this.source.segments.entries()) {
      const scratch = this.scratchOf(i);
      sets.push(compact(combine(a.sets[i], b.sets[i], scratch), scratch));
      if (this.work.spend(rowCount >>> 5)) yield;
    }
    this.drop(a);
    this.drop(b);
    return { sets, isOwn: true };
  }

  drop({ sets, isOwn }: Rows): void {
    if (isOwn) for (const [i, set] of sets.entries()) release(set, this.scratchOf(i));
  }

  scratchOf(segment: number): Scratch {
    return this.source.segments[segment].universe(this.work).scratch;
  }
}
