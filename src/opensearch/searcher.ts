import { LONGEST_NUMBER } from '../encoding/merit.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import { refusalOf } from './capabilities.js';
import { CountPlan } from './compile/counts.js';
import type { Counts } from './compile/keywords.js';
import { scoreOfNames } from './compile/keywords.js';
import {
  type CompiledSearch,
  compileSearch,
  countedTermsOf,
  MOST_RANKED,
  type SearchContext,
  searchBody,
  type WantedHits,
} from './compile/search.js';
import { comparePlaces, type EngineSortValue, isComputed, pointsOf } from './compile/sorts.js';
import { LENGTH, MERIT, NUMBER_LENGTH, STORED_PART, UID } from './schema.js';
import type { EngineAnswer, EngineSession } from './session.js';
import { withPrograms } from './with-programs.js';

/** A hit of the engine. */
export interface EngineHit {
  readonly uid: string;
  /** The part as JSON, if it was asked for. */
  readonly stored: string | undefined;
  /** The engine's values of the sort clauses. */
  readonly sort: readonly EngineSortValue[];
}

/** What a search has found. */
export interface EngineHits {
  readonly hits: number;
  readonly page: readonly EngineHit[];
  /** Whether hits follow the page. */
  readonly isLast: boolean;
  readonly compiled: CompiledSearch;
  readonly answer: EngineAnswer;
  /** What was counted in the same request. */
  readonly plan: CountPlan;
  /** With what the search was compiled. */
  readonly context: SearchContext;
}

/** How often counts are asked again that other writers change meanwhile. */
const MOST_TRIES = 4;
const COUNTS = 'counts';

/** Runs resolved searches on the index of a catalog. */
export class EngineSearcher {
  private known: Counts = { total: -1, byKey: new Map() };

  constructor(private readonly context: SearchContext) {}

  /**
   * @param makePlan what else is counted in the same request
   * @throws as `EngineSession.search`; UnsupportedError for what cannot be ordered exactly
   */
  run(
    search: ResolvedSearch,
    wanted: WantedHits,
    session: EngineSession,
    makePlan: (compiled: CompiledSearch, plan: CountPlan) => void = () => {},
  ): Promise<EngineHits> {
    return withPrograms(this.context, (context) => this.runWith(context, search, wanted, session, makePlan));
  }

  /** The order of a search. */
  sortOf(search: ResolvedSearch): CompiledSearch['sort'] {
    return compileSearch(search, this.context, { total: 1, byKey: new Map() }).sort;
  }

  private async runWith(
    context: SearchContext,
    search: ResolvedSearch,
    wanted: WantedHits,
    session: EngineSession,
    makePlan: (compiled: CompiledSearch, plan: CountPlan) => void,
  ): Promise<EngineHits> {
    // A page of no hits has no order.
    const terms = wanted.size === 0 ? [] : countedTermsOf(search, context);
    const needed = wanted.size === 0 ? { ...search, sortKeys: [] } : search;
    const isCounted = terms.length > 0 && compileNeedsCounts(needed);
    let counts = this.known;
    if (isCounted && (counts.total < 0 || terms.some(({ key }) => !counts.byKey.has(key)))) {
      counts = await this.count(terms, session);
    }
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const compiled = compileSearch(needed, context, isCounted || needed.rank ? counts : undefined);
      const plan = new CountPlan(compiled.behind);
      makePlan(compiled, plan);
      const aggregations = plan.aggregations();
      if (isCounted) aggregations[COUNTS] = countsOf(terms);
      // Their parts are read by a further request.
      if (compiled.isRanked && wanted.withParts) session.holdStill();
      const answer = await session.search(searchBody(compiled, wanted, aggregations), 'search', plan.leftOut);
      // Scores depend on counts that writers may have changed: those of the parts that this very search has seen decide.
      const seen = isCounted ? readCounts(terms, answer) : counts;
      if (!isCounted || isSame(seen, counts)) {
        return { ...this.read(search, compiled, wanted, answer), compiled, answer, plan, context };
      }
      counts = this.keep(seen);
    }
    throw refusalOf('changing scores');
  }

  /** How many parts each of some searches finds. */
  countHits(searches: readonly ResolvedSearch[], session: EngineSession, step: string): Promise<number[]> {
    const wanted: WantedHits = { from: 0, size: 0, withParts: false };
    return withPrograms(this.context, async (context) => {
      const compiled = searches.map((search) => compileSearch({ ...search, sortKeys: [] }, context, undefined));
      const bodies = compiled.map((one) => searchBody(one, wanted, {}));
      return (await session.searches(bodies, step)).map(({ hits }) => hits.total.value);
    });
  }

  /** The counts of all parts that the scores of a search depend on. */
  async countsFor(search: ResolvedSearch, session: EngineSession): Promise<Counts> {
    const terms = countedTermsOf(search, this.context);
    return terms.length === 0 ? { total: 0, byKey: new Map() } : this.count(terms, session);
  }

  private async count(terms: readonly { key: string; query: object }[], session: EngineSession): Promise<Counts> {
    const answer = await session.search(
      { size: 0, track_total_hits: false, aggs: { [COUNTS]: countsOf(terms) } },
      'counting terms',
    );
    return this.keep(readCounts(terms, answer));
  }

  /** Counts of an older state of the index are forgotten. */
  private keep(counts: Counts): Counts {
    const isOld =
      this.known.total !== counts.total ||
      [...counts.byKey].some(([key, count]) => (this.known.byKey.get(key) ?? count) !== count);
    const byKey = isOld || this.known.byKey.size > MOST_COUNTS ? counts.byKey : new Map([...this.known.byKey, ...counts.byKey]);
    this.known = { total: counts.total, byKey };
    return this.known;
  }

  private read(
    search: ResolvedSearch,
    compiled: CompiledSearch,
    wanted: WantedHits,
    answer: EngineAnswer,
  ): Pick<EngineHits, 'hits' | 'page' | 'isLast'> {
    const hits: number = answer.hits.total.value;
    if (compiled.isRanked) return { hits, ...ranked(search, compiled, wanted, answer) };
    const page: EngineHit[] = answer.hits.hits.map(readHit);
    const isLast = wanted.after ? page.length < wanted.size : wanted.from + page.length >= hits;
    return { hits, page, isLast };
  }
}

