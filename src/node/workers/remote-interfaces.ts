import type { RemoteAnswers, RemoteRequest, RemoteResponse } from '../../catalog/internals.js';
import type { Call } from '../../model/call.js';
import { packRequest } from './carried-requests.js';
import type { Answer } from './messages.js';
import type { Caller } from './remote-collection.js';

type KeyCheck = (key: string) => unknown;

/** Longer URLs are refused, whatever their key is. */
const LONGEST_URL = 65_536;
const KEY = /[?&]apikey=([\w.~-]+)(?:&|$)/;

/** The key of a URL, if it occurs once and without escapes. */
function plainKey(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > LONGEST_URL) return undefined;
  const first = url.indexOf('apikey');
  return first >= 0 && first === url.lastIndexOf('apikey') ? KEY.exec(url)?.[1] : undefined;
}

/** The result of checking a key before its request was parsed; the key is not checked twice. */
class Verdict {
  private readonly found: { readonly value: unknown } | { readonly thrown: unknown };

  constructor(
    private readonly key: string,
    private readonly isValidKey: KeyCheck,
  ) {
    try {
      const value = isValidKey(key);
      // A rejection is thrown where the value is used, if it is.
      if (value instanceof Promise) value.catch(() => {});
      this.found = { value };
    } catch (thrown) {
      this.found = { thrown };
    }
  }

  get isKnownValid(): boolean {
    return 'value' in this.found && this.found.value === true;
  }

  readonly check = (key: string): unknown => {
    if (key !== this.key) return this.isValidKey(key);
    if ('thrown' in this.found) throw this.found.thrown;
    return this.found.value;
  };
}

/** The interfaces of a catalog whose requests run in worker threads. */
export class RemoteInterfaces implements RemoteAnswers {
  constructor(private readonly caller: Caller) {}

  /** Checks a plain key here, which saves the thread a callback. */
  rest(request: RemoteRequest, call: Call): Promise<RemoteResponse> {
    const { sent, options, callbacks } = request;
    const key = options.isAdmitted === true ? plainKey(sent) : undefined;
    const { isValidKey } = callbacks;
    if (key === undefined || !isValidKey) return this.ask('rest', request, call);
    const verdict = new Verdict(key, isValidKey as KeyCheck);
    const known = verdict.isKnownValid ? { validKey: key } : {};
    return this.ask(
      'rest',
      { sent, options: { ...options, ...known }, callbacks: { ...callbacks, isValidKey: verdict.check } },
      call,
    );
  }

  graphql(request: RemoteRequest, call: Call): Promise<RemoteResponse> {
    return this.ask('graphql', request, call);
  }

  private async ask(kind: 'rest' | 'graphql', request: RemoteRequest, call: Call): Promise<RemoteResponse> {
    const { sent, options, callbacks } = request;
    const answer = await this.caller.call(call, () => ({ kind, sent: packRequest(sent), options }), { callbacks });
    const { status, headers, body } = answer as Extract<Answer, { kind: 'response' }>;
    return { status, ...(headers && { headers }), body };
  }
}
