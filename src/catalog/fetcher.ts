import { applyDirectives, compileDirectives, onlyMembers, type ShownMembers } from '../answers/directives.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { CheckedDirectives } from '../model/check-directives.js';
import type { CollectionName } from '../model/fields.js';
import { Issues } from '../model/issues.js';
import type { Hit } from '../query/merge.js';
import type { FieldTypes } from '../resolve/filters.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Task } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { load } from './load.js';

/** Documents that are read between two steps. */
const DOCUMENTS_AT_ONCE = 64;
/** About what a value takes in an answer. */
const VALUE_BYTES = 64;
const NO_PATHS = { has: () => false, hasSpec: () => false };

/** Finds the records of uids, and makes answers of the documents of hits. */
export class Fetcher<T extends object> {
  private readonly shownByDefault: ShownMembers;
  private readonly compiled = new RecentCache<ShownMembers>();

  constructor(
    private readonly collection: CollectionName,
    private readonly segments: readonly Segment[],
    private readonly types: FieldTypes,
    /** Dotted names that no answer shows, whatever the directives say; they need not exist. */
    private readonly hidden: readonly string[] = [],
  ) {
    this.shownByDefault = compileDirectives(collection, {}, NO_PATHS, new Issues(), undefined, hidden);
  }

  /** Adds what compiling directives, and reading documents as they say, needs. */
  need(directives: CheckedDirectives, needs: Needs): void {
    this.needToCompile(directives, needs);
    const { show } = directives;
    for (const segment of this.segments) {
      if (show && isColumns(show, (member) => this.isColumn(member))) this.needColumns(segment, show, needs);
      else needs.add(segment.documentNumbers).add(segment.documents.table);
    }
  }

  /** Adds what compiling directives needs. */
  needToCompile(directives: CheckedDirectives, needs: Needs): void {
    if (!isDefault(directives)) for (const segment of this.segments) needs.add(segment.paths);
  }

  /** Adds what `find` needs. */
  needToFind(needs: Needs): void {
    for (const segment of this.segments) segment.needToFind(needs);
  }

  /**
   * Which members checked directives show. The paths of the segments must be loaded.
   * @param issues takes what is wrong with the directives
   * @param unknownNames takes the names that no record has
   */
  compile(directives: CheckedDirectives, issues: Issues, unknownNames = issues): ShownMembers {
    if (isDefault(directives)) return this.shownByDefault;
    const has = (path: string) => this.segments.some(({ paths }) => paths.value.find(path) >= 0);
    const hasSpec = (spec: string) => this.types.specType(spec) !== undefined;
    const key = JSON.stringify(directives);
    const known = this.compiled.find(key);
    if (known) return known;
    const before = issues.count + unknownNames.count;
    const shown = compileDirectives(this.collection, directives, { has, hasSpec }, issues, unknownNames, this.hidden);
    const isSound = issues.count + unknownNames.count === before;
    return isSound ? this.compiled.keep(key, shown) : shown;
  }

  /** The record of a uid. One that lives anywhere is never taken for one that was merged. */
  find(uid: string): Hit | undefined {
    for (const segment of this.segments) {
      const row = segment.rowOf(uid);
      if (row >= 0) return { segment, row };
    }
    for (const segment of this.segments) {
      const row = segment.rowOfMerged(uid);
      if (row >= 0) return { segment, row };
    }
    return undefined;
  }

  /** The shown members of hits, in their order. */
  *read(hits: readonly Hit[], shown: ShownMembers, work: Work): Task<T[]> {
    if (hits.length === 0) return [];
    work.begin('reading the documents of the answer');
    const members = onlyMembers(shown);
    if (members?.length && members.every((member) => this.isColumn(member))) {
      return yield* this.fromColumns(hits, members, work);
    }
    const answers = new Array<T>(hits.length);
    for (const segment of this.segments) {
      const places = hits.map((_, i) => i).filter((i) => hits[i].segment === segment);
      if (places.length > 0) yield* this.readFrom(segment, hits, places, { shown, work, answers });
    }
    return answers;
  }

  /** Reads the documents of the hits at some places, all of one segment. */
  private *readFrom(
    segment: Segment,
    hits: readonly Hit[],
    places: readonly number[],
    { shown, work, answers }: { shown: ShownMembers; work: Work; answers: T[] },
  ): Task<void> {
    if (!segment.documentNumbers.isLoaded || !segment.documents.table.isLoaded)
      yield* load(new Needs().add(segment.documentNumbers).add(segment.documents.table));
    const numbers = segment.documentNumbers.value;
    for (let from = 0; from < places.length; from += DOCUMENTS_AT_ONCE) {
      if (from > 0 && work.isDue()) yield;
      const some = places.slice(from, from + DOCUMENTS_AT_ONCE);
      const documents = yield* segment.documents.read(
        some.map((i) => numbers[hits[i].row]),
        work,
      );
      for (let i = 0; i < some.length; i++) answers[some[i]] = applyDirectives(shown, documents[i] as object) as T;
    }
  }

  /** Whether a member can be read from a column: answers of uid and mpn (or name) alone need no stored documents. */
  private isColumn(member: string): boolean {
    return fastPaths.columnAnswers && (member === 'uid' || member === (this.collection === 'parts' ? 'mpn' : 'name'));
  }

  private needColumns(segment: Segment, members: readonly string[], needs: Needs): void {
    for (const member of members) {
      const field = segment.field(member);
      if (field) needs.add(field.codes).add(field.dictionary);
    }
  }

  private *fromColumns(hits: readonly Hit[], members: readonly string[], work: Work): Task<T[]> {
    work.hold(hits.length * members.length * VALUE_BYTES);
    const needs = new Needs();
    for (const segment of this.segments) this.needColumns(segment, members, needs);
    if (!needs.isEmpty) yield* load(needs);
    return hits.map(({ segment, row }) => {
      const answer: Record<string, unknown> = {};
      for (const member of members) {
        const field = segment.field(member);
        if (!field) continue;
        const codes = field.codes.value;
        answer[member] = field.dictionary.value.value(codes.ordinalOf(codes.code(row), false));
      }
      return answer as T;
    });
  }
}

function isDefault({ include, show, hide, slice }: CheckedDirectives): boolean {
  return !include?.length && !show?.length && !hide?.length && !slice;
}

/** Whether all names are there and are columns. */
function isColumns(names: readonly (string | undefined)[], isColumn: (name: string) => boolean): names is string[] {
  return names.every((name) => name !== undefined && isColumn(name));
}
