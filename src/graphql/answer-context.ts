import { GraphQLError } from 'graphql';
import type { Catalog, CatalogSpec } from '../catalog/catalog.js';
import {
  type CallRules,
  type CatalogInternals,
  internalsOf,
  type MatchRules,
  type PartInternals,
  type Work,
} from '../catalog/internals.js';
import { scopedInternals } from '../catalog/scoped.js';
import type { Interpretation } from '../model/ask.js';
import { nameMap } from '../model/check-arguments.js';
import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { FieldKind } from '../model/own-fields.js';
import type { Directives, SearchResponse } from '../model/requests.js';
import type { Scope } from '../model/scope.js';
import type { Makers } from './company-records.js';
import { laterName, type SchemaVariant } from './dialect.js';
import type { GraphqlGuards } from './guards.js';
import { TextKeys } from './keys.js';
import { memberNames } from './member-names.js';
import { type CatalogRecords, recordsOf } from './records.js';
import { type PassRequest, type SearchConditions, SharedSearch } from './shared-search.js';
import { ListTurns, type Spread } from './turns.js';

/** Most objects of the category tree in one answer: a query can walk the tree up and down repeatedly. */
const MOST_CATEGORIES = 30_000;

/** The fields of this interface return all values of a facet, whatever their number. */
const ALL_FACETS = { limits: { facetLimit: Number.POSITIVE_INFINITY, facets: Number.POSITIVE_INFINITY } };

/** Fields resolved between two checks of the clock: well below a millisecond. */
const FIELDS_PER_LOOK = 200;

/** Receives warnings about what is ignored. */
export type Warn = (message: string) => void;

/** The options of the interface, and what the client may see. */
export interface AnswerRules extends SchemaVariant {
  readonly guards: GraphqlGuards;
  readonly assist?: boolean;
  readonly scope?: Scope | undefined;
}

/** The state that the fields of one request share while it is answered. */
export class AnswerContext {
  readonly records: CatalogRecords;
  /** The catalog as the client may see it. */
  readonly internals: CatalogInternals;
  /** Members of parts that have the page of a part under another name. */
  readonly catalogUrlNames: readonly string[];
  /** Whether the page of a part is hidden under another name. */
  readonly hidesCatalogUrl: boolean;
  /** The catalog with everything in it. */
  readonly whole: CatalogInternals;
  /** Whether the client may not see everything: what is counted for it must not be kept for others. */
  readonly isScoped: boolean;
  /** The catalog without the members that are hidden from the client, but with all parts. */
  private readonly unfiltered: CatalogInternals;
  /** Whether some members are hidden from the client: what is counted without them must not be kept for others. */
  readonly hidesMembers: boolean;
  /** Of a client that some members are hidden from: the makers of the parts that it sees. */
  visibleMakers: Promise<Makers> | undefined = undefined;
  /** Parts that were returned. */
  partsReturned = 0;
  /** Whether a fieldname is that of a member that the client may not see. */
  readonly hides: (field: string) => boolean;
  /** The spec keys that the client may see. */
  readonly specs: readonly CatalogSpec[];
  /** The kinds of the fields that the build declared, which the client may see. */
  readonly ownFields: ReadonlyMap<string, FieldKind>;
  private readonly parts: PartInternals;
  private readonly lists: ListTurns;
  /** Rejects if the whole document cannot be answered: graphql is not told, and does not end. */
  readonly refused: Promise<never>;
  private readonly keys = new TextKeys();
  private readonly searches = new Map<string, SharedSearch>();
  private readonly wholeSearches = new Map<string, SharedSearch>();
  private readonly unfilteredSearches = new Map<string, SharedSearch>();
  private readonly interpretations = new Map<string, Promise<Interpretation>>();
  /** How questions were read, by the names of their fields in the answer; undefined if there are none. */
  understood: Record<string, Interpretation> | undefined = undefined;
  private readonly matches = new Map<string, Promise<PartsMatchResponse>>();
  private readonly similarParts = new Map<string, Promise<readonly Part[]>>();
  private readonly partsByUid = new Map<string, Promise<Part | undefined>>();
  private readonly refuse: (reason: unknown) => void;
  private partsAsked = 0;
  private categories = 0;
  private fieldsLeft = FIELDS_PER_LOOK;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly readings: Promise<unknown>[] = [];
  private lastReading: Promise<unknown> = Promise.resolve();
  private readonly checks = new Map<string, Promise<Issues>>();
  private readonly warningsByField: Set<string>[] = [];
  private readonly valueWarnings = new Set<string>();
  private readonly unsettled: Promise<unknown>[] = [];
  private specsByKey: ReadonlyMap<string, CatalogSpec> | undefined = undefined;

