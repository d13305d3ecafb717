import { KEYWORDS, textIndexOf } from '../encoding/text-indexes.js';
import type { CategoryRecords } from '../facets/category-records.js';
import { livingRows, needLiving } from '../index/alive/alive-counts.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import { FIELDS, findField, parseSpecField, WORDS } from '../model/fields.js';
import type { FieldTypes } from '../resolve/filters.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CompletionSource, FieldParts } from './filter-completer.js';
import type { CountedWord } from './internals.js';
import { load } from './load.js';
import type { PartCounter } from './part-counter.js';
import type { PartVocabulary } from './part-vocabulary.js';

/** What completes filter queries of the parts of segments. */
export class SegmentCompletions implements CompletionSource {
  private counted: readonly FieldParts[] | undefined = undefined;

  constructor(
    private readonly counter: PartCounter,
    private readonly segments: readonly Segment[],
    private readonly types: FieldTypes,
    private readonly categories: CategoryRecords,
    private readonly vocabulary: PartVocabulary,
  ) {}

  *fields(isWanted: (field: string) => boolean): Task<readonly FieldParts[]> {
    this.counted ??= this.countedFields();
    const found = this.counted.filter(({ field }) => isWanted(field));
    return this.segments.some(({ dead }) => dead) ? yield* this.living(found) : found;
  }

  /** All fieldnames, with the parts that have a value. Fields of specs count if some part has one. */
  private countedFields(): FieldParts[] {
    const parts = new Map<string, number>();
    for (const name of [...FIELDS.parts.keys(), ...(this.types.ownFields?.keys() ?? [])]) parts.set(name, 0);
    for (const segment of this.segments) {
      for (const { name, rowCount } of segment.fieldInfos()) {
        if (parts.has(name) || (rowCount > 0 && parseSpecField(name))) parts.set(name, (parts.get(name) ?? 0) + rowCount);
      }
    }
    if (findField('parts', WORDS)) {
      parts.set(
        WORDS,
        this.segments.reduce((sum, { liveCount }) => sum + liveCount, 0),
      );
    }
    const all = Array.from(parts, ([field, count]) => ({ field, parts: count }));
    return all.filter(({ field }) => !this.isHidden(field));
  }

  /** Counts living parts alone. */
  private *living(fields: readonly FieldParts[]): Task<FieldParts[]> {
    const counted: FieldParts[] = [];
    for (const one of fields) {
      const having = this.segments.flatMap((segment) => {
        const field = one.field === WORDS ? undefined : segment.field(one.field);
        return field && !field.extents ? [{ segment, field }] : [];
      });
      const needs = new Needs();
      for (const { segment, field } of having) needLiving(segment, field, needs);
      if (!needs.isEmpty) yield* load(needs);
      const rows = having.reduce((sum, { segment, field }) => sum + livingRows(segment, field), 0);
      const parts = one.field === WORDS ? one.parts : rows;
      // A spec is a field if some part has it.
      if (parts > 0 || !parseSpecField(one.field)) counted.push({ ...one, parts });
    }
    return counted;
  }

  isHidden(field: string): boolean {
    return this.segments.some((segment) => segment.hides(field));
  }

  *currencies(): Iterable<string> {
    for (const { offerRows } of this.segments) {
      yield* offerRows?.manifest.currencies ?? [];
      yield* offerRows?.rates?.units.keys() ?? [];
    }
  }

  wordsOf(field: string, text: string, most: number, work: Work): Task<readonly CountedWord[]> {
    const [index, of] = field === WORDS ? [KEYWORDS, undefined] : [textIndexOf('parts', field), field];
    return this.vocabulary.wordsOf(index, of, text, most, work);
  }

  *categoryNames(): Task<(uid: string) => string> {
    const needs = new Needs();
    this.categories.need(needs);
    yield* load(needs);
    const { byUid } = this.categories;
    return (uid) => byUid.get(uid)?.name ?? '';
  }

  valuesBeginning(field: string, text: string, most: number, work: Work): Task<readonly { text: string; parts: number }[]> {
    return this.counter.valuesBeginning(field, text, most, work);
  }

  countQueries(queries: readonly string[], work: Work): Task<readonly number[] | undefined> {
    return this.counter.countQueries(queries, work);
  }
}
