import type { ShownMembers } from '../answers/directives.js';
import type { Call } from '../model/call.js';
import { type NormalisedMatchRequest, normaliseMatchRequest, queryError } from '../model/check-match.js';
import type { Part } from '../model/documents.js';
import { NotFoundError } from '../model/errors.js';
import type { ExplainedStep, Explanation, ScoreExplanation } from '../model/explanation.js';
import { shorten } from '../model/fields.js';
import { Issues, wrongArgument } from '../model/issues.js';
import type { PartsMatchRequest, PartsMatchResponse, PartsMatchResult } from '../model/match-requests.js';
import type { Directives, SearchRequest } from '../model/requests.js';
import { explainConditions, explainTerms } from '../query/explain-score.js';
import { type Hit, mergeHits } from '../query/merge.js';
import { type BoundSearch, type ResolvedSearch, runSearch, type SegmentHits, weighKeywords } from '../query/search.js';
import { Trace } from '../query/trace.js';
import type { Work } from '../work/work.js';
import {
  type BoundRequest,
  CatalogCollection,
  type Collection,
  type CollectionContext,
  type Executable,
  millisecondsSince,
} from './collection.js';
import type { CallRules, MatchRules, PartInternals } from './internals.js';
import { type CompanySegments, type FoundMatches, type MatchScope, PartMatcher } from './part-matcher.js';

/** The parts of a catalog. */
export interface PartCollection extends Collection<Part> {
  /**
   * Finds the parts of up to 20 queries (`Limits.matchQueries`), such as the lines of a bill of materials. What is wrong with one
   * query is told in its result, and the others are answered.
   * @throws {@link ValidationError} for what is wrong with the request itself
   */
  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse>;
  /**
   * Answers a request and tells how: each step with its rows, its time and why it was done so. With a uid also why that part
   * is found or not, and where its score comes from; that sorts all hits, which takes longer than the search.
   * @param uid of the part that is asked about; a uid that was merged into another part gives that one
   * @throws {@link ValidationError}, {@link FilterSyntaxError}; {@link NotFoundError} if no part has the uid
   */
  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation>;
}

export class CatalogParts extends CatalogCollection<Part> implements PartCollection, PartInternals {
  private readonly matcher: PartMatcher;

