import { type NormalisedMatchRequest, normaliseMatchRequest } from '../model/check-match.js';
import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { Directives } from '../model/requests.js';
import type { ResolvedFilter } from '../resolve/resolved-filter.js';
import type { Work } from '../work/work.js';
import { compileFilter } from './compile/filters.js';
import { compileMatch, type MatchScope, numberConditions, type ReadMatch } from './compile/match.js';
import { allOf } from './compile/queries.js';
import type { SearchContext } from './compile/search.js';
import { emptyNumber, type MatchRules, matchResults, millisecondsSince, type ShownMatches } from './in-process.js';
import { findNearMatches } from './near-matches.js';
import { STORED_PART } from './schema.js';
import type { EngineAnswer, EngineSession } from './session.js';
import type { CatalogState } from './state.js';
import { checkWindow } from './window.js';
import { withPrograms } from './with-programs.js';

/** What a match request is answered with. */
export interface MatchCall {
  readonly state: CatalogState;
  readonly rules: MatchRules;
  /** What all parts meet. */
  readonly filters: readonly ResolvedFilter[];
  readonly limits: Limits;
  readonly session: EngineSession;
  readonly work: Work;
}

/** A query with the warnings about it. */
interface ReadQuery extends ReadMatch {
  readonly warnings: readonly string[];
}

/** What was found for one query, and the stored parts of its answer: the page, then the suggestions. */
export interface FoundMatch extends ShownMatches {
  readonly parts: readonly object[];
}

/** Answers a match request: all queries are one request to the cluster. */
export async function runMatch(request: PartsMatchRequest & Directives, call: MatchCall): Promise<PartsMatchResponse> {
  const began = performance.now();
  const { state, rules, session, work } = call;
  const issues = new Issues(request);
  const normalised = normaliseMatchRequest(request, call.limits, issues);
  const shown = await state.fetcher.compile(normalised.directives, session, issues, rules.unknownNames);
  issues.throwIfAny();
  const found = await findAll(normalised, call);
  const parts = found.flatMap((one) => one?.parts ?? []);
  const items = (await state.fetcher.show(parts, shown, work)) as Part[];
  const results = matchResults(normalised, found, items, rules.writeIssue);
  return { request: normalised.request, results, msec: millisecondsSince(began) };
}

async function findAll(
  { queries, exactOnly, suggest }: NormalisedMatchRequest,
  call: MatchCall,
): Promise<(FoundMatch | undefined)[]> {
  const { state, limits, work } = call;
  const read: (ReadQuery | undefined)[] = [];
  for (const { query } of queries) {
    const keywords = query?.q === undefined ? undefined : await work.run(state.resolver.keywords(query.q, limits));
    if (!query) {
      read.push(undefined);
      continue;
    }
    const conditions = numberConditions(query, exactOnly);
    const empty = conditions.filter(({ isEmpty }) => isEmpty);
    const warnings = empty.map(({ name, reading }) => emptyNumber(name, typeof reading !== 'string'));
    read.push({ query, conditions, keywords: keywords?.terms ?? [], warnings: [...warnings, ...(keywords?.warnings ?? [])] });
  }
  const wanted = read.filter((one) => one !== undefined);
  const asked = { wanted, exactOnly, suggest };
  const { byRead, near } = await withPrograms(state.opened.context, (context) => askFor(asked, context, call));
  return read.map((one): FoundMatch | undefined => {
    if (!one) return undefined;
    const answer = byRead.get(one);
    const page = answer.hits.hits.map(({ _source }: EngineAnswer) => JSON.parse(_source[STORED_PART]));
    const suggested = near.get(one) ?? [];
    const parts = [...page, ...suggested.map(({ part }: { part: object }) => part)];
    return { hits: answer.hits.total.value, page, warnings: one.warnings, suggested, parts };
  });
}

interface Asked {
  readonly wanted: readonly ReadQuery[];
  readonly exactOnly: boolean;
  readonly suggest: boolean;
}

/** What the cluster answers to all queries, and near matches of those that find nothing. */
async function askFor({ wanted, exactOnly, suggest }: Asked, context: SearchContext, { filters, rules, session }: MatchCall) {
  const filter = allOf(filters.map((one) => compileFilter(one, context)));
  const scope: MatchScope = { exactOnly, brandOrManufacturer: rules.brandOrManufacturer ?? false, filter };
  const answers = await session.searches(
    wanted.map((one) => compileMatch(one, scope, context)),
    'matching parts',
  );
  const byRead = new Map<ReadQuery, EngineAnswer>(wanted.map((one, i) => [one, answers[i]]));
  for (const [{ query }, answer] of byRead) checkWindow(query.start, query.limit, answer.hits.total.value);
  const without = wanted.filter((one) => byRead.get(one).hits.total.value === 0);
  const near = suggest ? await findNearMatches(without, scope, context, session) : new Map();
  return { byRead, near };
}
