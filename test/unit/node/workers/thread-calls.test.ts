import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../../src/catalog/catalog.js';
import { packRequest } from '../../../../src/node/workers/carried-requests.js';
import type { EndedCall, FromThread, Task } from '../../../../src/node/workers/messages.js';
import { ShortCallsFirst } from '../../../../src/node/workers/short-calls-first.js';
import { ThreadCalls } from '../../../../src/node/workers/thread-calls.js';

const SEARCH: Task = { kind: 'method', collection: 'parts', method: 'searchText', args: packRequest([{ q: 'a' }]) };
const scanTask = (scan: number): Task => ({ kind: 'scan', scan, collection: 'parts', request: packRequest({}) });

let began: string[];
let openScans: number;
let sent: (readonly EndedCall[])[];
/** Called before a message is sent. */
let onSend: (ended: readonly EndedCall[]) => void;
let calls: ThreadCalls;

async function* records() {
  openScans++;
  try {
    for (let i = 0; i < 10_000; i++) yield { uid: `${i}` };
  } finally {
    openScans--;
  }
}

beforeEach(() => {
  began = [];
  openScans = 0;
  sent = [];
  onSend = () => {};
  const parts = {
    searchText: async () => {
      began.push('search');
      return 'text';
    },
    scan: () => {
      began.push('scan');
      return records();
    },
  };
  calls = new ThreadCalls({ parts } as unknown as Catalog, new Int32Array(8), new ShortCallsFirst(), (message: FromThread) => {
    if (message.kind !== 'ended') return;
    onSend(message.calls);
    sent.push(message.calls);
  });
});

const send = (call: number, task: Task = SEARCH, isTiny = false) =>
  calls.handle({ kind: 'call', call, task, flag: call, timeout: undefined, waited: 0, isTiny });
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};
const namesOf = (ended: readonly EndedCall[]) =>
  ended.map((end) => `${end.call} ${'answer' in end ? 'answer' : end.error.message}`);

describe('the calls of a thread', () => {
  it('begin one after the other, each in a turn of the event loop', async () => {
    for (const call of [1, 2, 3]) send(call);
    expect(began).toEqual([]);
    await turns(1);
    expect(began).toHaveLength(1);
    await turns(3);
    expect(sent.map(namesOf)).toEqual([['1 answer'], ['2 answer'], ['3 answer']]);
  });

  it('are answered two at a time if they are tiny, and at once before another one begins', async () => {
    for (const call of [1, 2, 3]) send(call, SEARCH, true);
    send(4);
    await turns(6);
    expect(sent.map(namesOf)).toEqual([['1 answer', '2 answer'], ['3 answer'], ['4 answer']]);
  });

  it('do not begin if they are aborted before', async () => {
    for (const call of [1, 2]) send(call);
    calls.handle({ kind: 'abort', call: 2 });
    await turns(4);
    expect(began).toEqual(['search']);
    expect(sent.map(namesOf)).toEqual([['1 answer'], ['2 This operation was aborted']]);
    // It says nothing of how long such calls take.
    expect(sent[1][0].ran).toBe(0);
  });

  it('leave no scan that was aborted and ended before it began', async () => {
    send(1);
    send(2, scanTask(7));
    calls.handle({ kind: 'abort', call: 2 });
    calls.handle({ kind: 'scan-end', scan: 7 });
    await turns(5);
    expect(began).toEqual(['search']);
    expect(openScans).toBe(0);
  });

  it('end a scan that is ended while it runs', async () => {
    send(1, scanTask(7));
    await turns(3);
    expect(openScans).toBe(1);
    calls.handle({ kind: 'scan-end', scan: 7 });
    await turns(3);
    expect(openScans).toBe(0);
  });

  it('fail alone if their answers cannot be sent', async () => {
    onSend = (ended) => {
      if (ended.some((end) => end.call === 2 && 'answer' in end)) throw new RangeError('no memory for the message');
    };
    for (const call of [1, 2, 3, 4]) send(call, SEARCH, true);
    await turns(6);
    expect(sent.flatMap(namesOf)).toEqual(['1 answer', '2 no memory for the message', '3 answer', '4 answer']);
  });
});
