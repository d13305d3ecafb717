import { tokens } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { beginsWith, words } from '../ask/conditions.js';
import type { Droppable, Evidence, Found } from '../ask/evidence.js';
import { ALL, bitsOf, common, copyOf, countCommon, difference, RowSet } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import { Needs } from '../index/section.js';
import type { Filter } from '../parser/ast.js';
import { bindFilters, needFilter } from '../query/bind-filter.js';
import { countMeeting, evaluate, type PlanNode } from '../query/plan.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { ConditionRows, type EvidenceSource, rowsReadBy, type Sets } from './condition-rows.js';
import { type DroppableRows, fewestDropped } from './fewest-dropped.js';
import { ContextCounts } from './kept-counts.js';
import { load } from './load.js';
import { SpecCounts } from './spec-counts.js';

/** The codes of so few rows are read one by one. */
const FEW_LISTED = 2048;

class FoundParts implements Found {
  readonly parts: number;

  /** @param key names the context, if other questions share all conditions that made it; that of all parts is empty */
  constructor(
    readonly condition: Filter,
    readonly sets: Sets,
    readonly key?: string,
  ) {
    this.parts = sets.reduce((sum, { count }) => sum + count, 0);
  }
}

/** Counts parts for one interpretation. */
export class PartEvidence implements Evidence {
  everything: FoundParts;
  private readonly rows: ConditionRows;
  private readonly known = new Map<Filter, FoundParts>();
  /** What was counted in contexts of this question alone. */
  private readonly counts = new Map<Found, ContextCounts>();
  /** What is found on the way. */
  private passing: FoundParts[] = [];

  /** @param scope further filters that all parts meet: nothing is kept then, since the parts differ from caller to caller */
  constructor(
    private readonly source: EvidenceSource,
    private readonly scope: readonly ResolvedFilter[] | undefined,
    private readonly work: Work,
  ) {
    const { segments } = source;
    // What a scratch gave before is its own again from here on.
    for (const segment of segments) segment.universe(work).scratch.reset();
    const sets = segments.map((segment) => segment.universe(work).all());
    this.rows = new ConditionRows(source, sets, scope !== undefined, work);
    this.everything = new FoundParts({ kind: 'all' }, sets, scope ? undefined : '');
  }

  /** Finds the parts of the scope, which then are all. To be called first. */
  *begin(): Task<void> {
    const { scope, work } = this;
    const { segments } = this.source;
    if (!scope) return;
    const needs = new Needs();
    for (const { whole } of segments) for (const filter of scope) needFilter(filter, whole, needs);
    yield* load(needs, work);
    const sets: RowSet[] = [];
    for (const segment of segments) {
      sets.push(yield* evaluate(yield* bindFilters(scope, segment.whole, work), segment.universe(work)));
    }
    this.everything = new FoundParts({ kind: 'all' }, sets);
    this.rows.confine(sets);
  }

  /** The rows of some parts, by segment. */
  setsFound(found: Found): Sets {
    return (found as FoundParts).sets;
  }

  /** Copies of sets in the scratch of the call: the caller's. */
  copies(sets: Sets): Sets {
    return sets.map((set, i) => copyOf(set, this.rows.scratchOf(i)));
  }

  *find(condition: Filter): Task<FoundParts> {
    let found = this.known.get(condition);
    if (found) return found;
    const { sets, key } = yield* this.rowsOf(condition);
    found = new FoundParts(condition, sets ?? this.source.segments.map(() => RowSet.none), key);
    this.known.set(condition, found);
    this.rows.known.set(condition, { sets });
    return found;
  }

  /** What is counted in a context: kept if other questions share the context. */
  private countsIn(context: FoundParts): ContextCounts {
    if (context.key !== undefined) return this.source.kept.counts.of(context.key);
    let counts = this.counts.get(context);
    if (!counts) this.counts.set(context, (counts = new ContextCounts()));
    return counts;
  }