  constructor(
    readonly catalog: Catalog,
    private readonly rules: AnswerRules,
    readonly work: Work,
  ) {
    const { scope } = rules;
    this.whole = internalsOf(catalog);
    this.internals = scopedInternals(this.whole, scope, false);
    this.isScoped = scope !== undefined;
    const hidden = scope && scope.hide.length > 0 ? this.whole.hiding(scope.hide) : undefined;
    this.hidesMembers = hidden !== undefined;
    this.unfiltered = hidden ? scopedInternals(this.whole, { ...(scope as Scope), filters: [] }, false) : this.whole;
    this.hides = (field) => hidden?.hasField(field) ?? false;
    this.specs = hidden ? catalog.specs.filter(({ key }) => !hidden.hasSpec(key)) : catalog.specs;
    this.ownFields = new Map(catalog.info.fields.filter(({ name }) => !this.hides(name)).map(({ name, kind }) => [name, kind]));
    this.parts = this.internals.collections.parts;
    this.records = recordsOf(catalog);
    let refuse: (reason: unknown) => void = () => {};
    this.refused = new Promise((_, reject) => {
      refuse = reject;
    });
    // It may come when the answer has ended otherwise.
    this.refused.catch(() => {});
    this.lists = new ListTurns(work, refuse);
    this.refuse = refuse;
    const names = memberNames(rules);
    // Whichever of its names a scope hides, it is one member.
    this.catalogUrlNames = ['catalog_url', ...names].some((name) => this.hides(name)) ? [] : names;
    this.hidesCatalogUrl = names.some((name) => this.hides(name));
  }

  /** Whether fields are non-null that are so in the hosted schema. */
  get isStrict(): boolean {
    return this.rules.strict;
  }

  /** Whether `search` reads its keywords as a question. */
  get assists(): boolean {
    return this.rules.assist === true;
  }

  /** Interprets a question, while arguments are read; equal ones once. */
  interpret(text: string): Promise<Interpretation> {
    let interpreted = this.interpretations.get(text);
    if (!interpreted) {
      interpreted = this.parts.interpretWithin(text, this.work);
      this.interpretations.set(text, interpreted);
    }
    return interpreted;
  }

  /** Tells how the question of a field was read. @param responseName the field's name in the answer */
  tellUnderstood(responseName: string, interpretation: Interpretation): void {
    this.understood ??= nameMap<Interpretation>();
    this.understood[responseName] = interpretation;
  }

  /** The directives for reading parts; always the same function, so that equal pages share a search. */
  readonly partDirectives = (): Promise<Directives> => this.records.partDirectives(this.catalogUrlNames);

  spec(key: string): CatalogSpec | undefined {
    this.specsByKey ??= new Map(this.specs.map((spec) => [spec.key, spec]));
    return this.specsByKey.get(key);
  }

  /** Called for every field: no field is resolved after the call has ended. @throws as `Work.check` */
  enterField(): void {
    if (--this.fieldsLeft >= 0) return;
    // After a refusal none are left, so that the next field is refused as well.
    this.work.check();
    this.fieldsLeft = FIELDS_PER_LOOK;
  }

  /** Resolves nothing any more: the document has been answered. */
  stop(): void {
    this.lists.stop();
  }

  /** A list whose elements are completed in turns if there are many. */
  spread<T>(list: readonly T[]): Spread<T> | Promise<Spread<T>> {
    return this.lists.spread(list);
  }

  /** The name of an argument in the dialect of the document. */
  nameOf(argument: string): string {
    return this.rules.dialect === 'sup' ? laterName(argument) : argument;
  }

  /** Adds the issues of a search's keywords and filters. Equal ones are checked once: texts may be long. */
  async checkConditions({ conditions: further, ...conditions }: SearchConditions, issues: Issues): Promise<void> {
    const key = this.keys.of([conditions, further]);
    let check = this.checks.get(key);
    if (!check) {
      const found = new Issues(conditions);
      check = this.parts.checkSearch(conditions, found, this.work, further && { conditions: further }).then(() => found);
      this.checks.set(key, check);
    }
    issues.addAll(await check);
  }

  /** The search that all fields with these conditions share. */
  searchOf(conditions: SearchConditions): SharedSearch {
    return this.searchIn(this.internals, this.searches, conditions);
  }

  /** A search of the whole catalog, whatever the client may see: for what is kept for all clients. */
  searchWhole(conditions: SearchConditions): SharedSearch {
    return this.isScoped ? this.searchIn(this.whole, this.wholeSearches, conditions) : this.searchOf(conditions);
  }

  /** A search of all parts, of which the client sees only some; hidden members are as if the data lacked them. */
  searchUnfiltered(conditions: SearchConditions): SharedSearch {
    return this.hidesMembers ? this.searchIn(this.unfiltered, this.unfilteredSearches, conditions) : this.searchWhole(conditions);
  }

