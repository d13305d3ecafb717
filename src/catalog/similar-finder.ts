import { hasStock } from '../analysis/offer-price.js';
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
import type { CallRules, InStockRequest } from './internals.js';
import { load } from './load.js';
import {
  type Candidate,
  type CheckedSimilar,
  canBeSimilar,
  checkSimilar,
  comparedKeys,
  compareSimilar,
  deepestCategory,
  differencesOf,
  type RankedPart,
  rankedKeys,
  type SimilarKeys,
  similarConditions,
  similarKeys,
} from './similar-parts.js';
import type { SimilarOrder } from './similar-ranker.js';
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
  /**
   * The best of all hits of a request but the part itself, and how many there are, without reading documents; undefined where they are
   * to be read. Without a request the hits are the parts that the order alone describes.
   */
  rank?(
    request: SearchRequest | undefined,
    order: SimilarOrder,
    work: Work,
    rules: CallRules,
  ): Task<{ readonly best: readonly Candidate<Hit>[]; readonly hits: number } | undefined>;
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

/** How parts are compared with one. */
interface Comparison {
  readonly part: Part;
  readonly category: string;
  readonly keys: SimilarKeys;
  readonly specs: SpecReader;
  readonly limit: number;
  /** Whether the parts must be of the category and agree in keys, and meet nothing else. */
  readonly isPlain: boolean;
  /** What the parts must meet, with the conditions of the rules. */
  readonly search: SearchRequest;
  /** Parts that the order describes are found without them. */
  readonly rules: () => CallRules;
}

/** Finds parts that could stand in for another one (docs/semantics.md, "Similar parts"). */
export class SimilarFinder<Hit> {
  private readonly ranked = new Map<string, readonly string[]>();
  /** A request for what is found by default. */
  private readonly byDefault: CheckedSimilar;

  constructor(
    private readonly context: SimilarContext,
    private readonly source: SimilarSource<Hit>,
  ) {
    this.byDefault = checkSimilar({}, context.limits, context.types, new Issues({}));
  }

