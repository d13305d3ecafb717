import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import { NotFoundError } from '../model/errors.js';
import type { ExplainedStep, ScoreExplanation } from '../model/explanation.js';
import { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { SearchRequest } from '../model/requests.js';
import type { BoundSearch } from '../query/bind-search.js';
import { explainConditions, explainRank, explainTerms, needExplanation } from '../query/explain-score.js';
import type { Hit } from '../query/merge.js';
import type { Trace } from '../query/trace.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Fetcher } from './fetcher.js';
import { type Loaded, load } from './load.js';
import type { Searcher } from './searcher.js';

/** Explains what searches do, and where the score of a part comes from. */
export class Explainer {
  constructor(
    private readonly segments: readonly Segment[],
    private readonly searcher: Searcher,
    private readonly fetcher: Fetcher<{ uid: string; mpn: string }>,
  ) {}

  /** Notes what the stages before the plan have done. */
  noteParsing({ keywords, filters }: ResolvedSearch, trace: Trace): void {
    const terms = `${keywords.length} ${keywords.length === 1 ? 'term' : 'terms'} of q`;
    const texts = `${terms}, ${filters.length} ${filters.length === 1 ? 'filter' : 'filters'}`;
    trace.add('parse', texts, 'parsed texts are kept for the next time');
  }

  noteLoading({ sections, bytes }: Loaded, trace: Trace): void {
    const label = sections === 0 ? 'nothing to read' : `${sections} ${sections === 1 ? 'section' : 'sections'}, ${bytes} bytes`;
    trace.add('load', label, 'sections are read once, then kept');
  }

  noteLookUp(trace: Trace): void {
    trace.add('lookup', 'values, wildcards and names', 'the conditions become values of the dictionaries, or rows');
  }

  /** The whole search as one step. */
  rootStep(request: SearchRequest, { steps }: Trace, hits: number, msec: number): ExplainedStep {
    return {
      kind: 'search',
      label: request.q ? `q: ${shorten(request.q)}` : 'all parts',
      rows_in: this.segments.reduce((sum, { liveCount }) => sum + liveCount, 0),
      rows_out: hits,
      microseconds: msec * 1000,
      reason: 'the whole set of hits is computed, so the count is exact',
      steps,
    };
  }

  /**
   * Why a part is found or not, and where its score comes from.
   * @param hits of the search
   * @throws NotFoundError
   */
  *explainPart(
    uid: string,
    search: ResolvedSearch,
    bound: readonly BoundSearch[],
    hits: number,
    work: Work,
  ): Task<ScoreExplanation> {
    const needs = new Needs();
    this.fetcher.needToFind(needs);
    this.fetcher.need({ show: ['uid', 'mpn'] }, needs);
    for (const segment of this.segments) needExplanation(search, segment, needs);
    yield* load(needs, work);
    const hit = this.fetcher.find(uid);
    if (!hit) throw new NotFoundError(`no part has the uid "${shorten(uid)}"`);
    const { segment, row } = hit;
    const conditions = yield* explainConditions(search, segment, row, work);
    const found = conditions.every(({ met }) => met);
    const ofSegment = bound.find((candidate) => candidate.segment === segment) as BoundSearch;
    const terms = found ? yield* explainTerms(search, ofSegment, bound, row, work) : [];
    const [{ uid: living, mpn }] = yield* this.fetcher.read(
      [hit],
      this.fetcher.compile({ show: ['uid', 'mpn'] }, new Issues()),
      work,
    );
    const position = found ? yield* this.positionOf(hit, bound, hits, work) : null;
    const score = terms.length === 0 ? null : terms.reduce((sum, term) => sum + term.score, 0);
    const rank = found ? yield* explainRank(search, ofSegment, row, work) : undefined;
    return { uid: living, mpn, found, position, score, ...(rank && { rank }), terms, conditions };
  }

  /** The place of a hit among all hits in the order of the request. */
  private *positionOf(hit: Hit, bound: readonly BoundSearch[], hits: number, work: Work): Task<number> {
    return (yield* this.searcher.order(bound, hits, work)).top.indexOf(hit);
  }
}
