import type { Call } from '../model/call.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { Collection } from './in-process.js';

/** A collection of the records beside an index: of those that are known when a request begins. */
export class RecordsOf<T extends object> implements Collection<T> {
  constructor(private readonly current: () => Collection<T>) {}

  get(uid: string, directives?: Directives, call?: Call): Promise<T | undefined> {
    return this.current().get(uid, directives, call);
  }

  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, T>> {
    return this.current().getMulti(uids, directives, call);
  }

  search(request?: SearchRequest, call?: Call): Promise<SearchResponse<T>> {
    return this.current().search(request, call);
  }

  searchText(request?: SearchRequest, call?: Call): Promise<string> {
    return this.current().searchText(request, call);
  }

  scan(request?: SearchRequest, call?: Call): AsyncIterable<T> {
    return this.current().scan(request, call);
  }
}
