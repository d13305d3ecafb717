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
