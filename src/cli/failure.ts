import type { ValidationError } from '../model/errors.js';
import type { Issue } from '../partdex.js';

/** Exit statuses of the command. */
export const EXIT = { ok: 0, failure: 1, badRequest: 2 } as const;

/** A place in a text of the user, in UTF-16 units. */
export interface Place {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
}

/** An error of the command itself. If it has a place, the text is printed with a mark under it. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly status: 1 | 2 = EXIT.badRequest,
    readonly place?: Place,
  ) {
    super(message);
  }
}

/** What a command says of an issue besides what is always said. */
export interface IssueWords {
  /** The option at fault, where it is not the usual one. */
  option?(issue: Issue): string | undefined;
  /** What to do instead; it follows the fault. */
  advice?(issue: Issue): string | undefined;
}

/** An invalid request, some of whose issues a command reports in words of its own. */
export class RequestError extends Error {
  constructor(
    readonly error: ValidationError,
    readonly words: IssueWords,
  ) {
    super(error.message);
  }
}
