import { checkObject, wrongArgument } from './check-arguments.js';

/** What a caller may say about one call: the last argument of every method that answers. docs/semantics.md, "Calls that end". */
export interface Call {
  /** Stops the work: the promise rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
  /** Most milliseconds that the call may take, a number above 0; `Limits.milliseconds` counts where it is less. */
  timeout?: number | undefined;
  /** Who asks, where a catalog has workers: those who wait are served in turn. Absent: one client for all such calls. */
  client?: string | undefined;
}

const MEMBERS: readonly string[] = ['signal', 'timeout', 'client'];
const NOTHING: Call = Object.freeze({});

/** @throws ValidationError for a call that is none */
export function checkCall(given: unknown): Call {
  if (given === undefined || given === null) return NOTHING;
  const { signal, timeout, client } = checkObject(given, 'call', MEMBERS);
  if (signal !== undefined && signal !== null && !isSignal(signal)) throw wrongArgument('call.signal', 'an AbortSignal', signal);
  if (timeout !== undefined && timeout !== null && !(typeof timeout === 'number' && timeout > 0)) {
    throw wrongArgument('call.timeout', 'a number of milliseconds above 0', timeout);
  }
  if (client !== undefined && client !== null && typeof client !== 'string')
    throw wrongArgument('call.client', 'a string', client);
  return {
    signal: (signal as AbortSignal | null | undefined) ?? undefined,
    timeout: (timeout as number | null | undefined) ?? undefined,
    client: (client as string | null | undefined) ?? undefined,
  };
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

/** How a signal is polled while its events cannot arrive; undefined for one that only tells by its event. */
export function pollOf(signal: AbortSignal): (() => boolean) | undefined {
  return polls.get(signal);
}

/** Notes how many milliseconds a call had waited before its work began: they count towards its timeout. */
export function noteWait(signal: AbortSignal, milliseconds: number): void {
  waits.set(signal, milliseconds);
}

/** Milliseconds that a call had waited before its work began; 0 unless `noteWait` was told. */
export function waitOf(signal: AbortSignal | undefined): number {
  return (signal && waits.get(signal)) ?? 0;
}
