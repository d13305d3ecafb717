import { type ComputedContext, computedMember } from '../answers/computed-members.js';
import { applyDirectives, compileDirectives, onlyMembers, refersToCompanies, type ShownMembers } from '../answers/directives.js';
import { atName, splitAtKeys } from '../answers/dotted.js';
import type { Highlighter, Marks } from '../answers/highlights.js';
import { NO_FILLING, SCHEMAS } from '../answers/shape.js';
import { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { CheckedDirectives } from '../model/check-directives.js';
import type { SpecMetadata } from '../model/documents.js';
import type { CollectionName } from '../model/fields.js';
import { Issues } from '../model/issues.js';
import type { Hit } from '../query/merge.js';
import type { FieldTypes } from '../resolve/filters.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Task } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { load } from './load.js';
import { PartFilling, type References } from './references.js';

/** Documents that are read between two steps. */
const DOCUMENTS_AT_ONCE = 64;
/** Units of work of a document: shaping it takes tens of microseconds. */
const UNITS_OF_DOCUMENT = 2_500;
/** About what a value takes in an answer. */
const VALUE_BYTES = 64;
const READING = 'reading the documents of the answer';
const NO_PATHS = { has: () => false, hasSpec: () => false };

/** What answers have beside the documents; of parts. */
export interface Filled {
  readonly references: References;
  /** What a spec key means. */
  readonly specMetadata: (key: string) => SpecMetadata | undefined;
  /** What members that are computed depend on. */
  readonly computed: ComputedContext;
}

/** What marks the documents of a page, and what it finds in each. */
export interface Marking {
  readonly highlighter: Highlighter;
  /** In the order of the hits. */
  readonly marks: Marks[];
}

/** One call that reads documents. */
interface Reading<T> {
  readonly shown: ShownMembers;
  readonly work: Work;
  readonly answers: T[];
  readonly filling: PartFilling | undefined;
  readonly marking: Marking | undefined;
}

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
    private readonly filled?: Filled,
  ) {
    this.shownByDefault = compileDirectives(collection, {}, NO_PATHS, new Issues(), undefined, hidden);
  }

  /** Adds what compiling directives, and reading documents as they say, needs. @param marking if they are also marked */
  need(directives: CheckedDirectives, needs: Needs, marking?: Marking): void {
    this.needToCompile(directives, needs);
    const { show } = directives;
    for (const segment of this.segments) {
      if (show && !marking && isColumns(show, (member) => this.isColumn(member))) this.needColumns(segment, show, needs);
      else needs.add(segment.documentNumbers).add(segment.documents.table);
    }
    const refers = !show?.length || show.some((name) => name !== undefined && refersToCompanies(SCHEMAS[this.collection], name));
    if (refers || (marking && this.marksCompanies(marking))) this.filled?.references.need(needs);
  }

  private marksCompanies({ highlighter }: Marking): boolean {
    return highlighter.members.some((name) => refersToCompanies(SCHEMAS[this.collection], name));
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
    const has = (path: string) => this.segments.some(({ paths }) => paths.value.find(path) >= 0) || this.isInSpecMetadata(path);
    const hasSpec = (spec: string) => this.types.specType(spec) !== undefined;
    const key = keyOf(directives);
    const known = this.compiled.find(key);
    if (known) return known;
    const before = issues.count + unknownNames.count;
    const { filled } = this;
    const computed = (name: string) => filled && computedMember(name, filled.computed);
    const shown = compileDirectives(this.collection, directives, { has, hasSpec, computed }, issues, unknownNames, this.hidden);
    const isSound = issues.count + unknownNames.count === before;
    return isSound ? this.compiled.keep(key, shown) : shown;
  }

  /** Whether a dotted name leads to a member of the metadata that the catalog has for a spec key. */
  private isInSpecMetadata(path: string): boolean {
    const { filled } = this;
    if (!filled || !path.startsWith('specs.')) return false;
    return splitAtKeys(path.slice('specs.'.length)).some(([key, rest]) => {
      if (rest === undefined || !rest.startsWith('metadata.')) return false;
      let found = false;
      const metadata = filled.specMetadata(key);
      if (metadata) atName(metadata, rest.slice('metadata.'.length), () => void (found = true));
      return found;
    });
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

  /** The shown members of hits where all are columns that are loaded; undefined for others, which `read` reads. */
  readColumns(hits: readonly Hit[], shown: ShownMembers, work: Work, marking?: Marking): T[] | undefined {
    const members = this.columnsOf(shown, marking);
    return members && this.needsOfColumns(members).isEmpty ? fromColumns(hits, members, work) : undefined;
  }

  /** The shown members if all are columns. */
  private columnsOf(shown: ShownMembers, marking: Marking | undefined): readonly string[] | undefined {
    const members = marking ? undefined : onlyMembers(shown);
    return members?.length && members.every((member) => this.isColumn(member)) ? members : undefined;
  }

  private needsOfColumns(members: readonly string[]): Needs {
    const needs = new Needs();
    for (const segment of this.segments) this.needColumns(segment, members, needs);
    return needs;
  }

  /**
   * The shown members of hits, in their order.
   * @param marking receives the marks of their documents
   * @param specMetadata what the answer has of spec keys beside the hits: specs without metadata of their own have these objects
   */
  *read(
    hits: readonly Hit[],
    shown: ShownMembers,
    work: Work,
    marking?: Marking,
    specMetadata?: Readonly<Record<string, object>>,
  ): Task<T[]> {
    if (hits.length === 0) return [];
    const members = this.columnsOf(shown, marking);
    if (members) {
      yield* load(this.needsOfColumns(members));
      return fromColumns(hits, members, work);
    }
    work.begin(READING);
    const { filled } = this;
    if (filled && (shown.refers || (marking && this.marksCompanies(marking)))) yield* filled.references.prepare();
    // What directives change in an answer is neither in another one nor in a document that is shaped again.
    const isFinal = !marking && shown.removed.length === 0 && shown.slices.length === 0;
    const filling = filled && new PartFilling(filled.references, filled.specMetadata, isFinal);
    // The map has no prototype.
    if (filling?.shared && specMetadata) for (const key in specMetadata) filling.shared.set(key, specMetadata[key]);
    const answers = new Array<T>(hits.length);
    for (const segment of this.segments) {
      const places = hits.map((_, i) => i).filter((i) => hits[i].segment === segment);
      if (places.length > 0) yield* this.readFrom(segment, hits, places, { shown, work, answers, filling, marking });
    }
    return answers;
  }

  /** Reads the documents of the hits at some places, all of one segment. */
  private *readFrom(
    segment: Segment,
    hits: readonly Hit[],
    places: readonly number[],
    { shown, work, answers, filling, marking }: Reading<T>,
  ): Task<void> {
    if (!segment.documentNumbers.isLoaded || !segment.documents.table.isLoaded)
      yield* load(new Needs().add(segment.documentNumbers).add(segment.documents.table));
    const numbers = segment.documentNumbers.value;
    const needed = marking || !fastPaths.someMembers ? undefined : shown.needed;
    for (let from = 0; from < places.length; from += DOCUMENTS_AT_ONCE) {
      if (from > 0 && work.isDue()) yield;
      const some = places.slice(from, from + DOCUMENTS_AT_ONCE);
      const documents = yield* segment.documents.read(
        some.map((i) => numbers[hits[i].row]),
        work,
        needed,
      );
      let unfilled = documents.map((_, i) => i);
      while (unfilled.length > 0) {
        const again: number[] = [];
        for (const i of unfilled) {
          if (work.spend(UNITS_OF_DOCUMENT)) yield;
          const missing = filling?.missing;
          const document = documents[i] as object;
          answers[some[i]] = (yield* applyDirectives(shown, document, filling ?? NO_FILLING, work)) as T;
          if (marking) marking.marks[some[i]] = yield* marking.highlighter.mark(document, filling ?? NO_FILLING, work);
          if (filling?.missing !== missing) again.push(i);
        }
        if (again.length > 0) yield* (filling as PartFilling).readMissing(work);
        unfilled = again;
      }
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
}

function fromColumns<T extends object>(hits: readonly Hit[], members: readonly string[], work: Work): T[] {
  work.begin(READING);
  work.hold(hits.length * members.length * VALUE_BYTES);
  const answers = hits.map(() => ({}) as T);
  for (const member of members) addColumn(answers, member, hits);
  return answers;
}

/** Adds a member of hits to their answers, from its columns. Hits of one segment mostly follow each other. */
function addColumn<T extends object>(answers: readonly T[], member: string, hits: readonly Hit[]): void {
  let segment: Segment | undefined;
  let field: SegmentField | undefined;
  for (let i = 0; i < hits.length; i++) {
    if (hits[i].segment !== segment) {
      segment = hits[i].segment;
      field = segment.field(member);
    }
    if (!field) continue;
    const codes = field.codes.value;
    (answers[i] as Record<string, unknown>)[member] = field.dictionary.value.value(
      codes.ordinalOf(codes.code(hits[i].row), false),
    );
  }
}

function isDefault({ include, show, hide, slice }: CheckedDirectives): boolean {
  return !include?.length && !show?.length && !hide?.length && !slice;
}

/** A text for each different set of directives. Most requests show a few members and say nothing else. */
function keyOf(directives: CheckedDirectives): string {
  const { include, show, hide, slice } = directives;
  const isOneName = show?.length === 1 && show[0] !== undefined && !include && !hide && !slice;
  // JSON begins with a brace.
  return isOneName ? `show ${show[0]}` : JSON.stringify(directives);
}

/** Whether all names are there and are columns. */
function isColumns(names: readonly (string | undefined)[], isColumn: (name: string) => boolean): names is string[] {
  return names.every((name) => name !== undefined && isColumn(name));
}
