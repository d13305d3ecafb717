import { beforeEach, describe, expect, it } from 'vitest';
import type { EndedCall, FromThread } from '../../../../src/node/workers/messages.js';
import { Outbox } from '../../../../src/node/workers/outbox.js';

let sent: number[][];
let outbox: Outbox;

function add(call: number, mayWait: boolean): void {
  outbox.add({ call, ran: 1, answer: { kind: 'text', text: '' } } satisfies EndedCall, mayWait);
}

beforeEach(() => {
  sent = [];
  outbox = new Outbox((message: FromThread) => {
    if (message.kind === 'ended') sent.push(message.calls.map(({ call }) => call));
  });
});

describe('Outbox', () => {
  it('sends an answer at once if no other is expected', () => {
    add(1, false);
    add(2, false);
    expect(sent).toEqual([[1], [2]]);
  });

  it('sends two answers together, in their order', () => {
    for (const call of [1, 2, 3, 4]) add(call, true);
    add(5, false);
    expect(sent).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('sends what waits when it is flushed, and nothing if nothing waits', () => {
    add(1, true);
    expect(sent).toEqual([]);
    outbox.flush();
    outbox.flush();
    expect(sent).toEqual([[1]]);
  });

  it('sends what waits in the next turn if the next call has not ended by then', async () => {
    add(1, true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([[1]]);
  });
});
