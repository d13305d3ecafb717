/** The reason why the server cannot start, for the person who started it. */
export class StartError extends Error {}
