import { BudgetExceededError, type BudgetName } from '../model/errors.js';

/** What a call had used when it was stopped, and what it was doing. */
export interface StoppedCall {
  readonly limit: number;
  /** Milliseconds. */
  readonly took: number;
  /** In words of the request. */
  readonly step: string;
  readonly clause?: string | undefined;
}

/**
 * The error of a call that was stopped because it has used up a budget.
 * @param reason what it does, as a sentence without its end
 */
export function stopped(budget: BudgetName, reason: string, { limit, took, step, clause }: StoppedCall): BudgetExceededError {
  const milliseconds = Math.round(took);
  const place = clause === undefined ? step : `${step}: ${clause}`;
  const message = `${reason}; it was stopped after ${milliseconds} ms (${place})`;
  return new BudgetExceededError(message, { budget, limit, milliseconds, step, clause });
}

/**
 * The error of a call that has taken longer than it may.
 * @param subject what it is, in the words of its message
 */
export function overTime(call: StoppedCall, subject = 'the request'): BudgetExceededError {
  return stopped('time', `${subject} takes longer than ${call.limit} ms`, call);
}

/** The error of a call that has used a processor for longer than it may. */
export function overProcessor(call: StoppedCall): BudgetExceededError {
  return stopped('time', `the request needs a processor for longer than ${call.limit} ms`, call);
}

/** The error of a call that is not begun, since it takes so many milliseconds at least. */
export function refused(limit: number, least: number, step: string, clause: string | undefined): BudgetExceededError {
  const place = clause === undefined ? step : `${step}: ${clause}`;
  const milliseconds = Math.ceil(least);
  const message = `the request would take ${milliseconds} ms or more, and may take ${limit} ms; it was not begun (${place})`;
  return new BudgetExceededError(message, { budget: 'time', limit, milliseconds, step, clause, estimated: true });
}