  /** The rows of a condition, by segment, undefined if no request may have it; and the name of its context, if other questions share it. */
  private *rowsOf(condition: Filter): Task<{ readonly sets: Sets | undefined; readonly key?: string | undefined }> {
    const { isAllowed, isGeneral, kept } = this.source;
    if (!isAllowed(condition)) return { sets: undefined };
    if (this.scope) return { sets: (yield* this.rows.of(condition))?.sets };
    if (isGeneral(condition)) return { sets: (yield* this.rows.of(condition))?.sets, key: kept.counts.keyOf(condition) };
    const known = kept.find(condition);
    if (known) return { sets: known, key: kept.nameOf(condition) };
    const rows = yield* this.rows.of(condition);
    if (rows) kept.keepAgain(condition, rows.sets);
    return { sets: rows?.sets };
  }

  *both(a: Found, b: Found): Task<FoundParts> {
    const [first, second] = [a as FoundParts, b as FoundParts];
    if (first === this.everything || first === second) return second;
    if (second === this.everything) return first;
    const key = first.key === undefined || second.key === undefined ? undefined : first.key + second.key;
    return yield* this.passed(first, second, common, b.condition, key);
  }

  /** What is given back unless an answer has it. */
  private *passed(
    a: FoundParts,
    b: FoundParts,
    combine: (a: RowSet, b: RowSet, scratch: Scratch) => RowSet,
    also: Filter,
    key?: string,
  ): Task<FoundParts> {
    const { sets } = yield* this.rows.combined({ sets: a.sets, isOwn: false }, { sets: b.sets, isOwn: false }, combine);
    const found = new FoundParts({ kind: 'and', children: [a.condition, also] }, sets, key);
    this.passing.push(found);
    return found;
  }

  *within(context: Found, condition: Filter): Task<FoundParts> {
    if (!this.rows.areFew(context.parts)) return yield* this.both(context, yield* this.find(condition));
    const { source, work } = this;
    const bound = source.isAllowed(condition) ? yield* source.plans.of(condition, work) : undefined;
    const none = source.segments.map(() => RowSet.none);
    const sets = bound ? (yield* this.rows.restricted({ sets: (context as FoundParts).sets, isOwn: false }, bound)).sets : none;
    const found = new FoundParts({ kind: 'and', children: [context.condition, condition] }, sets);
    this.passing.push(found);
    return found;
  }

  *countBoth(a: Found, b: Found): Task<number> {
    const [first, second] = [a as FoundParts, b as FoundParts];
    let parts = 0;
    for (const [i, { rowCount }] of this.source.segments.entries()) {
      parts += countCommon(first.sets[i], second.sets[i]);
      if (this.work.spend(rowCount >>> 6)) yield;
    }
    return parts;
  }

  *without(a: Found, b: Found): Task<FoundParts> {
    return yield* this.passed(a as FoundParts, b as FoundParts, difference, { kind: 'not', child: b.condition });
  }

  forget(but: ReadonlySet<Found>): void {
    const kept: FoundParts[] = [];
    for (const found of this.passing) {
      if (but.has(found)) kept.push(found);
      else this.rows.drop({ sets: found.sets, isOwn: true });
    }
    this.passing = kept;
  }

  *countWithin(context: Found, condition: Filter): Task<number> {
    if (context.parts === 0) return 0;
    const { meeting } = this.countsIn(context as FoundParts);
    let count = meeting.get(condition);
    if (count === undefined) meeting.set(condition, (count = yield* this.counted(context as FoundParts, condition)));
    return count;
  }

  private *counted(context: FoundParts, condition: Filter): Task<number> {
    const isShared = (this.source.isGeneral(condition) && !this.scope) || this.known.has(condition);
    if (isShared) return yield* this.countBoth(context, yield* this.find(condition));
    const bound = yield* this.source.plans.of(condition, this.work);
    let parts = 0;
    for (const [i, set] of context.sets.entries()) if (bound) parts += yield* this.countOf(bound[i], set, i);
    return parts;
  }

  private *countOf(plan: PlanNode, set: RowSet, segment: number): Task<number> {
    const { segments, kept } = this.source;
    const isLong = set.count > FEW_LISTED;
    const inColumn = isLong ? yield* kept.columns.conditionOf(plan, set.kind === ALL, this.work) : undefined;
    if (!inColumn) return yield* countMeeting(plan, set, segments[segment].universe(this.work));
    if (this.work.spend(inColumn.column.countAll(inColumn.wanted))) yield;
    return inColumn.column.countIn(inColumn.wanted, set);
  }

