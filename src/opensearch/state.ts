import type { Limits } from '../model/limits.js';
import { type Synonyms, uniteSynonyms } from '../model/synonyms.js';
import { RequestResolver } from '../resolve/requests.js';
import type { ClusterConnection } from './client.js';
import { PartFetcher } from './fetcher.js';
import type { OpenedIndex } from './opened.js';
import { ClusterAsker } from './questions/cluster-asker.js';
import { EngineSearcher } from './searcher.js';
import { EngineSession } from './session.js';

/** An opened index, with what answers requests from it. */
export interface CatalogState {
  readonly opened: OpenedIndex;
  readonly resolver: RequestResolver;
  readonly searcher: EngineSearcher;
  readonly fetcher: PartFetcher;
  readonly asker: ClusterAsker;
}

/** What requests are answered with, whatever the index. */
export interface Answering {
  readonly connection: ClusterConnection;
  readonly limits: Limits;
  /** Phrases that mean each other, of the opening. */
  readonly synonyms: Synonyms;
}

export function stateOf(opened: OpenedIndex, { connection, limits, synonyms }: Answering): CatalogState {
  const { types, context, filling, specMetadata, facts, index } = opened;
  const hasSpec = (key: string) => types.specType(key) !== undefined;
  const resolver = new RequestResolver('parts', types);
  const all = uniteSynonyms(facts.synonyms, synonyms);
  return {
    opened,
    resolver,
    asker: new ClusterAsker(opened, resolver, limits, all, () => new EngineSession(connection, index, {})),
    searcher: new EngineSearcher(context),
    fetcher: new PartFetcher({ filling, hasSpec, specMetadata }),
  };
}
