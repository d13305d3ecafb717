import { GraphQLError } from 'graphql';
import type { Catalog, CatalogSpec } from '../catalog/catalog.js';
import type { Work } from '../catalog/inside.js';
import { type CatalogInside, type InsideParts, insideOf } from '../catalog/inside.js';
import type { Part } from '../model/documents.js';
import { ValidationError } from '../model/errors.js';
import type { SearchRequest, SearchResponse } from '../model/requests.js';
import type { GraphqlGuards } from './guards.js';
import { type CatalogRecords, recordsOf } from './records.js';

/** Objects of the category tree that one answer may hold: it can be walked up and down again. */
const MOST_CATEGORIES = 30_000;

/** A limit of a facet that is none: no catalog has so many values. */
export const ALL_VALUES = 1_000_000_000;

/** What the fields of one request have in common while it is answered. */
export class Answering {
  readonly warnings = new Set<string>();
  readonly records: CatalogRecords;
  readonly inside: CatalogInside;
  readonly parts: InsideParts;
  /** Parts that were returned. */
  partsReturned = 0;
  private partsAsked = 0;
  private categories = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private specsByKey: ReadonlyMap<string, CatalogSpec> | undefined;

  constructor(
    readonly catalog: Catalog,
    private readonly guards: GraphqlGuards,
    readonly work: Work,
  ) {
    this.inside = insideOf(catalog);
    this.parts = this.inside.partsWithAllFacets();
    this.records = recordsOf(catalog);
  }

  spec(key: string): CatalogSpec | undefined {
    this.specsByKey ??= new Map(this.catalog.specs.map((spec) => [spec.key, spec]));
    return this.specsByKey.get(key);
  }

  /** Searches the parts; what the answer warns of is told. */
  async search(request: SearchRequest): Promise<SearchResponse<Part>> {
    const response = await this.parts.searchWithin(request, this.work);
    for (const warning of response.warnings) this.warnings.add(warning);
    return response;
  }

  /** Carries out one of many counts after those before it, with pauses in which other requests are answered. */
  inTurn<T>(count: () => Promise<T>): Promise<T> {
    const counted = this.turn.then(async () => {
      await this.work.pause();
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
