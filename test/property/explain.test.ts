import fc from 'fast-check';
import { it } from 'vitest';
import type { Catalog, ExplainedStep, Explanation, SearchRequest } from '../../src/partdex.js';
import { rankedCatalogs, rankedQueries } from '../arbitraries/rankings.js';
import { countingRequests, requests } from '../arbitraries/requests.js';
import { attempt } from '../support/property/compare.js';
import { canonical, uidsOf } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

/** What a step of sets does to the rows that come in. */
const SETS = new Set(['and', 'or', 'not', 'all', 'none', 'postings', 'codes', 'phrase', 'rows', 'champions', 'offers']);

/** Requests of parts, with a number that chooses the part to explain. */
const requested = (catalog: Parameters<typeof requests>[0]) =>
  fc.record({
    request: fc
      .oneof({ weight: 2, arbitrary: requests(catalog) }, { weight: 1, arbitrary: countingRequests(catalog) })
      .filter(({ collection }) => collection === 'parts')
      .map(({ request }) => request as SearchRequest),
    pick: fc.nat(),
  });

it('explains the search that is answered', () =>
  holdsFor(
    requested,
    async (catalog, { request, pick }) => {
      const answer = await catalog.parts.search(request).catch((error: Error) => error.message);
      const uid = await anyUid(catalog, pick);
      const explained = await catalog.parts.explain(request, uid).catch((error: Error) => error.message);
      if (typeof answer === 'string' || typeof explained === 'string') {
        return answer === explained ? undefined : `explains ${canonical(explained)}, answers ${canonical(answer)}`;
      }
      for (const member of ['request', 'hits', 'warnings'] as const) {
        if (canonical(explained[member]) !== canonical(answer[member]))
          return `${member}: explains ${canonical(explained[member])}`;
      }
      return faultOfPlan(explained) ?? (await faultOfPart(catalog, request, explained, uid));
    },
    { share: 0.3 },
  ));

it('takes scores apart as the oracle computes them', () =>
  holdsFor(
    () => fc.record({ request: fc.record({ q: rankedQueries() }), pick: fc.nat() }),
    async (catalog, { request, pick }, oracle) => {
      const expected = attempt(() => oracle.search('parts', request));
      if (!('ordered' in expected) || expected.ordered.length === 0) return undefined;
      const { uid, score: wanted } = expected.ordered[pick % expected.ordered.length];
      const { score } = await catalog.parts.explain(request, uid);
      if (!score?.found) return `does not find ${uid}`;
      if (!close(score.score ?? 0, wanted)) return `scores ${score.score}, not ${wanted}`;
      for (const term of score.terms) {
        if (!close(term.score, term.idf * term.weight * term.length_factor + term.exact_bonus)) return `adds ${canonical(term)}`;
        if (term.fields.length === 0) return `finds no field of ${canonical(term)}`;
      }
      return undefined;
    },
    { share: 0.3, sources: rankedCatalogs() },
  ));

async function anyUid(catalog: Catalog, pick: number): Promise<string | undefined> {
  if (catalog.info.parts === 0) return undefined;
  const page = await catalog.parts.search({ sortby: 'uid asc', start: pick % Math.min(catalog.info.parts, 1000), limit: 1 });
  return page.results[0].item.uid;
}

/**
 * The rows of a plan: the input of a step is the output of the one before, and the last output is the hits. A drilldown that has to
 * load what it ranks starts again; each time the hits are found again.
 */
function faultOfPlan({ plan, hits }: Explanation): string | undefined {
  const roots = plan.steps.map((step, i) => ({ step, next: plan.steps[i + 1] })).filter(({ step }) => SETS.has(step.kind));
  const starts = plan.steps.filter(({ kind }) => kind === 'load').length;
  if (roots.length === 0 || roots.length > starts) return `has ${roots.length} roots of sets after ${starts} starts`;
  for (const { step, next } of roots) {
    const root = step.kind === 'champions' ? step.rows_in : step.rows_out;
    const excluded = next?.kind === 'exclude' ? next : undefined;
    if (excluded && excluded.rows_in !== root) return `${excluded.label} gets other rows`;
    const found = excluded ? excluded.rows_out : root;
    if (found !== hits || plan.rows_out !== hits) return `ends with ${found} and ${plan.rows_out} rows, not ${hits}`;
  }
  return faultOfStep(plan) ?? faultOfCounts(plan);
}

/** Whatever is counted is counted over the hits or, widened, over more rows. */
function faultOfCounts({ steps, rows_out: hits }: ExplainedStep): string | undefined {
  const counted = steps.filter(({ kind }) => kind === 'facet' || kind === 'stats' || kind === 'drilldown');
  const wrong = counted.find(({ rows_in }) => rows_in === null || rows_in < (hits ?? 0));
  return wrong && `${wrong.label} counts ${wrong.rows_in} of ${hits} rows`;
}

function faultOfStep(step: ExplainedStep): string | undefined {
  if (!(step.microseconds >= 0)) return `takes ${step.microseconds}`;
  if (step.label === '' || (step.reason === '' && step.kind !== 'all')) return `has no label or reason for ${step.kind}`;
  if (step.rows_in !== null && step.rows_out !== null && step.rows_out > step.rows_in) return `${step.label} makes rows`;
  if (step.kind === 'and') {
    const ran = step.steps.filter(({ rows_in }) => rows_in !== null);
    for (let i = 1; i < ran.length; i++) if (ran[i].rows_in !== ran[i - 1].rows_out) return `${ran[i].label} gets other rows`;
    if (ran.length > 0 && ran[ran.length - 1].rows_out !== step.rows_out) return `${step.label} ends with other rows`;
  }
  for (const inner of step.steps) {
    const fault = faultOfStep(inner);
    if (fault) return fault;
  }
  return undefined;
}

async function faultOfPart(
  catalog: Catalog,
  request: SearchRequest,
  { score }: Explanation,
  uid: string | undefined,
): Promise<string | undefined> {
  if (uid === undefined) return score === undefined ? undefined : 'explains a part that is not there';
  const { q, filter, sortby, rank } = request;
  const position = (await uidsOf(catalog, 'parts', { q, filter, sortby, ...(rank && { rank }) })).indexOf(uid);
  if (score?.uid !== uid) return `explains ${score?.uid}`;
  if (score.found !== position >= 0 || score.position !== (position < 0 ? null : position)) {
    return `position ${score.position}, not ${position}`;
  }
  const met = score.conditions.every((condition) => condition.met);
  return met === score.found ? undefined : `conditions ${canonical(score.conditions)}`;
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
