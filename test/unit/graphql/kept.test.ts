import { describe, expect, it } from 'vitest';
import { internalsOf, type Work } from '../../../src/catalog/internals.js';
import { Kept } from '../../../src/graphql/kept.js';
import { smallCatalog } from '../../support/graphql-queries.js';

/** Runs a request in a work of its own. */
async function within<T>(request: (work: Work) => Promise<T>, signal?: AbortSignal): Promise<T> {
  return internalsOf(await smallCatalog()).running.answerAsync({ signal }, request);
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('a value that is kept', () => {
  it('is made once, also for concurrent callers', async () => {
    const kept = new Kept<string, number>();
    let made = 0;
    const make = async () => {
      await turn();
      return ++made;
    };
    const values = await Promise.all([1, 2, 3].map(() => within((work) => kept.get('a', work, make))));
    expect([...values, await within((work) => kept.get('a', work, make))]).toEqual([1, 1, 1, 1]);
    expect(await within((work) => kept.get('b', work, make))).toBe(2);
  });

  it('may be undefined', async () => {
    const kept = new Kept<string, undefined>();
    let made = 0;
    const make = async () => void made++;
    for (let i = 0; i < 3; i++) await within((work) => kept.get('a', work, make));
    expect(made).toBe(1);
  });

  it('is made by another call where the first is stopped: its reason is its own', async () => {
    const kept = new Kept<string, string>();
    const controller = new AbortController();
    const first = within((work) => {
      return kept.get('a', work, async () => {
        for (;;) {
          await turn();
          work.check();
        }
      });
    }, controller.signal);
    const others = [1, 2].map((i) => within((work) => kept.get('a', work, async () => `made by ${i}`)));
    await turn();
    controller.abort('left');
    await expect(first).rejects.toBe('left');
    expect(await Promise.all(others)).toEqual(['made by 1', 'made by 1']);
  });

  it('is tried again after a failure, which each call reports', async () => {
    const kept = new Kept<string, string>();
    const failing = (message: string) => async () => {
      await turn();
      throw new Error(message);
    };
    const first = within((work) => kept.get('a', work, failing('one')));
    const second = within((work) => kept.get('a', work, failing('two')));
    await expect(first).rejects.toThrow('one');
    await expect(second).rejects.toThrow('two');
    expect(await within((work) => kept.get('a', work, async () => 'made'))).toBe('made');
  });

  it('is not waited for by a call that has ended', async () => {
    const kept = new Kept<string, string>();
    const controller = new AbortController();
    let requested = 0;
    const request = within(async (work) => {
      controller.abort('left');
      return kept.get('a', work, async () => `${requested++}`);
    }, controller.signal);
    await expect(request).rejects.toBe('left');
    expect(requested).toBe(0);
  });
});
