import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallTable } from '../../../../src/node/workers/call-table.js';
import { PendingCall } from '../../../../src/node/workers/pending-call.js';

const nothing = () => {};
const callOf = (table: CallTable, milliseconds: number) => {
  const call = new PendingCall(
    table.number(),
    { task: { kind: 'validate' }, milliseconds },
    '',
    'short',
    nothing,
    nothing,
    nothing,
  );
  table.add(call);
  return call;
};
const never = () => Number.POSITIVE_INFINITY;

describe('CallTable', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('finds calls by numbers that are never used again', () => {
    const table = new CallTable(never);
    const first = callOf(table, 10);
    const second = callOf(table, 10);
    expect([table.get(first.id), table.get(second.id)]).toEqual([first, second]);
    table.delete(first);
    const third = callOf(table, 10);
    expect(table.get(first.id)).toBe(undefined);
    table.delete(first);
    expect(table.get(third.id)).toBe(third);
    expect(table.values()).toEqual([third, second]);
  });

  it('reports each call once its time is over, again when it is asked to, and no settled one', () => {
    const seen: [number, number][] = [];
    const began = performance.now();
    const table: CallTable = new CallTable((call) => {
      const at = Math.round(performance.now() - began);
      seen.push([call.id, at]);
      return call === slow && at < 60 ? began + 65 : never();
    });
    const slow = callOf(table, 50);
    const settled = callOf(table, 30);
    const quick = callOf(table, 20);
    settled.fail(new Error('stopped'));
    vi.advanceTimersByTime(500);
    expect(seen).toEqual([
      [quick.id, 20],
      [slow.id, 50],
      [slow.id, 65],
    ]);
    callOf(table, 40);
    vi.advanceTimersByTime(500);
    expect(seen).toHaveLength(4);
  });
});
