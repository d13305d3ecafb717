import type { AskRequest } from '../model/ask.js';
import type { Issues } from '../model/issues.js';
import type { PartsMatchRequest } from '../model/match-requests.js';
import type { Directives, SearchRequest } from '../model/requests.js';
import type { Scope } from '../model/scope.js';
import type { SimilarRequest } from '../model/similar.js';
import type {
  CallRules,
  CatalogInternals,
  CollectionInternals,
  MatchRules,
  PartInternals,
  RowNumbers,
  Vocabulary,
  Work,
} from './internals.js';

/**
 * A catalog as the client of a key or token sees it: every request of parts is answered within the filters of the scope, and hidden
 * members are in no answer and have no influence on one. The records of other collections are all there.
 * @param refusesHidden whether fieldnames of hidden members count as unknown; otherwise no record seems to have them
 */
export function scopedInternals(whole: CatalogInternals, scope: Scope | undefined, refusesHidden: boolean): CatalogInternals {
  if (!scope) return whole;
  const { collections, segments } = scope.hide.length === 0 ? whole : whole.hiding(scope.hide);
  const visible = { ...whole, collections, segments };
  if (scope.filters.length === 0 && !refusesHidden) return visible;
  const own: CallRules = { refusesHidden };
  const ofParts: CallRules = scope.filters.length === 0 ? own : { refusesHidden, scope: scope.filters };
  return {
    ...visible,
    collections: {
      parts: new ScopedParts(collections.parts, ofParts),
      brands: new ScopedCollection(collections.brands, own),
      categories: new ScopedCollection(collections.categories, own),
      sellers: new ScopedCollection(collections.sellers, own),
      manufacturers: new ScopedCollection(collections.manufacturers, own),
    },
  };
}

/** A collection whose requests have some rules besides their own. */
class ScopedCollection<Inner extends CollectionInternals> implements CollectionInternals {
  constructor(
    protected readonly inner: Inner,
    protected readonly own: CallRules,
  ) {}

  checkSearch(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return this.inner.checkSearch(request, issues, work, { ...rules, ...this.own });
  }

  checkFetch(uids: readonly string[], directives: Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return this.inner.checkFetch(uids, directives, issues, work, { ...rules, ...this.own });
  }

  searchWithin(request: SearchRequest | undefined, work: Work, rules?: CallRules) {
    return this.inner.searchWithin(request, work, { ...rules, ...this.own });
  }

  getWithin(uid: string, directives: Directives | undefined, work: Work, rules?: CallRules): Promise<object | undefined> {
    return this.inner.getWithin(uid, directives, work, { ...rules, ...this.own });
  }

  get recordCount(): number {
    return this.inner.recordCount;
  }

  recordsWithin(position: number, count: number, work: Work, last?: object): Promise<readonly object[]> {
    return this.inner.recordsWithin(position, count, work, last);
  }
}

class ScopedParts extends ScopedCollection<PartInternals> implements PartInternals {
  checkMatch(request: PartsMatchRequest & Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return this.inner.checkMatch(request, issues, work, { ...rules, ...this.own });
  }

  matchWithin(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work) {
    return this.inner.matchWithin(request, { ...rules, ...this.own }, work);
  }

  checkAsk(text: string, request: AskRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return this.inner.checkAsk(text, request, issues, work, { ...rules, ...this.own });
  }

  interpretWithin(text: string, work: Work, rules?: CallRules) {
    return this.inner.interpretWithin(text, work, { ...rules, ...this.own });
  }

  askWithin(text: string, request: AskRequest | undefined, work: Work, rules?: CallRules) {
    return this.inner.askWithin(text, request, work, { ...rules, ...this.own });
  }

  similarWithin(uid: string, request: SimilarRequest | undefined, work: Work, rules?: CallRules) {
    return this.inner.similarWithin(uid, request, work, { ...rules, ...this.own });
  }

  medianPrices(currency: string, quantity: number): Promise<RowNumbers> {
    return this.inner.medianPrices(currency, quantity);
  }

  makerOrder(): Promise<RowNumbers> {
    return this.inner.makerOrder();
  }

  isMultiValued(field: string): boolean {
    return this.inner.isMultiValued(field);
  }

  hasMember(path: string): Promise<boolean> {
    return this.inner.hasMember(path);
  }

  get vocabulary(): Vocabulary {
    return this.inner.vocabulary;
  }
}
