import { unreadWarnings } from '../ask/unread.js';
import { Needs } from '../index/section.js';
import type { AskRequest, AskResponse, Interpretation } from '../model/ask.js';
import type { Call } from '../model/call.js';
import { withoutFaulty } from '../model/check-arguments.js';
import { checkDirectives } from '../model/check-directives.js';
import { normaliseMatchRequest } from '../model/check-match.js';
import type { FilterCompletion } from '../model/completions.js';
import type { Part } from '../model/documents.js';
import type { Explanation } from '../model/explanation.js';
import { Issues } from '../model/issues.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import { isPlainObject } from '../model/plain.js';
import type { Directives, SearchRequest } from '../model/requests.js';
import type { SimilarRequest, SimilarResponse } from '../model/similar.js';
import type { Hit } from '../query/merge.js';
import { Trace } from '../query/trace.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { Asker, type Understood } from './asker.js';
import { CatalogCollection, type Collection, millisecondsSince } from './collection.js';
import type { CollectionContext } from './collection-contexts.js';
import { Explainer } from './explainer.js';
import { FilterCompleter } from './filter-completer.js';
import {
  type CallRules,
  IN_STOCK,
  type InStockRequest,
  type MatchRules,
  NUMBER_PLACES,
  type NumberPlaces,
  type PartInternals,
  type RowNumbers,
  type Vocabulary,
} from './internals.js';
import { load } from './load.js';
import { matchResults } from './match-results.js';
import { medianPrices } from './median-prices.js';
import { PartCounter } from './part-counter.js';
import { type CompanySegments, type FoundMatches, type MatchScope, PartMatcher } from './part-matcher.js';
import { PartVocabulary } from './part-vocabulary.js';
import { makerOrder } from './row-orders.js';
import { SegmentCompletions } from './segment-completions.js';
import { SimilarFinder, type SimilarSource } from './similar-finder.js';
import { SimilarRanker } from './similar-ranker.js';

/** Parts that are read at a time. */
const BATCH = 512;

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
  /**
   * Reads a question as an engineer types it, such as `10k 0603 1% resistor in stock`: docs/semantics.md, "Questions". Never fails on a
   * text, of which it reads the first 1,000 UTF-16 units or 64 words.
   * @throws {@link ValidationError} if the text is no string
   */
  interpret(text: string, call?: Call): Promise<Interpretation>;
  /**
   * Answers a question: `search` of the interpretation's request. What `request` has is added: its filters must be met too; its
   * `sortby` and `rank` win over those of the question, and counts, paging and directives are its own.
   * @throws {@link ValidationError} if the text is no string, and as `search`; also for a `q` in the request
   */
  ask(text: string, request?: AskRequest, call?: Call): Promise<AskResponse>;
  /**
   * The parts that could stand in for one: of its deepest category, alike in the specs that matter there. docs/semantics.md,
   * "Similar parts". Finds nothing for a part without a category, or without a value that decides.
   * @throws {@link ValidationError}, {@link FilterSyntaxError}; {@link NotFoundError} if no part has the uid
   */
  similar(uid: string, request?: SimilarRequest, call?: Call): Promise<SimilarResponse>;
  /**
   * How a filter query may go on at a place: up to 20 fieldnames, values and operators, those of most parts first.
   * docs/semantics.md, "Completions". Never fails on a text, whatever is in it.
   * @param offset in UTF-16 units; default the end of the text
   * @throws {@link ValidationError} if the text is not a string, or the offset not a whole number from 0
   */
  completeFilter(text: string, offset?: number, call?: Call): Promise<FilterCompletion[]>;
}

/** The place of a completion. @throws ValidationError */
export function checkPlace(text: unknown, offset: unknown): number {
  const issues = new Issues({ text, offset });
  if (typeof text !== 'string') issues.addWrongType(['text'], 'a string', text);
  const isPlace = offset === undefined || offset === null || (Number.isSafeInteger(offset) && (offset as number) >= 0);
  if (!isPlace) issues.addWrongType(['offset'], 'a whole number from 0', offset);
  issues.throwIfAny();
  return (offset as number | null | undefined) ?? (text as string).length;
}

/** The parts, which can also be matched by number and explained. */
export class CatalogParts extends CatalogCollection<Part> implements PartCollection, PartInternals {
  private readonly matcher: PartMatcher;
  private readonly explainer: Explainer;
  private readonly asker: Asker;
  private readonly completer: FilterCompleter;
  private readonly similarFinder: SimilarFinder<Hit>;
  readonly vocabulary: Vocabulary;

