import { type NormalisedMatchRequest, normaliseMatchRequest } from '../model/check-match.js';
import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { Directives } from '../model/requests.js';
import type { Work } from '../work/work.js';
import { compileMatch, type MatchScope, numberConditions, type ReadMatch } from './compile/match.js';
import type { Query } from './compile/queries.js';
import { emptyNumber, type MatchRules, matchResults, millisecondsSince, type ShownMatches } from './in-process.js';
import { findNearMatches } from './near-matches.js';
import { STORED_PART } from './schema.js';
import { type EngineAnswer, type EngineSession, TooComplexPattern } from './session.js';
import type { CatalogState } from './state.js';

/** What a match request is answered with. */
export interface MatchCall {
  readonly state: CatalogState;
  readonly rules: MatchRules;
  /** What all parts meet. */
  readonly filter: Query;
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
  const { state, rules, filter, limits, session, work } = call;
  const scope: MatchScope = { exactOnly, brandOrManufacturer: rules.brandOrManufacturer ?? false, filter };
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
  const { context } = state.opened;
  const answers = await askAll((scripted) => wanted.map((one) => compileMatch(one, scope, { ...context, scripted })), session);
  const byRead = new Map(wanted.map((one, i) => [one, answers[i]]));
  const without = wanted.filter((one) => byRead.get(one).hits.total.value === 0);
  const near = suggest ? await findNearMatches(without, scope, context, session) : new Map();
  return read.map((one): FoundMatch | undefined => {
    if (!one) return undefined;
    const answer = byRead.get(one);
    const page = answer.hits.hits.map(({ _source }: EngineAnswer) => JSON.parse(_source[STORED_PART]));
    const suggested = near.get(one) ?? [];
    const parts = [...page, ...suggested.map(({ part }: { part: object }) => part)];
    return { hits: answer.hits.total.value, page, warnings: one.warnings, suggested, parts };
  });
}

/** The answers of several searches, once more with programs in place of wildcards where one of those is too complex. */
async function askAll(bodies: (scripted: boolean) => object[], session: EngineSession): Promise<readonly EngineAnswer[]> {
  try {
    return await session.searches(bodies(false), 'matching parts');
  } catch (error) {
    if (!(error instanceof TooComplexPattern)) throw error;
    return session.searches(bodies(true), 'matching parts');
  }
}