  private searchIn(internals: CatalogInternals, known: Map<string, SharedSearch>, conditions: SearchConditions): SharedSearch {
    const key = this.keys.of(conditions);
    let search = known.get(key);
    if (!search) {
      search = new SharedSearch(conditions, (pass) => this.search(internals, pass));
      known.set(key, search);
    }
    return search;
  }

  /** Searches the parts, after the searches before it. */
  private search({ collections }: CatalogInternals, pass: () => Promise<PassRequest>): Promise<SearchResponse<Part>> {
    return this.inTurn('searching the parts', async () => {
      const { request, conditions, order } = await pass();
      const rules: CallRules = { limits: ALL_FACETS.limits, ...(conditions && { conditions }), ...(order && { order }) };
      return (await collections.parts.searchWithin(request, this.work, rules)) as SearchResponse<Part>;
    });
  }

  /** Answers a match request, likewise; equal requests are answered once. */
  match(request: PartsMatchRequest & Directives, rules: MatchRules): Promise<PartsMatchResponse> {
    const key = this.keys.of([request, rules]);
    let matched = this.matches.get(key);
    if (!matched) {
      matched = this.inTurn('matching part numbers', () => this.parts.matchWithin(request, rules, this.work));
      this.matches.set(key, matched);
    }
    return matched;
  }

  /** The parts that could stand in for one, likewise. @throws GraphQLError if all fields together request too many parts */
  async similar(uid: string, limit: number): Promise<readonly Part[]> {
    this.askParts(Math.max(0, limit));
    const request = { limit, ...(await this.partDirectives()) };
    const key = this.keys.of([uid, limit]);
    let found = this.similarParts.get(key);
    if (!found) {
      found = this.inTurn('looking for similar parts', async () => {
        const { items } = await this.parts.similarWithin(uid, request, this.work);
        return items.map(({ item }) => item);
      });
      this.similarParts.set(key, found);
    }
    return found;
  }

  /** A part by its uid, with the members of the interface; each uid is read once. */
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
    return this.parts.getWithin(uid, await this.partDirectives(), this.work) as Promise<Part | undefined>;
  }

  /** Collects the warnings of one field of the query. They are listed in the order of the fields, whichever is answered first. */
  warner(): Warn {
    const own = new Set<string>();
    this.warningsByField.push(own);
    return (message) => void own.add(message);
  }

  /** Adds a warning about values of the answer. */
  warnOfValue(message: string): void {
    this.valueWarnings.add(message);
  }

  /** Keeps the answer open until a promise of further warnings has settled. */
  settle(promise: Promise<unknown>): void {
    this.unsettled.push(promise);
    // If the call ends first, nobody waits for it.
    promise.catch(() => {});
  }

  /** Rejects as the promises of `settle` do. */
  async settled(): Promise<void> {
    await Promise.all(this.unsettled);
  }

  /** What was ignored, and then what is wrong with values of the answer. */
  get warnings(): string[] {
    return [...new Set([...this.warningsByField.flatMap((own) => [...own]), ...this.valueWarnings])];
  }

  /**
   * Reads and checks the arguments of a field of the query, after the fields before it. All fields continue in their order when
   * the last has been read: so searches with the same conditions become one, and the first fault is reported.
   */
  async reading<T>(read: () => Promise<T>): Promise<T> {
    const reading = this.lastReading.then(async () => {
      await this.work.pause();
      this.work.begin('checking the arguments');
      return read();
    });
    this.lastReading = reading.catch(() => {});
    this.readings.push(reading);
    // Graphql starts all fields of the query before anything else happens.
    await undefined;
    await Promise.allSettled(this.readings);
    return reading;
  }

  /**
   * Runs one of several searches or matches after those before it: they share the scratch of the call. Before each of them the
   * event loop turns, so that other requests are answered, and all fields that need its result have registered.
   * @param step the step, in words of the request
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

  /** @throws GraphQLError if all root fields together request too many parts */
  askParts(count: number): void {
    this.partsAsked += count;
    if (this.partsAsked <= this.rules.guards.parts) return;
    throw new GraphQLError(`too many parts: a request may ask for ${this.rules.guards.parts} at most, ids and limits added up`);
  }

  /** @throws GraphQLError if the answer has too many categories */
  countCategories(count: number): void {
    this.categories += count;
    if (this.categories <= MOST_CATEGORIES) return;
    const message = `too many categories: an answer holds ${MOST_CATEGORIES} at most, ancestors and children added up`;
    const error = new GraphQLError(message);
    this.lists.stop();
    this.refuse(error);
    throw error;
  }
}
