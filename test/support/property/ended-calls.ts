import { BudgetExceededError } from '../../../src/model/errors.js';
import type { Call, Catalog } from '../../../src/partdex.js';
import type { EndedCall, Ending, RandomCall } from '../../arbitraries/calls.js';
import { type Ended, OVER_BUDGET, perform } from './perform.js';

/** What a call may exceed. */
export interface Bounds {
  /** Milliseconds, of which the smallest one counts. */
  readonly times: readonly number[];
  readonly bytes: number;
}

export const NO_BOUNDS: Bounds = { times: [], bytes: Number.POSITIVE_INFINITY };

/** How many calls ended how. */
export const tally = { answered: 0, overBudget: 0, aborted: 0, refused: 0 };

function count(is: Ended, reason: unknown): void {
  if ('answer' in is) tally[is.answer === OVER_BUDGET ? 'overBudget' : 'answered']++;
  else tally[is.error === reason ? 'aborted' : is.error instanceof BudgetExceededError ? 'overBudget' : 'refused']++;
}

/** A call on its way. */
interface Started {
  readonly randomCall: RandomCall;
  readonly ending: Ending;
  readonly reason: unknown;
  readonly ended: Promise<Ended>;
}

/** Makes a call whose signal is aborted at its moment. */
export function start({ randomCall, ending }: EndedCall, catalog: Catalog): Started {
  const { timeout, abort } = ending;
  const controller = new AbortController();
  const reason = { aborted: abort };
  const stop = () => controller.abort(reason);
  if (abort === 'before') stop();
  const call: Call = { ...(timeout !== undefined && { timeout }), ...(abort !== undefined && { signal: controller.signal }) };
  const ended = perform(randomCall, catalog, call);
  if (abort === 'microtask') queueMicrotask(stop);
  if (abort === 'immediate') setImmediate(stop);
  if (typeof abort === 'number') setTimeout(stop, abort);
  return { randomCall, ending, reason, ended };
}

/** What is wrong with how a call ended, by how the same one ends that nothing stops. */
export async function faultOfEnd(
  { randomCall, ending, reason, ended }: Started,
  expected: Ended,
  bounds: Bounds,
): Promise<string | undefined> {
  const is = await ended;
  count(is, reason);
  const fault = faultOf(is, expected, ending, reason, bounds);
  return fault && `${randomCall.method} ${fault} (${JSON.stringify(ending)}): ${JSON.stringify(randomCall)}`;
}

function faultOf(is: Ended, expected: Ended, ending: Ending, reason: unknown, { times, bytes }: Bounds): string | undefined {
  const allowed = [...times, ...(ending.timeout === undefined ? [] : [ending.timeout])];
  const isBounded = allowed.length > 0 || Number.isFinite(bytes);
  if ('error' in is) {
    const { error, given } = is;
    if (error === reason) return ending.abort === undefined ? 'was not aborted' : faultOfGiven(given, expected);
    if (ending.abort === 'before') return `rejects with ${describe(error)} and not with the reason`;
    if (!(error instanceof BudgetExceededError))
      return same(is, expected) ? undefined : `rejects with ${describe(error)}, not ${textOf(expected)}`;
    if (!isBounded) return `is over a budget that it has not: ${describe(error)}`;
    return faultOfBudgetError(error, allowed, bytes) ?? faultOfGiven(given, expected);
  }
  if (ending.abort === 'before') return `answers although it was aborted before it began`;
  if (is.answer === OVER_BUDGET) return isBounded ? undefined : 'is over a budget that it has not';
  return same(is, expected) ? undefined : `ends with ${textOf(is)}\n not ${textOf(expected)}`;
}

/** What a scan has given before it was stopped is the beginning of what it gives. */
function faultOfGiven(given: readonly string[], expected: Ended): string | undefined {
  if (given.length === 0) return undefined;
  const beginning = given.join('\n');
  return 'answer' in expected && expected.answer.startsWith(beginning) ? undefined : `gave ${beginning}, not ${textOf(expected)}`;
}

function faultOfBudgetError(error: BudgetExceededError, times: readonly number[], bytes: number): string | undefined {
  const { budget, limit, milliseconds, step, clause, estimated, code, status, message } = error;
  const limits: readonly number[] = budget === 'bytes' ? [bytes] : times;
  const isSound =
    (budget === 'time' || budget === 'bytes') &&
    limits.includes(limit) &&
    milliseconds >= 0 &&
    step !== '' &&
    (clause === undefined || typeof clause === 'string') &&
    typeof estimated === 'boolean' &&
    code === 'budget_exceeded' &&
    status === 503 &&
    message.includes(String(limit));
  return isSound
    ? undefined
    : `has an error that is not sound: ${JSON.stringify({ budget, limit, milliseconds, step, clause, code, status, message })}`;
}

/** Whether two calls ended alike: with the same answer, or with errors of one class that say the same. */
export function same(one: Ended, other: Ended): boolean {
  return textOf(one) === textOf(other);
}

export function textOf(ended: Ended): string {
  return 'answer' in ended ? ended.answer : describe(ended.error);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(JSON.stringify(error));
}
