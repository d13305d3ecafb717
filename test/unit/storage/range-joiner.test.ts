import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_BETWEEN, MOST_JOINED, MOST_UNDER_WAY, RangeJoiner } from '../../../src/storage/range-joiner.js';
import { forAllAsync } from '../../support/for-all.js';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A byte of a file that is longer than memory. */
const byteAt = (place: number) => (place * 7 + (place >>> 11)) & 0xff;
function bytesOf({ from, to }: Range): Uint8Array {
  const bytes = new Uint8Array(to - from);
  for (let i = 0; i < bytes.length; i++) bytes[i] = byteAt(from + i);
  return bytes;
}

/** A joiner, and what it fetches. */
function joiner(fail: (range: Range) => Error | undefined = () => undefined) {
  const fetched: Range[] = [];
  const ranges = new RangeJoiner(async (from, to) => {
    fetched.push({ from, to });
    const error = fail({ from, to });
    if (error) throw error;
    return bytesOf({ from, to });
  });
  return { ranges, fetched };
}

const range = (from: number, length: number): Range => ({ from, to: from + length });
const isWithin = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to;

/** Some ranges about a few places, large ones among them, that overlap, touch or are apart. */
const someRanges = () =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom(0, 3_000_000, 2 ** 33),
        fc.oneof(fc.nat(300), fc.nat(400_000)),
        fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 300 }) }, { weight: 1, arbitrary: fc.constant(900_000) }),
      )
      .map(([base, offset, length]) => range(base + offset, length)),
    { minLength: 1, maxLength: 12 },
  );

/** The longest run of bytes of a fetched range that no read requested. */
function longestUnrequested(fetched: Range, requested: readonly Range[]): number {
  let reached = fetched.from;
  let longest = 0;
  for (const { from, to } of requested.filter((one) => isWithin(one, fetched)).sort((a, b) => a.from - b.from)) {
    longest = Math.max(longest, from - reached);
    reached = Math.max(reached, to);
  }
  return Math.max(longest, fetched.to - reached);
}

describe('RangeJoiner', () => {
  it('has some hundred requests under way at most, also where one fails', async () => {
    let [underWay, most, count] = [0, 0, 0];
    const ranges = new RangeJoiner(async (from, to) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve));
      underWay--;
      if (++count % 10 === 0) throw new Error('away');
      return bytesOf({ from, to });
    });
    const apart = Array.from({ length: 350 }, (_, i) => range(i * 1_000_000, 3));
    const results = await Promise.allSettled(apart.map(({ from, to }) => ranges.read(from, to)));
    expect([most, count]).toEqual([MOST_UNDER_WAY, 350]);
    const read = results.flatMap((result, i) => (result.status === 'fulfilled' ? [[result.value, bytesOf(apart[i])]] : []));
    expect(read.length).toBe(315);
    for (const [is, wanted] of read) expect(is).toEqual(wanted);
  });

  it('gives each its bytes, by as few requests as the bounds allow', () =>
    forAllAsync([someRanges()], async (requested) => {
      const { ranges, fetched } = joiner();
      const found = await Promise.all(requested.map(({ from, to }) => ranges.read(from, to)));
      found.forEach((bytes, i) => {
        expect(Buffer.compare(bytes, bytesOf(requested[i])), JSON.stringify(requested[i])).toBe(0);
        // Nothing else is kept with it.
        expect([bytes.byteOffset, bytes.buffer.byteLength]).toEqual([0, bytes.length]);
      });
      for (const one of fetched) {
        expect(longestUnrequested(one, requested)).toBeLessThanOrEqual(MOST_BETWEEN);
        const isAlone = requested.some(({ from, to }) => from === one.from && to === one.to);
        if (!isAlone) expect(one.to - one.from).toBeLessThanOrEqual(MOST_JOINED);
      }
      for (let i = 1; i < fetched.length; i++) {
        const [before, { from }] = [fetched[i - 1], fetched[i]];
        expect(from).toBeGreaterThanOrEqual(before.from);
        const ends = requested.filter((one) => one.from === from && isWithin(one, fetched[i])).map(({ to }) => to);
        if (from - before.to <= MOST_BETWEEN) expect(Math.max(...ends) - before.from).toBeGreaterThan(MOST_JOINED);
      }
    }));

  it.each([
    ['neighbours', [range(64, 100), range(164, 8)], [range(64, 108)]],
    ['in any order', [range(5000, 10), range(64, 100), range(300, 8)], [range(64, 4946)]],
    ['the same one twice', [range(64, 100), range(64, 100)], [range(64, 100)]],
    ['one within another', [range(64, 100), range(80, 8)], [range(64, 100)]],
    ['just near enough', [range(0, 100), range(100 + MOST_BETWEEN, 8)], [range(0, 108 + MOST_BETWEEN)]],
    ['just too far', [range(0, 100), range(101 + MOST_BETWEEN, 8)], [range(0, 100), range(101 + MOST_BETWEEN, 8)]],
    ['just small enough', [range(0, MOST_JOINED - 8), range(MOST_JOINED - 8, 8)], [range(0, MOST_JOINED)]],
    ['just too large', [range(0, MOST_JOINED), range(MOST_JOINED, 1)], [range(0, MOST_JOINED), range(MOST_JOINED, 1)]],
    ['one within a large one', [range(0, 2 * MOST_JOINED), range(MOST_JOINED, 8)], [range(0, 2 * MOST_JOINED)]],
  ])('joins %s, or not', async (_, requested, expected) => {
    const { ranges, fetched } = joiner();
    await Promise.all(requested.map(({ from, to }) => ranges.read(from, to)));
    expect(fetched).toEqual(expected);
  });

  it('does not wait for later requests', async () => {
    const { ranges, fetched } = joiner();
    const first = ranges.read(0, 8);
    await undefined;
    await undefined;
    const second = ranges.read(8, 16);
    expect([...(await first), ...(await second)]).toEqual([...bytesOf(range(0, 16))]);
    expect(fetched).toEqual([range(0, 8), range(8, 8)]);
  });

  it('fails all that are joined, with one error, and no others; asked again it has the bytes', async () => {
    const failure = new Error('the server answered 503');
    let isDown = true;
    const { ranges } = joiner(({ from }) => (isDown && from === 0 ? failure : undefined));
    const send = () => Promise.allSettled([ranges.read(0, 8), ranges.read(1_000_000, 1_000_008), ranges.read(16, 24)]);
    const [one, apart, other] = await send();
    expect([one, other]).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ]);
    expect(apart).toEqual({ status: 'fulfilled', value: bytesOf(range(1_000_000, 8)) });
    isDown = false;
    expect((await send()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });
});