  constructor(context: CollectionContext, companies: CompanySegments) {
    super(context);
    this.matcher = new PartMatcher(context.segments, companies, (q) => this.resolver.keywords(q));
  }

  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.context.running.answer(call, (work) => this.matchWithin(request, {}, work));
  }

  async matchWithin(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work): Promise<PartsMatchResponse> {
    const began = performance.now();
    const scope = await this.matchScope(rules, work);
    const issues = new Issues(request);
    const { normalised, shown } = await this.readMatch(request, issues, rules);
    issues.throwIfAny();
    const found = await this.matcher.match(normalised, work, scope);
    // Those of all queries at a time: parts of one block of documents are read together.
    const documents = await this.documents(found.flatMap(shownHits), shown, work);
    let at = 0;
    const results = normalised.queries.map(({ reference, error }, i): PartsMatchResult => {
      const { hits = null, page = [], warnings = [], suggested = [] } = found[i] ?? {};
      const items = documents.slice(at, at + page.length);
      const suggestions = suggested.map(({ reason, field, value, text }, j) => {
        return { item: documents[at + page.length + j], reason, field, value, text };
      });
      at += page.length + suggested.length;
      const answered = { items, hits, reference, error: error && queryError(error, rules.writeIssue), warnings: [...warnings] };
      return normalised.suggest ? { ...answered, suggestions } : answered;
    });
    return { request: normalised.request, results, msec: millisecondsSince(began) };
  }

  private async matchScope({ brandOrManufacturer = false, filter }: MatchRules, work: Work): Promise<MatchScope> {
    if (filter === undefined) return { brandOrManufacturer, filters: [] };
    const { resolved } = await this.prepare({ filter }, work);
    return { brandOrManufacturer, filters: resolved.search.filters };
  }

  async checkMatch(request: PartsMatchRequest & Directives, issues: Issues, rules?: CallRules): Promise<void> {
    await this.readMatch(request, issues, rules);
  }

  private async readMatch(
    request: PartsMatchRequest & Directives,
    issues: Issues,
    rules?: CallRules,
  ): Promise<{ normalised: NormalisedMatchRequest; shown: ShownMembers }> {
    const normalised = normaliseMatchRequest(request, this.context.limits, issues);
    return { normalised, shown: await this.compile(normalised.directives, issues, rules) };
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.context.running.answer(call, async (work) => {
      if (uid !== undefined && typeof uid !== 'string') throw wrongArgument('uid', 'a string', uid);
      const began = performance.now();
      const trace = new Trace();
      const { normalised, shown, resolved } = await this.prepare(request, work);
      const { search, warnings } = resolved;
      trace.add('parse', parsedTexts(search), 'parsed texts are kept for the next time');
      const { start, limit } = normalised;
      const { hits, top } = await this.execute(
        resolved,
        normalised.facetQueries as readonly string[],
        start + limit,
        work,
        trace,
      );
      const page = top.slice(start, start + limit);
      await this.documents(page, shown, work);
      trace.add('fetch', `${page.length} of ${hits} hits`, 'only the documents of the page are read', {
        in: top.length,
        out: page.length,
      });
      const msec = millisecondsSince(began);
      const plan = rootStep(normalised.request, trace.steps, this.recordCount, hits, msec);
      const score = uid === undefined ? undefined : await this.explainPart(uid, search, hits, work);
      return { request: normalised.request, hits, msec, plan, ...(score && { score }), warnings };
    });
  }

  /** Binds a search and notes what had to be read for it. */
  protected override async bind(request: Executable, work: Work, trace?: Trace): Promise<BoundRequest> {
    const before = this.sectionsRead();
    const bound = await super.bind(request, work);
    if (!trace) return bound;
    const after = this.sectionsRead();
    const sections = after.sections - before.sections;
    trace.add(
      'load',
      sections === 0 ? 'nothing to read' : `${sections} sections, ${after.bytes - before.bytes} bytes`,
      'sections are read once, then kept; values and wildcards of part numbers are looked up',
    );
    return bound;
  }

  private sectionsRead(): { sections: number; bytes: number } {
    let sections = 0;
    let bytes = 0;
    for (const { sectionsRead } of this.context.segments) {
      sections += sectionsRead.sections;
      bytes += sectionsRead.bytes;
    }
    return { sections, bytes };
  }

  private async explainPart(uid: string, search: ResolvedSearch, hits: number, work: Work): Promise<ScoreExplanation> {
    const hit = await this.find(uid);
    if (!hit) throw new NotFoundError(`no part has the uid "${shorten(uid)}"`);
    const { segment, row } = hit;
    const { searches } = await this.bind({ search, aggregation: undefined }, work);
    const idf = weighKeywords(searches);
    const conditions = await explainConditions(search, segment, row, work);
    const found = conditions.every(({ met }) => met);
    const bound = searches.find((candidate) => candidate.segment === segment) as BoundSearch;
    const terms = found ? await explainTerms(search, bound, idf, row, work) : [];
    const [{ uid: living, mpn }] = (await this.identify(hit, work)) as [Part];
    const position = found ? await positionOf(hit, searches, idf, hits) : null;
    const score = terms.length === 0 ? null : terms.reduce((sum, term) => sum + term.score, 0);
    return { uid: living, mpn, found, position, score, terms, conditions };
  }

  private async identify(hit: Hit, work: Work): Promise<Part[]> {
    return this.documents([hit], await this.compile({ show: ['uid', 'mpn'] }, new Issues()), work);
  }
}

function shownHits(found: FoundMatches | undefined): Hit[] {
  return found ? [...found.page, ...found.suggested.map(({ hit }) => hit)] : [];
}

/** The place of a hit among all hits in the order of the request. */
async function positionOf(hit: Hit, searches: readonly BoundSearch[], idf: readonly number[], hits: number): Promise<number> {
  const partials: SegmentHits[] = [];
  for (const bound of searches) partials.push(await bound.scratch.work.run(runSearch(bound, idf, hits)));
  const { top } = await mergeHits(searches, partials, idf, hits);
  return top.indexOf(hit);
}

function parsedTexts({ keywords, filters }: ResolvedSearch): string {
  const terms = `${keywords.length} ${keywords.length === 1 ? 'term' : 'terms'} of q`;
  return `${terms}, ${filters.length} ${filters.length === 1 ? 'filter' : 'filters'}`;
}

function rootStep(request: SearchRequest, steps: ExplainedStep[], rows: number, hits: number, msec: number): ExplainedStep {
  return {
    kind: 'search',
    label: request.q ? `q: ${shorten(request.q)}` : 'all parts',
    rows_in: rows,
    rows_out: hits,
    microseconds: msec * 1000,
    reason: 'the whole set of hits is computed, so the count is exact',
    steps,
  };
}
