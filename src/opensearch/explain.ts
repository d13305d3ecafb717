import type { ExplainedStep, Explanation, ScoreExplanation, StepKind } from '../model/explanation.js';
import { shorten } from '../model/nearest.js';
import type { SearchResponse } from '../model/requests.js';
import type { EngineAnswer, SentRequest } from './session.js';

/** Longest label of a step: compiled requests may have thousands of values. */
const LONGEST_LABEL = 4000;
/** Steps of a profile that are told one inside the other, and beside each other. */
const [DEEPEST, MOST_BESIDE] = [8, 32];

/**
 * How a cluster answered a search: each request as it was sent, with the time that it took and the engine's profile of it.
 * @param parts number of all parts
 * @param score of the part that was asked for
 */
export function explained(
  answer: SearchResponse<object>,
  sent: readonly SentRequest[],
  parts: number,
  score: ScoreExplanation | undefined,
): Explanation {
  const { request, hits, msec, warnings } = answer;
  const steps = sent.map(({ body, milliseconds, hits: found, profile }): ExplainedStep => {
    return {
      kind: 'lookup',
      label: shorten(JSON.stringify(body), LONGEST_LABEL),
      rows_in: parts,
      rows_out: found,
      microseconds: Math.round(milliseconds * 1000),
      reason: 'a request to the cluster, as it was compiled',
      steps: (profile?.shards ?? []).slice(0, MOST_BESIDE).map(shardStep),
    };
  });
  const plan: ExplainedStep = {
    kind: 'search',
    label: request.q ? `q: ${shorten(request.q)}` : 'all parts',
    rows_in: parts,
    rows_out: hits,
    microseconds: msec * 1000,
    reason: 'every count is that of all shards',
    steps,
  };
  return { request, hits, msec, plan, ...(score && { score }), warnings };
}

/** What one shard did. */
function shardStep({ id, searches = [], aggregations = [] }: EngineAnswer): ExplainedStep {
  const steps = searches.flatMap(({ query = [], collector = [] }: EngineAnswer) => [
    ...query.map((one: EngineAnswer) => profileStep('lookup', one, 'finds hits')),
    ...collector.map(collectorStep),
  ]);
  for (const one of aggregations) steps.push(profileStep('facet', one, 'counts'));
  const microseconds = steps.reduce((sum: number, step: ExplainedStep) => sum + step.microseconds, 0);
  return unsized({ kind: 'search', label: `shard ${id}`, microseconds, reason: 'profile of the engine', steps });
}

function profileStep(kind: StepKind, told: EngineAnswer, reason: string, depth = 0): ExplainedStep {
  const { type, description, time_in_nanos: nanoseconds, children = [] } = told;
  const inside = depth < DEEPEST ? children.slice(0, MOST_BESIDE) : [];
  return unsized({
    kind,
    label: shorten(`${type} ${description}`, LONGEST_LABEL),
    microseconds: nanoseconds / 1000,
    reason,
    steps: inside.map((one: EngineAnswer) => profileStep(kind, one, reason, depth + 1)),
  });
}

function collectorStep({ name, reason, time_in_nanos: nanoseconds }: EngineAnswer): ExplainedStep {
  return unsized({ kind: 'sort', label: String(name), microseconds: nanoseconds / 1000, reason: String(reason), steps: [] });
}

/** The engine's profile tells no rows. */
function unsized({ kind, label, ...told }: Omit<ExplainedStep, 'rows_in' | 'rows_out'>): ExplainedStep {
  return { kind, label, rows_in: null, rows_out: null, ...told };
}