  *find(uid: string, request: SimilarRequest | undefined, work: Work, rules: CallRules): Task<SimilarResponse> {
    const { types, limits } = this.context;
    const issues = new Issues({ uid, ...request });
    if (typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const checked = checkSimilar(request, limits, types, issues);
    const { filter, directives } = checked;
    const asked: SearchRequest = { ...(filter !== undefined && { filter }), ...(directives as SearchRequest) };
    yield* this.source.check(asked, issues, work, rules);
    issues.throwIfAny();
    const quiet = quietly(rules);
    const part = yield* this.source.get(uid, DECIDING, work, quiet);
    if (!part) throw new NotFoundError(`no part has the uid "${shorten(uid)}"`);
    const comparison = yield* this.comparisonWith(part, checked, work, quiet);
    if (!comparison) return NONE;
    const { best, hits } = yield* this.best(comparison, work);
    const differences = yield* this.differences(best, comparison, work);
    const items = yield* this.source.shown(best.map(hitOf), directives as SearchRequest, work, rules);
    return { items: items.map((item, i) => ({ item, differences: differences[i] })), hits };
  }

  /**
   * Of the parts that `find` names for a part by default, those in stock: first those of its brand.
   * @param part with what `DECIDING` names, and its brand
   */
  *inStock({ part, most, without, show }: InStockRequest, work: Work, rules: CallRules): Task<Part[]> {
    const quiet = quietly(rules);
    const comparison = yield* this.comparisonWith(part, this.byDefault, work, quiet);
    if (!comparison) return [];
    const { best } = yield* this.best(comparison, work, true);
    const able = best.filter(({ inStock, uid }) => inStock && !without.has(uid)).map(hitOf);
    if (able.length === 0) return [];
    const branded = yield* this.source.shown(able, { show: ['brand'] }, work, quiet);
    const isOwn = (i: number) => branded[i].brand?.name === part.brand?.name;
    const ordered = [...able.filter((_, i) => isOwn(i)), ...able.filter((_, i) => !isOwn(i))];
    return yield* this.source.shown(ordered.slice(0, most), { show: [...show] }, work, quiet);
  }

  /** How parts are compared with one; undefined if none is similar, since it lacks what decides. */
  private *comparisonWith(part: Part, checked: CheckedSimilar, work: Work, quiet: CallRules): Task<Comparison | undefined> {
    const category = yield* this.categoryOf(part);
    if (category === undefined) return undefined;
    const within: Filter = { kind: 'field', field: 'category_uids', operand: { kind: 'phrase', text: category } };
    const ofCategory = withConditions(quiet, [within]);
    const ranked = yield* this.rankedKeys(category, work, ofCategory);
    const specs = new SpecReader(this.context.types, part);
    const keys = similarKeys(part, ranked, checked, specs);
    if (!canBeSimilar(part, keys, specs)) return undefined;
    const { filter, limit, atLeast, atMost } = checked;
    return {
      part,
      category,
      keys,
      specs,
      limit,
      isPlain: filter === undefined && atLeast.length + atMost.length === 0 && !quiet.scope && !quiet.conditions,
      // The conditions of the request may name hidden members, if the client may; those of the finder never do.
      search: { ...(filter !== undefined && { filter }) },
      rules: () => withConditions(ofCategory, similarConditions(part, keys, specs)),
    };
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

  /** The best of all hits but the part itself, and how many there are. @param onlyInStock those without stock may be missing */
  private *best(
    comparison: Comparison,
    work: Work,
    onlyInStock = false,
  ): Task<{ best: readonly Candidate<Hit>[]; hits: number }> {
    const { part, category, keys, specs, search, limit, isPlain, rules } = comparison;
    if (this.source.rank) {
      const order = { uid: part.uid, category, keys: comparedKeys(part, keys, specs), limit, onlyInStock };
      // Those that are described meet no other conditions.
      const ranked = yield* this.source.rank(isPlain ? undefined : search, order, work, isPlain ? {} : rules());
      if (ranked) return ranked;
    }
    return yield* this.bestByDocuments(comparison, work);
  }

  private *bestByDocuments(
    { part, keys, specs, search, limit, rules }: Comparison,
    work: Work,
  ): Task<{ best: readonly Candidate<Hit>[]; hits: number }> {
    let best: RankedPart<Hit>[] = [];
    let hits = 0;
    const take = (found: readonly Hit[], documents: readonly Part[]): void => {
      for (const [i, document] of documents.entries()) {
        if (document.uid === part.uid) continue;
        hits++;
        const differences = differencesOf(part, document, keys, specs);
        best.push({ hit: found[i], uid: document.uid, inStock: hasStock(document), differences });
      }
      best = best.sort(compareSimilar).slice(0, limit);
    };
    yield* this.source.scan({ ...search, show: DECIDING }, take, work, rules());
    return { best, hits };
  }

  /** How each of the best differs from the part: where that is not known yet, by their documents. */
  private *differences(
    best: readonly Candidate<Hit>[],
    { part, keys, specs, rules }: Comparison,
    work: Work,
  ): Task<SpecDifference[][]> {
    const known = best.flatMap(({ differences }) => (differences ? [differences] : []));
    if (known.length === best.length) return known;
    const held = work.held;
    const documents = yield* this.source.shown(best.map(hitOf), { show: DECIDING }, work, rules());
    const differences = documents.map((document) => differencesOf(part, document, keys, specs));
    // The answer has other documents.
    work.release(work.held - held);
    return differences;
  }
}

function hitOf<Hit>({ hit }: Candidate<Hit>): Hit {
  return hit;
}

/** Names that no record has are nobody's fault: the finder names them. */
function quietly(rules: CallRules): CallRules {
  return { ...rules, unknownNames: new Issues(), refusesHidden: false };
}

function withConditions(rules: CallRules, more: readonly Filter[]): CallRules {
  return { ...rules, conditions: [...(rules.conditions ?? []), ...more] };
}
