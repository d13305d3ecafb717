import type { Part, SearchResponse } from 'partdex';
import type {
  Answer,
  BillContents,
  CatalogContents,
  CostedBill,
  Engine,
  EngineCall,
  EngineFault,
  EngineMethod,
  EngineReply,
} from './protocol.js';
import EngineWorker from './worker.ts?worker&inline';

/** An error that the engine reported, or that happened in it. */
export class EngineError extends Error {
  readonly code: string;
  readonly syntax: EngineFault['syntax'];

  constructor(fault: EngineFault) {
    super(fault.message);
    this.name = 'EngineError';
    this.code = fault.code;
    this.syntax = fault.syntax;
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: EngineError): void;
}

/** Starts the engine in a separate thread. Every method rejects with an `EngineError`. */
export function startEngine(): Engine {
  const worker = new EngineWorker();
  const waiting = new Map<number, Waiting>();
  let calls = 0;

  worker.addEventListener('message', ({ data }: MessageEvent<EngineReply>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if ('fault' in data) call?.reject(new EngineError(data.fault));
    else call?.resolve(data.result);
  });
  worker.addEventListener('error', ({ message }) => {
    const error = new EngineError({ message: message || 'the search thread could not be started', code: 'internal' });
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  });

  const call = <T>(method: EngineMethod, ...args: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = calls++;
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage({ id, method, args } satisfies EngineCall);
    });

  return {
    open: (place) => call<CatalogContents>('open', place),
    ask: (question) => call<Answer>('ask', question),
    count: (request) => call<SearchResponse<Part>>('count', request),
    part: (uid) => call('part', uid),
    note: (uid, own) => call<string>('note', uid, own),
    notes: () => call<string>('notes'),
    save: () => call<Blob>('save'),
    readBill: (source) => call<BillContents>('readBill', source),
    costBill: (choice) => call<CostedBill>('costBill', choice),
    saveBill: (format) => call<Blob>('saveBill', format),
  };
}
