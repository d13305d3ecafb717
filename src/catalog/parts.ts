import { Needs } from '../index/section.js';
import type { Call } from '../model/call.js';
import { type NormalisedMatchRequest, normaliseMatchRequest, queryError } from '../model/check-match.js';
import type { Part } from '../model/documents.js';
import type { WriteIssue } from '../model/errors.js';
import type { Explanation } from '../model/explanation.js';
import { Issues } from '../model/issues.js';
import type { PartsMatchRequest, PartsMatchResponse, PartsMatchResult } from '../model/match-requests.js';
import type { Directives, SearchRequest } from '../model/requests.js';
import type { Hit } from '../query/merge.js';
import { Trace } from '../query/trace.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { CatalogCollection, type Collection, type CollectionContext, millisecondsSince } from './collection.js';
import { Explainer } from './explainer.js';
import type { CallRules, MatchRules, PartInternals, RowNumbers, Vocabulary } from './internals.js';
import { load } from './load.js';
import { type CompanySegments, type FoundMatches, type MatchScope, PartMatcher } from './part-matcher.js';
import { PartVocabulary } from './part-vocabulary.js';
import { makerOrder, numbersByRow } from './row-orders.js';

/** The parts of a catalog. */
export interface PartCollection extends Collection<Part> {
  /**
   * Finds the parts of up to 20 queries (`Limits.matchQueries`), such as the lines of a bill of materials. A fault of one
   * query is reported in its result, and the others are answered.
   * @throws {@link ValidationError} for what is wrong with the request itself
   */
  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse>;
  /**
   * Answers a request and explains how: each step with its rows, its time and the reason for it. With a uid also why that part
   * is found or not, and where its score comes from; that sorts all hits, which takes longer than the search.
   * @param uid of the part to explain; a uid that was merged into another part gives that one
   * @throws {@link ValidationError}, {@link FilterSyntaxError}; {@link NotFoundError} if no part has the uid
   */
  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation>;
}

/** The parts, which can also be matched by number and explained. */
export class CatalogParts extends CatalogCollection<Part> implements PartCollection, PartInternals {
  private readonly matcher: PartMatcher;
  private readonly explainer: Explainer;
  readonly vocabulary: Vocabulary;

  constructor(context: CollectionContext, companies: CompanySegments) {
    super(context);
    this.matcher = new PartMatcher(context.segments, companies, (q) => this.resolver.keywords(q, context.limits));
    this.explainer = new Explainer(context.segments, this.searcher, this.fetcher);
    this.vocabulary = new PartVocabulary(context.segments);
  }

  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.context.running.answer(call, (work) => this.matchTask(request, {}, work));
  }

  matchWithin(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work): Promise<PartsMatchResponse> {
    return work.run(this.matchTask(request, rules, work));
  }

  checkMatch(request: PartsMatchRequest & Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    const { directives } = normaliseMatchRequest(request, this.context.limits, issues);
    return work.run(this.compile(directives, issues, rules));
  }

  orderOf(numbers: Float64Array): Promise<RowNumbers> {
    return numbersByRow(this.context.segments, numbers);
  }

  makerOrder(): Promise<RowNumbers> {
    return makerOrder(this.context.segments);
  }

  isMultiValued(field: string): boolean {
    return this.context.types.isMultiValued(field);
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.context.running.answer(call, (work) => this.explainTask(request, uid, work));
  }

  private *matchTask(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work): Task<PartsMatchResponse> {
    const began = performance.now();
    const scope = yield* this.matchScope(rules, work);
    const issues = new Issues(request);
    const normalised = normaliseMatchRequest(request, this.context.limits, issues);
    const { directives } = normalised;
    if (!issues.isEmpty) {
      yield* this.compile(directives, issues, rules);
      issues.throwIfAny();
    }
    const needs = new Needs();
    this.fetcher.need(directives, needs);
    const found = yield* this.matcher.match(normalised, work, scope, needs);
    const shown = this.fetcher.compile(directives, issues, rules.unknownNames);
    issues.throwIfAny();
    // Those of all queries at a time: parts of one block of documents are read together.
    const documents = yield* this.fetcher.read(found.flatMap(shownHits), shown, work);
    const results = matchResults(normalised, found, documents, rules.writeIssue);
    return { request: normalised.request, results, msec: millisecondsSince(began) };
  }

  private *matchScope(rules: MatchRules, work: Work): Task<MatchScope> {
    const { brandOrManufacturer = false, filter, conditions } = rules;
    const scope = (rules.scope && (yield* this.scope(rules, work))) ?? [];
    if (filter === undefined && conditions === undefined) return { brandOrManufacturer, filters: [], scope };
    const issues = new Issues({ filter });
    const { search } = yield* this.check({ filter }, issues, work, conditions && { conditions });
    issues.throwIfAny();
    return { brandOrManufacturer, filters: search.filters.map((one) => one.filter), scope };
  }

  private *explainTask(request: SearchRequest, uid: string | undefined, work: Work): Task<Explanation> {
    const began = performance.now();
    const trace = new Trace();
    const { explainer, searcher, fetcher } = this;
    const issues = new Issues(request);
    if (uid !== undefined && typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const checked = yield* this.check(request, issues, work);
    const { normalised, search } = checked;
    if (!issues.isEmpty) {
      yield* this.compile(normalised.directives, issues);
      issues.throwIfAny();
    }
    explainer.noteParsing(search, trace);
    const needs = new Needs();
    searcher.need(search, needs, checked.after !== undefined);
    fetcher.need(normalised.directives, needs);
    explainer.noteLoading(yield* load(needs), trace);
    const shown = fetcher.compile(normalised.directives, issues);
    issues.throwIfAny();
    const bound = yield* searcher.bind(search, work);
    explainer.noteLookUp(trace);
    const { found, hits: page } = yield* this.page(checked, bound, work, trace);
    const { hits, top, warnings } = found;
    yield* fetcher.read(page, shown, work);
    const rows = { in: top.length, out: page.length };
    trace.add('fetch', `${page.length} of ${hits} hits`, 'only the documents of the page are read', rows);
    const msec = millisecondsSince(began);
    const plan = explainer.rootStep(normalised.request, trace, hits, msec);
    const score = uid === undefined ? undefined : yield* explainer.explainPart(uid, search, bound, hits, work);
    return {
      request: normalised.request,
      hits,
      msec,
      plan,
      ...(score && { score }),
      warnings: [...search.warnings, ...warnings],
    };
  }
}

/** The hits whose documents a match answers with. */
function shownHits(found: FoundMatches | undefined): Hit[] {
  return found ? [...found.page, ...found.suggested.map(({ hit }) => hit)] : [];
}

/** @param documents of the shown hits of all queries, in their order */
function matchResults(
  { queries, suggest }: NormalisedMatchRequest,
  found: readonly (FoundMatches | undefined)[],
  documents: readonly Part[],
  writeIssue: WriteIssue | undefined,
): PartsMatchResult[] {
  let at = 0;
  return queries.map(({ reference, error }, i): PartsMatchResult => {
    const { hits = null, page = [], warnings = [], suggested = [] } = found[i] ?? {};
    const items = documents.slice(at, at + page.length);
    at += page.length;
    const answered = { items, hits, reference, error: error && queryError(error, writeIssue), warnings: [...warnings] };
    if (!suggest) return answered;
    const suggestions = suggested.map(({ reason, field, value, text }, j) => {
      return { item: documents[at + j], reason, field, value, text };
    });
    at += suggested.length;
    return { ...answered, suggestions };
  });
}