/** Counts of terms that are kept between searches. */
const MOST_COUNTS = 10_000;

function compileNeedsCounts({ sortKeys, keywords }: ResolvedSearch): boolean {
  const uid = sortKeys.findIndex(({ field }) => field === UID);
  const keys = uid < 0 ? sortKeys : sortKeys.slice(0, uid);
  return keys.some(({ field, numbers }) => field === 'score' && !numbers) && keywords.some(({ excluded }) => !excluded);
}

/** Counts over all parts, whatever the search finds. */
function countsOf(terms: readonly { readonly query: object }[]): object {
  return { global: {}, aggs: Object.fromEntries(terms.map(({ query }, i) => [`t${i}`, { filter: query }])) };
}

function readCounts(terms: readonly { readonly key: string }[], answer: EngineAnswer): Counts {
  const counted = answer.aggregations[COUNTS];
  return { total: counted.doc_count, byKey: new Map(terms.map(({ key }, i) => [key, counted[`t${i}`].doc_count])) };
}

function isSame(seen: Counts, used: Counts): boolean {
  return seen.total === used.total && [...seen.byKey].every(([key, count]) => used.byKey.get(key) === count);
}

function readHit(hit: EngineAnswer): EngineHit {
  return { uid: hit._id, stored: hit._source?.[STORED_PART], sort: hit.sort ?? [] };
}

/** The page of a search whose scores do not fit into the engine's: all of its hits are scored and ordered here. */
function ranked(
  { rank }: ResolvedSearch,
  { score, sort }: CompiledSearch,
  { from, size, after }: WantedHits,
  answer: EngineAnswer,
): { page: EngineHit[]; isLast: boolean } {
  if (answer.hits.total.value > MOST_RANKED) throw refusalOf('many scores');
  const points = rank && pointsOf(rank);
  const all = answer.hits.hits.map((hit: EngineAnswer): EngineHit => {
    const value = (name: string): number => hit.fields[name][0];
    const own = scoreOfNames(hit.matched_queries ?? [], value(LENGTH), score as NonNullable<typeof score>);
    const merit = points ? points[value(MERIT)] + LONGEST_NUMBER - value(NUMBER_LENGTH) : 0;
    const scores = points ? [stepOf(own) * MERITS + merit, own] : [own];
    const others: EngineSortValue[] = [...hit.sort];
    const values = sort.map((one) => (isComputed(one) ? scores.shift() : others.shift()) as EngineSortValue);
    return { uid: hit._id, stored: undefined, sort: values };
  });
  all.sort((a: EngineHit, b: EngineHit) => comparePlaces(sort, a.sort, b.sort));
  const behind = after ? all.findIndex((hit: EngineHit) => comparePlaces(sort, hit.sort, after) > 0) : from;
  const first = behind < 0 ? all.length : behind;
  const page = all.slice(first, first + size);
  return { page, isLast: first + page.length >= all.length };
}

const MERITS = 65_536;
const FIRST_STEP = 4;

/** The step of a score: its exponent and the first two bits after it. */
function stepOf(score: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, score);
  const step = view.getUint32(0) >>> 18;
  return step < FIRST_STEP ? 0 : step;
}
