import { describe, expect, it } from 'vitest';
import { RecentCache } from '../../../src/work/recent-cache.js';

describe('RecentCache', () => {
  it('makes a value once, until many others were made', () => {
    const cache = new RecentCache<string>();
    let made = 0;
    const make = (text: string) => cache.get(text, () => `${text} ${++made}`);
    expect(make('a')).toBe('a 1');
    expect(make('a')).toBe('a 1');
    for (let i = 0; i < 10_000; i++) make(`other ${i}`);
    expect(make('a')).toBe('a 10002');
    expect(make('other 9999')).toBe('other 9999 10001');
  });

  it('counts a text once that is kept again: two calls may compute the same at the same time', () => {
    const cache = new RecentCache<string>({ entries: 100, weight: 100, weightOf: (value) => value.length });
    for (let i = 0; i < 10; i++) cache.keep('a', 'x'.repeat(40 - i));
    expect(cache.find('a')).toBe('x'.repeat(31));
    cache.keep('b', 'x'.repeat(40));
    cache.keep('c', 'x'.repeat(29));
    expect([cache.find('a'), cache.find('b'), cache.find('c')].map((value) => value?.length)).toEqual([31, 40, 29]);
  });

  it('keeps longer texts where that is wanted', () => {
    const cache = new RecentCache<number>({ entries: 8, longest: 3000 });
    expect([cache.keep('x'.repeat(3000), 1), cache.find('x'.repeat(3000))]).toEqual([1, 1]);
    expect([cache.keep('x'.repeat(3001), 2), cache.find('x'.repeat(3001))]).toEqual([2, undefined]);
  });

  it('keeps neither long texts nor what throws', () => {
    const cache = new RecentCache<number>();
    let made = 0;
    const long = 'x'.repeat(100_000);
    expect([cache.get(long, () => ++made), cache.get(long, () => ++made)]).toEqual([1, 2]);
    const fail = () => {
      throw new Error('no');
    };
    expect(() => cache.get('a', fail)).toThrow('no');
    expect(cache.get('a', () => 7)).toBe(7);
    expect(cache.get('__proto__', () => 8)).toBe(8);
  });
});
