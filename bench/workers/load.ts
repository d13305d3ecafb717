/** Runs a load of requests whenever it is its turn: one of several processes that share only the machine. */
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { RestApi } from '../../src/rest/partdex-rest.js';
import { answerQuestions } from '../measure/talking-process.js';
import { apiOf, type LoadResult, load } from '../threads/load.js';
import { type Stall, watchStalls } from '../threads/stalls.js';

/** First the catalog to open, and how many threads answer its requests (0: the process's own), then one load after the other. */
export type LoadQuestion =
  | { readonly open: string; readonly workers: number; readonly urls: readonly string[] }
  | { readonly urls: readonly string[]; readonly clients: number; readonly milliseconds: number };

export interface LoadAnswer {
  readonly load: LoadResult;
  readonly stall: Stall;
}

let api: RestApi | undefined;

async function open(path: string, workers: number, urls: readonly string[]): Promise<void> {
  const opened = apiOf(await openCatalogFile(path, workers > 0 ? { workers } : undefined));
  for (const url of urls) await Promise.all(Array.from({ length: Math.max(1, 2 * workers) }, () => opened.handle(url)));
  api = opened;
}

answerQuestions<LoadQuestion, LoadAnswer | undefined>(async (question) => {
  if ('open' in question) {
    await open(question.open, question.workers, question.urls);
    return undefined;
  }
  if (!api) throw new Error('no catalog is open');
  const watch = watchStalls();
  return { load: await load(api, question.urls, question.clients, question.milliseconds), stall: watch() };
});
