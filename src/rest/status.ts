import { PartdexError } from '../model/errors.js';

/** The HTTP status that fits an error: that of an error of partdex, 500 for any other. */
export function statusOf(error: unknown): number {
  return error instanceof PartdexError ? error.status : 500;
}
