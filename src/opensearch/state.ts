import { RequestResolver } from '../resolve/requests.js';
import { PartFetcher } from './fetcher.js';
import type { OpenedIndex } from './opened.js';
import { EngineSearcher } from './searcher.js';

/** An opened index, with what answers requests from it. */
export interface CatalogState {
  readonly opened: OpenedIndex;
  readonly resolver: RequestResolver;
  readonly searcher: EngineSearcher;
  readonly fetcher: PartFetcher;
}

export function stateOf(opened: OpenedIndex): CatalogState {
  const { types, context, filling, specMetadata } = opened;
  const hasSpec = (key: string) => types.specType(key) !== undefined;
  return {
    opened,
    resolver: new RequestResolver('parts', types),
    searcher: new EngineSearcher(context),
    fetcher: new PartFetcher({ filling, hasSpec, specMetadata }),
  };
}
