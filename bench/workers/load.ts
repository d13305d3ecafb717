/** Runs a load of requests whenever it is its turn: one of several processes that share only the machine. */
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { RestApi } from '../../src/rest/partdex-rest.js';
import { answerQuestions } from '../measure/talking-process.js';
import { apiOf, type LoadResult, load } from '../threads/load.js';

/** First the catalog to open, then one load after the other. */
export type LoadQuestion =
  | { readonly open: string; readonly urls: readonly string[] }
  | { readonly urls: readonly string[]; readonly milliseconds: number };

let api: RestApi | undefined;

answerQuestions<LoadQuestion, LoadResult | undefined>(async (question) => {
  if ('open' in question) {
    api = apiOf(await openCatalogFile(question.open));
    for (const url of question.urls) await api.handle(url);
    return undefined;
  }
  if (!api) throw new Error('no catalog is open');
  return load(api, question.urls, 1, question.milliseconds);
});
