import { GraphQLError } from 'graphql';
import type { Catalog, CatalogSpec } from '../catalog/catalog.js';
import { type CatalogInside, type InsideParts, insideOf, type PartsWithin, type Work } from '../catalog/internals.js';
import type { Part } from '../model/documents.js';
import { ValidationError } from '../model/errors.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { GraphqlGuards } from './guards.js';
import { TextKeys } from './keys.js';
import { type CatalogRecords, recordsOf } from './records.js';
import { type SearchConditions, SharedSearch } from './shared-search.js';
import { ListTurns } from './turns.js';

/** Objects of the category tree that one answer may hold: it can be walked up and down again. */
const MOST_CATEGORIES = 30_000;

/** A limit of a facet that is none: no catalog has so many values. */
export const ALL_VALUES = 1_000_000_000;

/** Fields that are resolved between two looks at the clock: well below a millisecond. */
const FIELDS_PER_LOOK = 200;

/** Takes note of what is ignored. */
export type Warn = (message: string) => void;

/** What the fields of one request have in common while it is answered. */
export class Answering {
  readonly records: CatalogRecords;
  readonly inside: CatalogInside;
  /** Parts that were returned. */
  partsReturned = 0;
  private readonly parts: InsideParts;
  private readonly lists: ListTurns;
  private readonly keys = new TextKeys();
  private readonly searches = new Map<string, SharedSearch>();
  private readonly matches = new Map<string, Promise<PartsMatchResponse>>();
  private readonly partsByUid = new Map<string, Promise<Part | undefined>>();
  private partsAsked = 0;
  private categories = 0;
  private fieldsLeft = FIELDS_PER_LOOK;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly readings: Promise<unknown>[] = [];
  private lastReading: Promise<unknown> = Promise.resolve();
  private readonly checks = new Map<string, Promise<void>>();
  private readonly told: Set<string>[] = [];
  private specsByKey: ReadonlyMap<string, CatalogSpec> | undefined;

  constructor(
    readonly catalog: Catalog,
    private readonly guards: GraphqlGuards,
    readonly work: Work,
  ) {
    this.inside = insideOf(catalog);
    this.parts = this.inside.partsWithAllFacets();
    this.records = recordsOf(catalog);
    this.lists = new ListTurns(work);
  }

  spec(key: string): CatalogSpec | undefined {
    this.specsByKey ??= new Map(this.catalog.specs.map((spec) => [spec.key, spec]));
    return this.specsByKey.get(key);
  }

  /** Called for every field: once the call has ended no other is resolved. @throws as `Work.check` */
  enterField(): void {
    if (--this.fieldsLeft >= 0) return;
    // After a refusal there are none left, so that the next field is refused as well.
    this.work.check();
    this.fieldsLeft = FIELDS_PER_LOOK;
  }

  /** A list whose elements are completed with pauses where they are many. */
  spread<T>(list: readonly T[]): readonly (T | Promise<T>)[] {
    return this.lists.spread(list);
  }

  /** Checks the conditions of a search, the same ones once: texts may be long. Rejects with ValidationError. */
  checkConditions(conditions: SearchConditions): Promise<void> {
    const key = this.keys.of(conditions);
    let check = this.checks.get(key);
    if (!check) {
      check = this.inside.checks.parts.checkSearch(conditions, this.work);
      this.checks.set(key, check);
    }
    return check;
  }

  /** The search that all fields with these conditions share. */
  searchOf(conditions: SearchConditions): SharedSearch {
    const key = this.keys.of(conditions);
    let search = this.searches.get(key);
    if (!search) {
      search = new SharedSearch(conditions, (request) => this.search(request));
      this.searches.set(key, search);
    }
    return search;
  }

  /** Searches the parts, after the searches before it. */
  search(request: SearchRequest | (() => Promise<SearchRequest>)): Promise<SearchResponse<Part>> {
    return this.inTurn('searching the parts', async () => {
      return this.parts.searchWithin(typeof request === 'function' ? await request() : request, this.work);
    });
  }

  /** Answers a match request, likewise; the same one is answered once. */
  match(request: PartsMatchRequest & Directives, within: PartsWithin): Promise<PartsMatchResponse> {
    const key = this.keys.of([request, within]);
    let matched = this.matches.get(key);
    if (!matched) {
      matched = this.inTurn('matching part numbers', () => this.parts.matchWithin(request, within, this.work));
      this.matches.set(key, matched);
    }
    return matched;
  }

  /** A part by its uid, with the members of the interface; the same one is read once. */
  part(uid: string): Promise<Part | undefined> {
    let read = this.partsByUid.get(uid);
    if (!read) {
      read = this.readPart(uid);
      this.partsByUid.set(uid, read);
    }
    return read;
  }

  private async readPart(uid: string): Promise<Part | undefined> {
    await this.work.pause();
    return this.parts.getWithin(uid, await this.records.partDirectives(), this.work);
  }

  /** Takes the warnings of one field of the query: they are told in the order of these fields, whichever is answered first. */
  warner(): Warn {
    const own = new Set<string>();
    this.told.push(own);
    return (message) => void own.add(message);
  }

  /** What was ignored. */
  get warnings(): string[] {
    return [...new Set(this.told.flatMap((own) => [...own]))];
  }

  /**
   * Reads and checks what a field of the query asks, after the fields before it. All of them go on when the last has been read, in their
   * order: so searches with the same conditions become one, and the first fault is told.
   */
  async reading<T>(read: () => Promise<T>): Promise<T> {
    const reading = this.lastReading.then(async () => {
      await this.work.pause();
      this.work.begin('checking what is asked');
      return read();
    });
    this.lastReading = reading.catch(() => {});
    this.readings.push(reading);
    // Graphql begins with all fields of the query before anything else happens.
    await undefined;
    await Promise.allSettled(this.readings);
    return reading;
  }

  /**
   * Carries out one of several searches or matches after those before it: they share the scratch of the call. Before each of them the
   * event loop turns, so that other requests are answered, and all fields that need it have asked for it.
   * @param step what it does, in words of the request
   */
  private inTurn<T>(step: string, count: () => Promise<T>): Promise<T> {
    const counted = this.turn.then(async () => {
      this.work.check();
      await this.work.giveWay();
      this.work.begin(step);
      return count();
    });
    this.turn = counted.catch(() => {});
    return counted;
  }

  /** @throws GraphQLError where all root fields together ask for too many parts */
  askParts(count: number): void {
    this.partsAsked += count;
    if (this.partsAsked <= this.guards.parts) return;
    throw new GraphQLError(`too many parts: a request may ask for ${this.guards.parts} at most, ids and limits added up`);
  }

  /** @throws GraphQLError where the answer has too many categories */
  countCategories(count: number): void {
    this.categories += count;
    if (this.categories <= MOST_CATEGORIES) return;
    throw new GraphQLError(`too many categories: an answer holds ${MOST_CATEGORIES} at most, ancestors and children added up`);
  }

  /** Waits for some checks and tells all that they find at once. @throws GraphQLError */
  async refuseFaults(checks: readonly Promise<unknown>[]): Promise<void> {
    const faults = new Set<string>();
    for (const check of await Promise.allSettled(checks)) {
      if (check.status === 'fulfilled') continue;
      if (!(check.reason instanceof ValidationError)) throw check.reason;
      faults.add(check.reason.message);
    }
    if (faults.size > 0) throw new GraphQLError([...faults].join('; '));
  }
}
