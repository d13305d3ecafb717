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
      /** Whole seconds until the client may try again: the header `retry-after` of the refusal. */
      retryAfter?: number;
      /** The message of the refusal. */
      message?: string;
    };

/** Whether an admission admits. */
export function isAdmitted(admission: Admission): boolean {
  return typeof admission === 'object' ? admission.admitted === true : admission;
}