  constructor(context: CollectionContext, companies: CompanySegments) {
    super(context);
    this.matcher = new PartMatcher(context.segments, companies, (q) => this.resolver.keywords(q, context.limits));
    this.explainer = new Explainer(context.segments, this.searcher, this.fetcher);
    this.asker = new Asker(context, this.resolver);
    const vocabulary = new PartVocabulary(context.segments);
    this.vocabulary = vocabulary;
    const counter = new PartCounter(this.checker, this.searcher);
    this.similarFinder = new SimilarFinder(context, this.similarSource());
    const { segments, types, categories } = context;
    this.completer = new FilterCompleter(new SegmentCompletions(counter, segments, types, categories, vocabulary), types);
  }

  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.context.running.answer(call, (work) => this.matchTask(request, {}, work));
  }

  [NUMBER_PLACES](numbers: readonly string[], call?: Call): Promise<readonly NumberPlaces[]> {
    return this.context.running.answer(call, (work) => this.matcher.placesOf(numbers, work));
  }

  matchWithin(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work): Promise<PartsMatchResponse> {
    return work.run(this.matchTask(request, rules, work));
  }

  checkMatch(request: PartsMatchRequest & Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    const { directives } = normaliseMatchRequest(request, this.context.limits, issues);
    return work.run(this.compile(directives, issues, rules));
  }

  medianPrices(currency: string, quantity: number): Promise<RowNumbers> {
    return medianPrices(this.context.segments, currency, quantity);
  }

  makerOrder(): Promise<RowNumbers> {
    return makerOrder(this.context.segments);
  }

  isMultiValued(field: string): boolean {
    return this.context.types.isMultiValued(field);
  }

  async hasMember(path: string): Promise<boolean> {
    for (const { paths } of this.context.segments) if ((await paths.load()).find(path) >= 0) return true;
    return false;
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.context.running.answer(call, (work) => this.explainTask(request, uid, work));
  }

  interpret(text: string, call?: Call): Promise<Interpretation> {
    return this.context.running.answer(call, (work) => this.interpretTask(text, work));
  }

  interpretWithin(text: string, work: Work, rules?: CallRules): Promise<Interpretation> {
    return work.run(this.interpretTask(text, work, rules));
  }

  ask(text: string, request?: AskRequest, call?: Call): Promise<AskResponse> {
    return this.context.running.answer(call, (work) => this.askTask(text, request, work));
  }

  askWithin(text: string, request: AskRequest | undefined, work: Work, rules?: CallRules): Promise<AskResponse> {
    return work.run(this.askTask(text, request, work, rules));
  }

  checkAsk(text: string, request: AskRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return work.run(this.checkAskTask(text, request, issues, work, rules));
  }

  private *interpretTask(text: string, work: Work, rules?: CallRules): Task<Interpretation> {
    const issues = new Issues(text);
    checkQuestion(text, issues);
    issues.throwIfAny();
    return (yield* this.understand(text, work, rules)).understood;
  }

  private *understand(text: string, work: Work, rules: CallRules = {}, suggests = false): Task<Understood> {
    const scope = rules.scope && (yield* this.checker.scope(rules, work));
    return yield* this.asker.interpret(text, scope, work, suggests);
  }

  private *askTask(text: string, request: AskRequest | undefined, work: Work, rules?: CallRules): Task<AskResponse> {
    const began = performance.now();
    const issues = new Issues({ text, ...request });
    checkQuestion(text, issues);
    const given = yield* this.checkGiven(request, issues, work, rules);
    issues.throwIfAny();
    const suggests = request?.suggest === true;
    const { understood, known } = yield* this.understand(text, work, rules, suggests);
    // What was given is checked. The question's own conditions may name members that are hidden from the client: no part has them.
    const own = rules && { ...rules, refusesHidden: false };
    const isAlone = given.length === 0 && !request?.filter && !rules?.conditions;
    const asked = together(understood.request, request ?? {}, given);
    const answer = yield* this.searchTask(asked, work, own, isAlone ? known : undefined);
    const { suggestions } = understood;
    return {
      ...answer,
      warnings: [...answer.warnings, ...unreadWarnings(understood)],
      msec: millisecondsSince(began),
      ...(suggests && { suggestions: [...suggestions] }),
      understood,
    };
  }

  private *checkAskTask(
    text: string,
    request: AskRequest | undefined,
    issues: Issues,
    work: Work,
    rules?: CallRules,
  ): Task<void> {
    checkQuestion(text, issues);
    yield* this.checkGiven(request, issues, work, rules);
  }

  /** Adds what is wrong with a request that goes with a question. Returns its filter queries. */
  private *checkGiven(request: AskRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Task<readonly string[]> {
    if (request === undefined || request === null) return [];
    // The cursor is one of the question's request, which is not known yet.
    const { q, after: _after, ...rest } = Object(request) as SearchRequest;
    if (q !== undefined && q !== null) {
      const details = { found: q, expected: ['no q'] };
      issues.add('unknown_argument', ['q'], ': the question is the text of ask, which takes no q', details);
    }
    const { normalised } = yield* this.checker.check(isPlainObject(request) ? rest : request, issues, work, rules);
    yield* this.compile(normalised.directives, issues, rules);
    return withoutFaulty(normalised.filterQueries);
  }

  similar(uid: string, request?: SimilarRequest, call?: Call): Promise<SimilarResponse> {
    return this.context.running.answer(call, (work) => this.similarFinder.find(uid, request, work, {}));
  }

  similarWithin(uid: string, request: SimilarRequest | undefined, work: Work, rules?: CallRules): Promise<SimilarResponse> {
    return work.run(this.similarFinder.find(uid, request, work, rules ?? {}));
  }

  [IN_STOCK](request: InStockRequest, call?: Call): Promise<Part[]> {
    return this.context.running.answer(call, (work) => this.similarFinder.inStock(request, work, {}));
  }

  /** What finding similar parts asks of the collection. */
  private similarSource(): SimilarSource<Hit> {
    const ranker = new SimilarRanker(this.context.segments, this.checker, this.searcher);
    return {
      check: (request, issues, work, rules) => {
        // Without a filter only the directives may be wrong.
        if (request.filter === undefined) return this.compile(checkDirectives(request, issues), issues, rules);
        return this.checkTask(request, issues, work, rules);
      },
      get: (uid, show, work, rules) => this.getTask(uid, { show }, work, rules),
      search: (request, work, rules) => this.searchTask(request, work, rules),
      isLasting: true,
      rank: (request, order, work, rules) => ranker.rank(request, order, work, rules),
      scan: (request, take, work, rules) => this.readAll(request, take, work, rules),
      shown: (hits, request, work, rules) => this.readShown(hits, request, work, rules),
    };
  }

  /** Reads all hits of a request. */
  private *readAll(
    request: SearchRequest,
    take: (hits: readonly Hit[], documents: readonly Part[]) => void,
    work: Work,
    rules: CallRules,
  ): Task<void> {
    const { top, shown } = yield* this.allHits(request, work, rules);
    for (let at = 0; at < top.length; at += BATCH) {
      const batch = top.slice(at, at + BATCH);
      take(batch, yield* this.scanned(batch, shown, work));
    }
  }

  completeFilter(text: string, offset?: number, call?: Call): Promise<FilterCompletion[]> {
    return this.context.running.answer(call, (work) => {
      const at = checkPlace(text, offset);
      return this.completer.complete(text, at, work);
    });
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
    const scope = (rules.scope && (yield* this.checker.scope(rules, work))) ?? [];
    if (filter === undefined && conditions === undefined) return { brandOrManufacturer, filters: [], scope };
    const issues = new Issues({ filter });
    const { search } = yield* this.checker.check({ filter }, issues, work, conditions && { conditions });
    issues.throwIfAny();
    return { brandOrManufacturer, filters: search.filters.map((one) => one.filter), scope };
  }

  private *explainTask(request: SearchRequest, uid: string | undefined, work: Work): Task<Explanation> {
    const began = performance.now();
    const trace = new Trace();
    const { explainer, searcher, fetcher } = this;
    const issues = new Issues(request);
    if (uid !== undefined && typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const checked = yield* this.checker.check(request, issues, work);
    const { normalised, search } = checked;
    if (!issues.isEmpty) {
      yield* this.compile(normalised.directives, issues);
      issues.throwIfAny();
    }
    explainer.noteParsing(search, trace);
    const needs = new Needs();
    searcher.need(search, needs, checked.after !== undefined);
    fetcher.need(normalised.directives, needs);
    explainer.noteLoading(yield* load(needs, work), trace);
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

export function checkQuestion(text: unknown, issues: Issues): void {
  if (typeof text !== 'string') issues.addWrongType(['text'], 'a string', text);
}

/** The request of a question and the one that was given with it, as one. @param queries the filter queries of the latter */
export function together(question: SearchRequest, given: AskRequest, queries: readonly string[]): SearchRequest {
  const { filter, ...rest } = question;
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  return { ...rest, ...chosen, filter: { ...given.filter, queries: [...(filter?.queries ?? []), ...queries] } };
}

/** The hits whose documents a match answers with. */
function shownHits(found: FoundMatches | undefined): Hit[] {
  return found ? [...found.page, ...found.suggested.map(({ hit }) => hit)] : [];
}
