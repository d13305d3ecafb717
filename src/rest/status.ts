import { PartdexError } from '../model/errors.js';

/** The HTTP status that fits an error: its own for errors of partdex, 500 for all others. */
export function statusOf(error: unknown): number {
  return error instanceof PartdexError ? error.status : 500;
}
