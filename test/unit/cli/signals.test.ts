import { describe, expect, it, vi } from 'vitest';
import { interruptible } from '../../../src/cli/signals.js';

describe('interruptible work', () => {
  it('receives the first signal', async () => {
    const stops: string[] = [];
    const stopped = interruptible(
      async (signal) => {
        process.emit('SIGTERM', 'SIGTERM');
        return { aborted: signal.aborted, reason: signal.reason };
      },
      'all is as it was',
      () => stops.push('stop'),
    );
    const { aborted, reason } = await stopped;
    expect(aborted).toBe(true);
    expect(reason).toMatchObject({ status: 143, message: 'stopped by SIGTERM; all is as it was' });
    expect(stops).toEqual(['stop']);
  });

  it('is ended at once by the second', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as unknown as typeof process.exit);
    const stopped = await interruptible(async (signal) => {
      process.emit('SIGINT', 'SIGINT');
      expect(exit).not.toHaveBeenCalled();
      process.emit('SIGTERM', 'SIGTERM');
      return signal.aborted;
    }, '');
    expect(stopped).toBe(true);
    expect(exit.mock.calls).toEqual([[143]]);
    exit.mockRestore();
  });

  it('leaves the signals alone when it is done, or has failed', async () => {
    const before = process.listenerCount('SIGINT');
    expect(await interruptible(async () => process.listenerCount('SIGINT'), '')).toBe(before + 1);
    await expect(interruptible(() => Promise.reject(new Error('x')), '')).rejects.toThrow('x');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
