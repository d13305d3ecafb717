import type { Collection } from '../../catalog/collection.js';
import type { PartCollection } from '../../catalog/parts.js';
import type { AskRequest, AskResponse, Interpretation } from '../../model/ask.js';
import type { Call } from '../../model/call.js';
import type { FilterCompletion } from '../../model/completions.js';
import type { Part } from '../../model/documents.js';
import type { Explanation } from '../../model/explanation.js';
import type { CollectionName } from '../../model/fields.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../../model/match-requests.js';
import type { Directives, SearchRequest, SearchResponse } from '../../model/requests.js';
import type { SimilarRequest, SimilarResponse } from '../../model/similar.js';
import type { Caller } from './caller.js';
import { packRequest } from './carried-requests.js';
import { unpackValue } from './carried-values.js';
import type { Answer, Method, Task } from './messages.js';
import { scanRemotely } from './remote-scan.js';

/** A collection of a catalog whose requests run in worker threads. */
export class RemoteCollection<T extends object> implements Collection<T> {
  constructor(
    protected readonly caller: Caller,
    private readonly name: CollectionName,
  ) {}

  get(uid: string, directives?: Directives, call?: Call): Promise<T | undefined> {
    return this.value('get', [uid, directives], call) as Promise<T | undefined>;
  }

  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, T>> {
    return this.value('getMulti', [uids, directives], call) as Promise<Record<string, T>>;
  }

  search(request?: SearchRequest, call?: Call): Promise<SearchResponse<T>> {
    return this.value('search', [request], call) as Promise<SearchResponse<T>>;
  }

  async searchText(request?: SearchRequest, call?: Call): Promise<string> {
    const answer = await this.caller.call(call, () => this.task('searchText', [request]));
    return (answer as Extract<Answer, { kind: 'text' }>).text;
  }

  protected async value(method: Method, args: readonly unknown[], call: Call | undefined): Promise<unknown> {
    const answer = await this.caller.call(call, () => this.task(method, args));
    return unpackValue((answer as Extract<Answer, { kind: 'value' }>).value);
  }

  private task(method: Method, args: readonly unknown[]): Task {
    return { kind: 'method', collection: this.name, method, args: packRequest(args) };
  }

  scan(request?: SearchRequest, call?: Call): AsyncIterable<T> {
    return scanRemotely(this.caller, this.name, request, call);
  }
}

/** The parts of a catalog whose requests run in worker threads. */
export class RemoteParts extends RemoteCollection<Part> implements PartCollection {
  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.value('match', [request], call) as Promise<PartsMatchResponse>;
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.value('explain', [request, uid], call) as Promise<Explanation>;
  }

  interpret(text: string, call?: Call): Promise<Interpretation> {
    return this.value('interpret', [text], call) as Promise<Interpretation>;
  }

  ask(text: string, request?: AskRequest, call?: Call): Promise<AskResponse> {
    return this.value('ask', [text, request], call) as Promise<AskResponse>;
  }

  similar(uid: string, request?: SimilarRequest, call?: Call): Promise<SimilarResponse> {
    return this.value('similar', [uid, request], call) as Promise<SimilarResponse>;
  }

  completeFilter(text: string, offset?: number, call?: Call): Promise<FilterCompletion[]> {
    return this.value('completeFilter', [text, offset], call) as Promise<FilterCompletion[]>;
  }
}
