import { describeValue } from './describe.js';
import { isPlainObject } from './plain.js';

/** The client of a request, for a rate limiter or a quota. */
export interface AdmissionClient {
  /** The address that the request came from; absent if the server did not pass it. */
  ip?: string;
  /** The key or token that was sent, before it is checked; absent if none was sent. */
  key?: string;
}

/** Whether a request is admitted: true or false, or false with more to tell the client. */
export type Admission =
  | boolean
  | {
      /** Whether the request is admitted. */
      admitted: boolean;
      /** Seconds until the client may try again: the header `retry-after` of the refusal, which has whole ones. */
      retryAfter?: number;
      /** The message of the refusal. */
      message?: string;
    };

/** What a limiter has answered, its seconds rounded up. @throws Error for another value: what does not say that it admits a request must not */
export function readAdmission(admission: unknown): Exclude<Admission, boolean> {
  if (typeof admission === 'boolean') return { admitted: admission };
  const { admitted, retryAfter, message } = (admission ?? {}) as Record<string, unknown>;
  const isNothing = retryAfter === undefined || retryAfter === null;
  const isRight =
    typeof admitted === 'boolean' &&
    (isNothing || (typeof retryAfter === 'number' && retryAfter >= 0 && retryAfter < Number.POSITIVE_INFINITY)) &&
    (message === undefined || message === null || typeof message === 'string');
  if (!isRight)
    throw new Error(
      `admit must return true, false or { admitted, retryAfter, message }, but returned ${describeAnswer(admission)}`,
    );
  return {
    admitted,
    ...(!isNothing && { retryAfter: Math.ceil(retryAfter) }),
    ...(typeof message === 'string' && { message }),
  };
}

/** An object with its members, of which one is wrong. */
function describeAnswer(admission: unknown): string {
  if (!isPlainObject(admission)) return describeValue(admission);
  const members = ['admitted', 'retryAfter', 'message'].map((name) => `${name}: ${describeValue(admission[name])}`);
  return `{ ${members.join(', ')} }`;
}
