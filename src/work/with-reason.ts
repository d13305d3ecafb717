import { AbortedError } from '../model/errors.js';

/** Runs a step of builds, which end with `AbortedError`, for a call, which ends with the reason of its signal (time, 2). */
export async function withReason<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await run();
  } catch (error) {
    throw error instanceof AbortedError && signal?.aborted ? signal.reason : error;
  }
}
