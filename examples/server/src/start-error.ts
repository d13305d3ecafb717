/** What keeps the server from starting, said for whoever started it. */
export class StartError extends Error {}
