import { describe, expect, it } from 'vitest';
import { type Admission, admitAll, memoryStore, monthlyQuota, rateLimit } from '../../../src/limits/partdex-limits.js';
import { ValidationError } from '../../../src/partdex.js';

const REFUSED = { admitted: false, retryAfter: 1, message: expect.any(String) };

/** A clock that a test sets. */
function clock(start = 0) {
  const state = { time: start };
  return { state, now: () => state.time };
}

describe('rateLimit', () => {
  it('admits three requests of an address in any second by default', () => {
    const { state, now } = clock();
    const admit = rateLimit({ now });
    const answers: Admission[] = [];
    for (const time of [0, 400, 900, 950, 999, 1000, 1399, 1400]) {
      state.time = time;
      answers.push(admit({ ip: '10.0.0.1' }));
    }
    expect(answers).toEqual([true, true, true, REFUSED, REFUSED, true, REFUSED, true]);
  });

  it('counts each address by itself, and clients without one together', () => {
    const admit = rateLimit({ perSecond: 1, now: () => 5 });
    expect([admit({ ip: 'a' }), admit({ ip: 'b' }), admit({}), admit({ key: 'k' }), admit({ ip: '' })]).toEqual([
      true,
      true,
      true,
      REFUSED,
      REFUSED,
    ]);
  });

  it.each([
    ['a table', { gold: 5, barred: 0 }],
    [
      'a function',
      (key: string) =>
        new Map([
          ['gold', 5],
          ['barred', 0],
        ]).get(key),
    ],
  ])('counts keys with a rate of their own by key, given as %s', (_name, keys) => {
    const admit = rateLimit({ perSecond: 1, keys, now: () => 5 });
    const gold = Array.from({ length: 6 }, (_, i) => admit({ ip: `10.0.0.${i}`, key: 'gold' }));
    expect(gold).toEqual([true, true, true, true, true, REFUSED]);
    expect(admit({ ip: '10.0.0.1', key: 'barred' })).toEqual(REFUSED);
    // Other keys count by address, of which the requests with the key took nothing.
    expect(admit({ ip: '10.0.0.1', key: 'toString' })).toBe(true);
    expect(admit({ ip: '10.0.0.1', key: '__proto__' })).toEqual(REFUSED);
  });

  it('never admits more than the rate in any second', () => {
    const { state, now } = clock();
    const admit = rateLimit({ perSecond: 7, now });
    const times: number[] = [];
    let seed = 1;
    for (let i = 0; i < 5000; i++) {
      seed = (seed * 48_271) % 2_147_483_647;
      state.time += (seed % 97) / 10;
      if (admit({ ip: 'a' }) === true) times.push(state.time);
    }
    expect(times.length).toBeGreaterThan(100);
    for (let i = 7; i < times.length; i++) expect(times[i] - times[i - 7]).toBeGreaterThanOrEqual(1000);
  });

  it('keeps a bounded number of clients, and admits none of them more often for it', () => {
    const { state, now } = clock();
    const admit = rateLimit({ perSecond: 1, now });
    let admitted = 0;
    for (let i = 0; i < 150_000; i++) if (admit({ ip: `${i}` }) === true) admitted++;
    // Those that are too many to be counted apart share one count.
    expect(admitted).toBe(100_001);
    expect(admit({ ip: '5' })).toEqual(REFUSED);
    state.time = 1000;
    expect(admit({ ip: '5' })).toBe(true);
    expect(admit({ ip: '149999' })).toBe(true);
  });

  it('has no limit with Infinity, and goes on when the clock was set back', () => {
    const { state, now } = clock(1e6);
    const free = rateLimit({ perSecond: Number.POSITIVE_INFINITY, now });
    for (let i = 0; i < 100; i++) expect(free({})).toBe(true);
    const admit = rateLimit({ perSecond: 1, now });
    expect(admit({})).toBe(true);
    state.time = 5;
    expect(admit({})).toBe(true);
  });

  it.each([
    { perSecond: -1 },
    { perSecond: 1.5 },
    { perSecond: '3' },
    { keys: { a: 'x' } },
    { keys: 5 },
    { now: 5 },
    { rate: 3 },
  ])('refuses %j', (options) => {
    expect(() => rateLimit(options as never)).toThrow(ValidationError);
  });
});

