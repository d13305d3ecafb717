import type { Call } from '../model/call.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { Collection } from './collection.js';

/** A collection of a catalog that changes: each call is answered by what the collection is when it begins. */
export class FrontCollection<T> implements Collection<T> {
  constructor(protected readonly current: () => Collection<T>) {}

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
