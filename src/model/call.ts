import { MemberReader } from './check-arguments.js';
import { withoutIssues } from './issues.js';

/** How long one call may take and who sends it: the last argument of every method that answers. docs/semantics.md, "Calls that end". */
export interface Call {
  /** Aborting it stops the work: the promise rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
  /** Timeout in milliseconds, a number above 0. The smaller of it and `Limits.milliseconds` applies. */
  timeout?: number | undefined;
  /**
   * The client of the call. A catalog with workers serves waiting clients in turn. Absent: all such calls count as one client.
   */
  client?: string | undefined;
}

const MEMBERS: readonly string[] = ['signal', 'timeout', 'client'];
/** What a signal is, in words of errors. */
export const SIGNAL = 'an AbortSignal';
/** What a timeout is, in words of errors. */
export const TIMEOUT = 'a number of milliseconds above 0';
const NOTHING: Call = Object.freeze({});

/** @throws ValidationError for members that a call cannot have */
export function checkCall(given: unknown): Call {
  if (given === undefined || given === null) return NOTHING;
  return withoutIssues({ call: given }, (issues) => {
    const call = MemberReader.of(given, ['call'], MEMBERS, issues);
    const member = <T>(name: string, expected: string, isRight: (value: unknown) => value is T): T | undefined => {
      const value = call.value(name) ?? undefined;
      if (value === undefined || isRight(value)) return value;
      issues.addWrongType(call.at(name), expected, value);
      return undefined;
    };
    return {
      signal: member('signal', SIGNAL, isSignal),
      timeout: member('timeout', TIMEOUT, isTimeout),
      client: member('client', 'a string', (value): value is string => typeof value === 'string'),
    };
  });
}

/** Whether a value is a timeout in milliseconds. */
export function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

/** Whether a value is a signal. Duck-typed: programs may pass one of another implementation. */
export function isSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;
}

const polls = new WeakMap<AbortSignal, () => boolean>();
const waits = new WeakMap<AbortSignal, number>();

/**
 * Makes a signal pollable: `isAborted` may report an abort before its event can arrive, for example if another thread aborts it.
 */
export function makePollable(signal: AbortSignal, isAborted: () => boolean): void {
  polls.set(signal, isAborted);
}

/** How to poll a signal whose events cannot arrive; undefined for one that only fires its event. */
export function pollOf(signal: AbortSignal): (() => boolean) | undefined {
  return polls.get(signal);
}

/** Records how many milliseconds a call waited before its work began: they count towards its timeout. */
export function noteWait(signal: AbortSignal, milliseconds: number): void {
  waits.set(signal, milliseconds);
}

/** Milliseconds that a call waited before its work began; 0 unless `noteWait` was called. */
export function waitOf(signal: AbortSignal | undefined): number {
  return (signal && waits.get(signal)) ?? 0;
}
