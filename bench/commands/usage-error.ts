/** An invalid option. Its message is for the user. */
export class UsageError extends Error {}