  *mostWithSpec(context: Found): Task<(field: string) => number> {
    const { segments } = this.source;
    const counts = this.countsIn(context as FoundParts);
    if (!counts.specs) {
      const needs = new Needs();
      for (const segment of segments) needs.add(segment.specBlocks);
      yield* load(needs);
      const specs: SpecCounts[] = [];
      for (const [i, set] of (context as FoundParts).sets.entries()) {
        if (this.work.spend(segments[i].rowCount >>> 3)) yield;
        specs.push(new SpecCounts(segments[i], set));
      }
      counts.specs = specs;
    }
    const all = counts.specs;
    return all.length === 1 ? (field) => all[0].of(field) : (field) => all.reduce((sum, one) => sum + one.of(field), 0);
  }

  *countHaving(context: Found, field: string, has: Filter): Task<number> {
    if (context.parts === 0) return 0;
    const { having } = this.countsIn(context as FoundParts);
    let count = having.get(field);
    if (count === undefined) having.set(field, (count = yield* this.countBoth(context, yield* this.find(has))));
    return count;
  }

  *rowsRead(texts: readonly string[]): Task<number> {
    let rows = 0;
    for (const text of texts) {
      if (tokens(text).length < 2) continue;
      for (const plan of (yield* this.source.plans.of(words(text), this.work)) ?? []) rows += rowsReadBy(plan);
    }
    return rows;
  }

  *numbered(form: string): Task<{ readonly mpn: boolean; readonly sku: boolean }> {
    return { mpn: yield* this.hasNumber('mpn', form), sku: yield* this.hasNumber('offers.sku', form) };
  }

  private *hasNumber(name: string, form: string): Task<boolean> {
    const fields = this.source.segments.flatMap((segment) => {
      const field = segment.field(name);
      return field ? [{ field, hasDead: segment.dead !== undefined }] : [];
    });
    const needs = new Needs();
    for (const { field, hasDead } of fields) {
      field.needForms(needs);
      if (hasDead) needs.add(field.postings);
    }
    yield* load(needs);
    const key = utf8Bytes(form);
    const isThere = fields.some(({ field: { forms, postings }, hasDead }) => {
      const { order } = forms.value;
      const from = forms.value.lowerBound(key);
      const having = order.subarray(from, forms.value.equalEnd(key, from));
      return hasDead ? having.some((ordinal) => postings.value.count(ordinal) > 0) : having.length > 0;
    });
    if (!isThere || !this.scope) return isThere;
    const condition: Filter = { kind: 'field', field: name, operand: { kind: 'term', text: form } };
    return (yield* this.countWithin(this.everything, condition)) > 0;
  }

  *beginsNumber(form: string): Task<boolean> {
    const fields = this.source.segments.flatMap((segment) => segment.field('mpn') ?? []);
    const needs = new Needs();
    for (const { dictionary, forms } of fields) needs.add(dictionary).add(forms);
    yield* load(needs);
    const key = utf8Bytes(form);
    const begins = fields.some(({ forms: { value: forms } }) => {
      const from = forms.lowerBound(key);
      return forms.prefixEnd(key, from) > from;
    });
    const mayBeGone = this.scope !== undefined || this.source.segments.some(({ dead }) => dead !== undefined);
    return begins && (!mayBeGone || (yield* this.countWithin(this.everything, beginsWith('mpn', form))) > 0);
  }

  *fewestDropped(kept: Found, droppable: readonly Droppable[]): Task<readonly number[] | undefined> {
    const segments = this.source.segments.map(
      (_, i): DroppableRows => ({
        within: this.bitsOf(kept, i),
        words: droppable.map(({ found }) => this.bitsOf(found, i)),
      }),
    );
    return yield* fewestDropped(segments, droppable, this.work);
  }

  private bitsOf(found: Found, segment: number): Int32Array {
    const scratch = this.rows.scratchOf(segment);
    return bitsOf(copyOf((found as FoundParts).sets[segment], scratch), scratch);
  }
}