describe('monthlyQuota', () => {
  const NOVEMBER = Date.UTC(2026, 10, 23, 12);

  it('admits a token while its sum of the month is below its quota', async () => {
    const { state, now } = clock(NOVEMBER);
    const quota = monthlyQuota({ parts: 25, now });
    const use = async (parts: number) => {
      const admission = await quota.admit({ key: 't' });
      if (admission === true) await quota.onUsage({ token: 't', parts });
      return admission;
    };
    expect([await use(10), await use(10), await use(10)]).toEqual([true, true, true]);
    expect(await quota.usage('t')).toBe(30);
    const refused = await use(10);
    const left = (Date.UTC(2026, 11) - NOVEMBER) / 1000;
    expect(refused).toEqual({ admitted: false, retryAfter: left, message: expect.stringContaining('25 parts') });
    expect(await quota.admit({ key: 'other' })).toBe(true);
    state.time = Date.UTC(2026, 11);
    expect([await quota.usage('t'), await use(1), await quota.usage('t')]).toEqual([0, true, 1]);
  });

  it('passes a request without a token to the interface, which refuses it', async () => {
    expect(await monthlyQuota({ parts: 0 }).admit({ ip: 'a' })).toBe(true);
  });

  it('has a quota for each token, and takes a store', async () => {
    const store = memoryStore();
    const quota = monthlyQuota({ parts: (token) => (token === 'gold' ? 100 : 1), store, now: () => NOVEMBER });
    await quota.onUsage({ token: 'gold', parts: 50 });
    await quota.onUsage({ token: 'tin', parts: 50 });
    expect([await quota.admit({ key: 'gold' }), await quota.admit({ key: 'tin' })]).toMatchObject([true, { admitted: false }]);
    expect(await store.add('2026-11 gold', 0)).toBe(50);
  });

  it('is spread without its usage', () => {
    expect(Object.keys({ ...monthlyQuota({ parts: 1 }) }).sort()).toEqual(['admit', 'onUsage']);
  });

  it('ends a December in January', async () => {
    const quota = monthlyQuota({ parts: 0, now: () => Date.UTC(2026, 11, 31, 23, 59, 59, 500) });
    expect(await quota.admit({ key: 't' })).toMatchObject({ retryAfter: 1 });
  });

  it.each([
    {},
    { parts: -1 },
    { parts: Number.NaN },
    { parts: 1, store: {} },
    { parts: 1, now: 1 },
    { parts: 1, most: 1 },
    undefined,
  ])('refuses %j', (options) => {
    expect(() => monthlyQuota(options as never)).toThrow(ValidationError);
  });
});

describe('memoryStore', () => {
  it('forgets all but the two latest months, and keeps nothing that was only read', async () => {
    const store = memoryStore();
    for (const month of ['2026-09', '2026-10', '2026-11']) await store.add(`${month} t`, 5);
    expect(await Promise.all(['2026-09 t', '2026-10 t', '2026-11 t', '2026-11 u'].map((key) => store.add(key, 0)))).toEqual([
      0, 5, 5, 0,
    ]);
  });
});

describe('admitAll', () => {
  it('tells the first refusal, and does not ask the limits after it', async () => {
    const asked: string[] = [];
    const limit = (name: string, admission: Admission) => async () => {
      asked.push(name);
      return admission;
    };
    const refusal = { admitted: false, retryAfter: 9 };
    const admit = admitAll(limit('a', true), limit('b', { admitted: true }), limit('c', refusal), limit('d', true));
    expect(await admit({})).toBe(refusal);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(await admitAll(limit('a', true))({})).toBe(true);
    expect(await admitAll()({})).toBe(true);
    expect(await admitAll(limit('a', false))({})).toBe(false);
  });
});
