import { MemberReader } from './check-arguments.js';
import { withoutIssues } from './issues.js';

/** How long one call may take and who sends it: the last argument of every method that answers. docs/semantics.md, "Calls that end". */
export interface Call {
  /** Stops the work: the promise rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
  /** Most milliseconds that the call may take, a number above 0; `Limits.milliseconds` counts where it is less. */
  timeout?: number | undefined;
  /** The client of the call, where a catalog has workers: waiting clients are served in turn. Absent: one client for all such calls. */
  client?: string | undefined;
}

const MEMBERS: readonly string[] = ['signal', 'timeout', 'client'];
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
      signal: member('signal', 'an AbortSignal', isSignal),
      timeout: member('timeout', 'a number of milliseconds above 0', isTimeout),
      client: member('client', 'a string', (value): value is string => typeof value === 'string'),
    };
  });
}

function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

/** By what it can do: programs bring signals of their own kind. */
function isSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;
}

const polls = new WeakMap<AbortSignal, () => boolean>();
const waits = new WeakMap<AbortSignal, number>();

/**
 * Lets a signal be polled: `isAborted` may find out that it will be aborted before its event can arrive, as where another thread
 * aborts it.
 */
export function makePollable(signal: AbortSignal, isAborted: () => boolean): void {
  polls.set(signal, isAborted);
}

/** How a signal is polled while its events cannot arrive; undefined for one that only fires its event. */
export function pollOf(signal: AbortSignal): (() => boolean) | undefined {
  return polls.get(signal);
}

/** Notes how many milliseconds a call had waited before its work began: they count towards its timeout. */
export function noteWait(signal: AbortSignal, milliseconds: number): void {
  waits.set(signal, milliseconds);
}

/** Milliseconds that a call had waited before its work began; 0 unless `noteWait` was called. */
export function waitOf(signal: AbortSignal | undefined): number {
  return (signal && waits.get(signal)) ?? 0;
}
