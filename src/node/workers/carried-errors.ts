import * as errors from '../../model/errors.js';
import type { Fault } from '../../model/issue.js';
import { errorOf } from '../../model/issues.js';

/** An error as data. */
export interface CarriedError {
  /** The partdex class, or undefined for any other error. */
  readonly className: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
  /** Own members besides the message and the stack. */
  readonly members: Readonly<Record<string, unknown>>;
  /** For a `ValidationError`: the data to recreate it. */
  readonly faults?: readonly Fault[];
  readonly cause?: CarriedError | undefined;
  /** Index of the value that a callback threw, which the caller's thread keeps. */
  readonly thrown?: number | undefined;
}

/** A value that a callback in the caller's thread threw, while it passes through a worker. */
export class ThrownByCallback extends Error {
  constructor(readonly thrown: number) {
    super('a callback threw an error');
  }
}

/** The classes that are restored, by the names of their instances; others arrive as `Error`. */
const CLASSES: ReadonlyMap<string, { readonly prototype: Error }> = new Map(Object.entries(errors));
const DEEPEST_CAUSE = 4;

/** An error, or another thrown value, as data that a message can hold. */
export function packError(error: unknown, depth = 0): CarriedError {
  if (!(error instanceof Error)) return { className: undefined, message: String(error), stack: undefined, members: {} };
  const { message, stack, cause } = error;
  return {
    className: error instanceof errors.PartdexError ? error.name : undefined,
    message,
    stack,
    members: plainMembers(error),
    ...(error instanceof errors.ValidationError && { faults: errors.ValidationError.faultsOf(error) }),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: packError(cause, depth + 1) }),
    ...(error instanceof ThrownByCallback && { thrown: error.thrown }),
  };
}

/** Own enumerable members that are texts, numbers, booleans or lists of them: all that errors of partdex and of the system have. */
function plainMembers(error: Error): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(error)) {
    if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) members[name] = value;
  }
  return members;
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}

/**
 * Restores the error: with the same partdex class and members, else an `Error` with the message.
 * @param thrown the values that callbacks of the call threw
 */
export function unpackError(carried: CarriedError, thrown: readonly unknown[] = []): unknown {
  if (carried.thrown !== undefined) return thrown[carried.thrown];
  const { className, message, stack, members, faults, cause } = carried;
  if (faults) return Object.assign(errorOf(faults), stack !== undefined && { stack });
  const error = new Error(message, cause && { cause: unpackError(cause, thrown) });
  const known = className === undefined ? undefined : CLASSES.get(className);
  if (known) Object.setPrototypeOf(error, known.prototype);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, members);
}
