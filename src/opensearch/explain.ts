import type { ExplainedStep, Explanation } from '../model/explanation.js';
import { shorten } from '../model/nearest.js';
import type { SearchResponse } from '../model/requests.js';
import type { SentRequest } from './session.js';

/** Longest label of a step: compiled requests may have thousands of values. */
const LONGEST_LABEL = 4000;

/** How a cluster answered a search: each request as it was sent, with the time that it took. @param parts number of all parts */
export function explained(answer: SearchResponse<object>, sent: readonly SentRequest[], parts: number): Explanation {
  const { request, hits, msec, warnings } = answer;
  const steps = sent.map(({ body, milliseconds, hits: found }): ExplainedStep => {
    return {
      kind: 'lookup',
      label: shorten(JSON.stringify(body), LONGEST_LABEL),
      rows_in: parts,
      rows_out: found,
      microseconds: Math.round(milliseconds * 1000),
      reason: 'a request to the cluster, as it was compiled',
      steps: [],
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
  return { request, hits, msec, plan, warnings };
}
