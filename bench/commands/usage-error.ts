/** An option that cannot be meant. Its message is for whoever typed it. */
export class UsageError extends Error {}
