/** Words of a question that need no reading. They may stand in one: `ON Semiconductor`, `in stock`. Source: questions and tables, C7. */
export const CONNECTING_WORDS: ReadonlySet<string> = new Set(
  'and or with for of the a an in on at by from to und mit für oder et avec pour de con para y'.split(' '),
);

/** Those between things of which any is wanted: `yageo or vishay`. */
export const EITHER: ReadonlySet<string> = new Set(['or', 'oder']);
