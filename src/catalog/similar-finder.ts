import { Needs } from '../index/section.js';
import type { Part } from '../model/documents.js';
import { NotFoundError } from '../model/errors.js';
import { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { SearchRequest, SearchResponse } from '../model/requests.js';
import type { SimilarRequest, SimilarResponse, SpecDifference } from '../model/similar.js';
import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CollectionContext } from './collection-contexts.js';
import type { CallRules } from './internals.js';
import { load } from './load.js';
import {
  checkSimilar,
  compareSimilar,
  deepestCategory,
  differencesOf,
  isInStock,
  type RankedPart,
  rankedKeys,
  similarConditions,
  similarKeys,
} from './similar-parts.js';
import { SpecReader } from './spec-reader.js';

/** Keys of a drilldown that are looked at: the strings that a part has are seldom among the first. */
const RANKED_KEYS = 50;
/** Categories whose keys are kept. */
const KEPT_CATEGORIES = 1000;
/** The members that decide. */
const DECIDING = ['uid', 'specs', 'offers', 'category_uids'];
const NONE: SimilarResponse = { items: [], hits: 0 };

/** What the finder knows of the catalog. */
export type SimilarContext = Pick<CollectionContext, 'types' | 'limits' | 'categories'>;

/** What the finder asks of the collection of parts. `Hit` is what it needs to show a part. */
export interface SimilarSource<Hit> {
  /** Whether the parts never change, so that what was found out about a category may be kept. */
  readonly isLasting: boolean;
  /** Adds what is wrong with the filter and the directives of a request. */
  check(request: SearchRequest, issues: Issues, work: Work, rules: CallRules): Task<void>;
  get(uid: string, show: string[], work: Work, rules: CallRules): Task<Part | undefined>;
  search(request: SearchRequest, work: Work, rules: CallRules): Task<SearchResponse<Part>>;
  /** All hits of a request, in any order, with their documents: some at a time. */
  scan(
    request: SearchRequest,
    take: (hits: readonly Hit[], documents: readonly Part[]) => void,
    work: Work,
    rules: CallRules,
  ): Task<void>;
  /** The documents of hits as directives say. */
  shown(hits: readonly Hit[], request: SearchRequest, work: Work, rules: CallRules): Task<Part[]>;
}

/** Finds parts that could stand in for another one (docs/semantics.md, "Similar parts"). */
export class SimilarFinder<Hit> {
  private readonly ranked = new Map<string, readonly string[]>();

  constructor(
    private readonly context: SimilarContext,
    private readonly source: SimilarSource<Hit>,
  ) {}

  *find(uid: string, request: SimilarRequest | undefined, work: Work, rules: CallRules): Task<SimilarResponse> {
    const { types, limits } = this.context;
    const issues = new Issues({ uid, ...request });
    if (typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const checked = checkSimilar(request, limits, types, issues);
    const { filter, directives } = checked;
    const asked: SearchRequest = { ...(filter !== undefined && { filter }), ...(directives as SearchRequest) };
    yield* this.source.check(asked, issues, work, rules);
    issues.throwIfAny();
    const quiet: CallRules = { ...rules, unknownNames: new Issues(), refusesHidden: false };
    const part = yield* this.source.get(uid, DECIDING, work, quiet);
    if (!part) throw new NotFoundError(`no part has the uid "${shorten(uid)}"`);
    const category = yield* this.categoryOf(part);
    if (category === undefined) return NONE;
    const within: Filter = { kind: 'field', field: 'category_uids', operand: { kind: 'phrase', text: category } };
    const ofCategory = withConditions(quiet, [within]);
    const ranked = yield* this.rankedKeys(category, work, ofCategory);
    const specs = new SpecReader(types);
    const keys = similarKeys(part, ranked, checked, specs);
    const conditions = similarConditions(part, keys, specs);
    if (!conditions) return NONE;
    // The conditions of the request may name hidden members, if the client may; those of the finder never do.
    const search = { ...(filter !== undefined && { filter }) };
    const found = withConditions(ofCategory, conditions);
    const compare = (there: Part) => differencesOf(part, there, keys, specs);
    const { best, hits } = yield* this.best(part, search, compare, checked.limit, work, found);
    const items = yield* this.source.shown(
      best.map(({ hit }) => hit),
      directives as SearchRequest,
      work,
      rules,
    );
    return { items: best.map(({ differences }, i) => ({ item: items[i], differences })), hits };
  }

  /** The keys of the drilldown of a category. Those of the whole catalog are kept where it does not change. */
  private *rankedKeys(category: string, work: Work, rules: CallRules): Task<readonly string[]> {
    const isKept = this.source.isLasting && !rules.scope;
    const known = isKept ? this.ranked.get(category) : undefined;
    if (known) return known;
    const drilldown = { include: true, keys: RANKED_KEYS, limit: 1 };
    const keys = rankedKeys(yield* this.source.search({ limit: 0, spec_drilldown: drilldown }, work, rules));
    if (!isKept) return keys;
    if (this.ranked.size >= KEPT_CATEGORIES) this.ranked.clear();
    this.ranked.set(category, keys);
    return keys;
  }

  private *categoryOf(part: Part): Task<string | undefined> {
    const { categories } = this.context;
    const needs = new Needs();
    categories.needAncestors(needs);
    yield* load(needs);
    return deepestCategory(part, (uid) => categories.ancestorCount(uid));
  }

  /** The best of all hits but the part itself, and how many there are. */
  private *best(
    part: Part,
    search: SearchRequest,
    compare: (there: Part) => SpecDifference[],
    limit: number,
    work: Work,
    rules: CallRules,
  ): Task<{ best: RankedPart<Hit>[]; hits: number }> {
    let best: RankedPart<Hit>[] = [];
    let hits = 0;
    const take = (found: readonly Hit[], documents: readonly Part[]): void => {
      for (const [i, document] of documents.entries()) {
        if (document.uid === part.uid) continue;
        hits++;
        best.push({ hit: found[i], uid: document.uid, inStock: isInStock(document), differences: compare(document) });
      }
      best = best.sort(compareSimilar).slice(0, limit);
    };
    yield* this.source.scan({ ...search, show: DECIDING }, take, work, rules);
    return { best, hits };
  }
}

function withConditions(rules: CallRules, more: readonly Filter[]): CallRules {
  return { ...rules, conditions: [...(rules.conditions ?? []), ...more] };
}
