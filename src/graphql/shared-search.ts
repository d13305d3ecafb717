import type { Part } from '../model/documents.js';
import type { Directives, SearchRequest, SearchResponse, SortKey } from '../model/requests.js';

/** More values than any catalog has: a limit must be an integer. */
const MOST_VALUES = 1_000_000_000;

/** Searches in its turn: only then it takes the request. */
export type SearchLater = (request: () => Promise<SearchRequest>) => Promise<SearchResponse<Part>>;

/** What the hits of a search have in common: its keywords and filters. */
export type SearchConditions = Pick<SearchRequest, 'q' | 'filter'>;

/** A page of the hits. */
export interface SearchPage {
  readonly start: number;
  readonly limit: number;
  readonly sortby: readonly SortKey[] | undefined;
  /** Which members of the parts are read. */
  readonly directives: () => Promise<Directives>;
}

/** What a field needs of the answer of a search, besides the number of hits. */
export interface SearchNeeds {
  readonly page?: SearchPage;
  /** Fieldnames to the number of values, Infinity for all of them. */
  readonly facets?: ReadonlyMap<string, number>;
  /** Number fields to be summed up. */
  readonly stats?: readonly string[];
  /** A facet query. */
  readonly query?: string;
  /** The most useful specs. */
  readonly drilldown?: boolean;
}

/** A search that fields ask for what they need. */
export interface AskedSearch {
  readonly conditions: SearchConditions;
  ask(needs: SearchNeeds): Promise<SearchResponse<Part>>;
}

/**
 * A search of which several fields of a request need something. What they ask for before it begins is found out by one search;
 * only several pages take one each.
 */
export class SharedSearch implements AskedSearch {
  private readonly passes: SearchPass[] = [];

  constructor(
    readonly conditions: SearchConditions,
    private readonly search: SearchLater,
  ) {}

  /** An answer that has what is needed, perhaps among other things: facets with more values, say. */
  ask(needs: SearchNeeds): Promise<SearchResponse<Part>> {
    let pass = this.passes.find((known) => known.has(needs) || known.take(needs));
    if (!pass) {
      pass = new SearchPass(this.conditions, this.search);
      pass.take(needs);
      this.passes.push(pass);
    }
    return pass.answer;
  }
}

/** One search of the catalog, and what it is to find out. */
class SearchPass {
  readonly answer: Promise<SearchResponse<Part>>;
  private hasBegun = false;
  private page: SearchPage | undefined;
  private readonly facets = new Map<string, number>();
  private readonly stats = new Set<string>();
  private readonly queries = new Set<string>();
  private drilldown = false;

  constructor(conditions: SearchConditions, search: SearchLater) {
    this.answer = search(async () => {
      this.hasBegun = true;
      return this.request(conditions);
    });
  }

  /** Whether its answer has what is needed, as it stands. */
  has({ page, facets, stats = [], query, drilldown }: SearchNeeds): boolean {
    if (page && !(this.page && isSamePage(page, this.page))) return false;
    for (const [field, limit] of facets ?? []) if (!((this.facets.get(field) ?? -1) >= limit)) return false;
    if (!stats.every((field) => this.stats.has(field))) return false;
    return (query === undefined || this.queries.has(query)) && (!drilldown || this.drilldown);
  }

  /** Takes note of what is needed; false if it is too late, or for another page than its own. */
  take({ page, facets, stats = [], query, drilldown }: SearchNeeds): boolean {
    if (this.hasBegun || (page && this.page && !isSamePage(page, this.page))) return false;
    this.page ??= page;
    for (const [field, limit] of facets ?? []) this.facets.set(field, Math.max(limit, this.facets.get(field) ?? 0));
    for (const field of stats) this.stats.add(field);
    if (query !== undefined) this.queries.add(query);
    this.drilldown ||= drilldown ?? false;
    return true;
  }

  private async request(conditions: SearchConditions): Promise<SearchRequest> {
    const { page } = this;
    const fields = Object.fromEntries(
      [...this.facets].map(([field, limit]) => [field, { include: true, limit: Math.min(limit, MOST_VALUES) }]),
    );
    const stats = Object.fromEntries([...this.stats].map((field) => [field, { include: true }]));
    return {
      ...conditions,
      ...(page ? { start: page.start, limit: page.limit, ...(await page.directives()) } : { start: 0, limit: 0 }),
      ...(page?.sortby && { sortby: [...page.sortby] }),
      facet: { fields, queries: [...this.queries] },
      stats,
      ...(this.drilldown && { spec_drilldown: { include: true, limit: 1 } }),
    };
  }
}

function isSamePage(a: SearchPage, b: SearchPage): boolean {
  const isSameSort = JSON.stringify(a.sortby) === JSON.stringify(b.sortby);
  return a.start === b.start && a.limit === b.limit && a.directives === b.directives && isSameSort;
}
