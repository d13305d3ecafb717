import { expect, it } from 'vitest';
import { Counting } from '../../../../examples/offline-page/src/counting.js';
import type { Engine } from '../../../../examples/offline-page/src/engine/protocol.js';
import {
  ALL_VALUES,
  type Counts,
  requestFor,
  type Wish,
  withAnswer,
} from '../../../../examples/offline-page/src/state/counts.js';
import type { PageQuestion } from '../../../../examples/offline-page/src/state/search-state.js';
import { buildCatalog, openCatalog, type SearchRequest } from '../../../../src/partdex.js';

/** 30 colours; i + 1 parts have colour i; sizes from 1 to 465. */
const parts = Array.from({ length: 30 }, (_, i) => Array.from({ length: i + 1 }, () => i)).flatMap((colors) =>
  colors.map((color) => ({ color })),
);
const catalog = await buildCatalog({
  parts: parts.map(({ color }, i) => ({
    uid: `p${i}`,
    mpn: `p${i}`,
    specs: {
      color: { value: [`c${color}`] },
      size: { value: [i + 1] },
      toString: { value: [`t${i % 2}`] },
    },
  })),
});
const limits = { facetStart: Number.POSITIVE_INFINITY, facetLimit: Number.POSITIVE_INFINITY };
const opened = await openCatalog(await catalog.toBytes(), { limits });
const COLOR = 'specs.color.value';
const SIZE = 'specs.size.value';

async function counted(
  request: SearchRequest,
  ...wishes: Record<string, Wish>[]
): Promise<{ counts: Counts; requested: number }> {
  let counts: Counts | undefined;
  let requested = 0;
  for (const wish of wishes) {
    for (;;) {
      const next = requestFor(request, { fields: new Map(Object.entries(wish)), specs: true }, counts);
      if (!next) break;
      counts = withAnswer(counts, next, await opened.parts.search(next));
      requested++;
    }
  }
  return { counts: counts as Counts, requested };
}

it('the first answer shows which specs matter, with their first values and statistics', async () => {
  const { counts, requested } = await counted({}, {});
  expect(requested).toBe(1);
  expect(counts.specs).toEqual(['size', 'color', 'toString']);
  expect(counts.fields.get(COLOR)?.values.map(({ value }) => value)).toEqual(
    [29, 28, 27, 26, 25, 24, 23, 22].map((i) => `c${i}`),
  );
  expect(counts.fields.get(COLOR)?.isComplete).toBe(false);
  expect(counts.fields.get('specs.toString.value')).toMatchObject({ isComplete: true, missing: 0 });
  expect(counts.stats.get(SIZE)).toMatchObject({ min: '1', max: '465' });
});

it('what a panel wants more is added, each value once', async () => {
  const { counts, requested } = await counted(
    {},
    {},
    { [COLOR]: { values: 20 } },
    { [COLOR]: { values: 29 } },
    { [COLOR]: { values: 30 } },
  );
  expect(requested).toBe(4);
  const values = counts.fields.get(COLOR)?.values ?? [];
  expect(values.map(({ count }) => count)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));
  expect(counts.fields.get(COLOR)?.isComplete).toBe(false);
  const all = await counted({}, { [COLOR]: { values: 31 } });
  expect(all.counts.fields.get(COLOR)?.isComplete).toBe(true);
});

it('a chosen value is counted wherever it is in the list, and an absent one has the count 0', async () => {
  const request = { filter: { fields: { [COLOR]: ['c0', 'no such color'] } } };
  const { counts, requested } = await counted(request, { [COLOR]: { values: 5, including: ['c0', 'no such color'] } });
  expect(requested).toBe(2);
  const { values, isComplete } = counts.fields.get(COLOR)!;
  expect(values.find(({ value }) => value === 'c0')?.count).toBe(1);
  expect(values.length).toBe(30);
  expect(isComplete).toBe(true);
});

it('ranges come beside the values, and take none away', async () => {
  const { counts, requested } = await counted({}, { [SIZE]: { values: 3 } }, { [SIZE]: { ranges: 10 } });
  expect(requested).toBe(2);
  const { values, ranges } = counts.fields.get(SIZE)!;
  expect(values.length).toBe(3);
  expect(ranges?.reduce((sum, { count }) => sum + count, 0)).toBe(465);
});

it('which specs matter is queried on first use, and once', async () => {
  const fields = new Map([[COLOR, { values: 3 }]]);
  const first = requestFor({}, { fields, specs: false }, undefined)!;
  expect(first.spec_drilldown?.include).toBe(false);
  const counts = withAnswer(undefined, first, await opened.parts.search(first));
  expect(counts.specs).toBeUndefined();
  expect(requestFor({}, { fields, specs: false }, counts)).toBeUndefined();
  const second = requestFor({}, { fields, specs: true }, counts)!;
  const more = withAnswer(counts, second, await opened.parts.search(second));
  expect(more.specs).toEqual(['size', 'color', 'toString']);
  expect(requestFor({}, { fields, specs: true }, more)).toBeUndefined();
  expect(requestFor({}, { fields: new Map(), specs: false }, undefined)).toBeUndefined();
});

it('of a spec that no part has it asks once', async () => {
  const { requested } = await counted({}, { 'specs.unknown.value': { ranges: 10, values: 5, including: ['x'] } });
  expect(requested).toBeLessThanOrEqual(2);
});

/** An engine that answers when the test says. */
function slowEngine() {
  const waiting: { request: SearchRequest; answer(): Promise<void>; fail(): void }[] = [];
  const count: Engine['count'] = (request) =>
    new Promise((resolve, reject) => {
      waiting.push({
        request,
        answer: async () => resolve(await opened.parts.search(request)),
        fail: () => reject(new Error('damaged')),
      });
    });
  return { waiting, engine: { count } as Engine };
}

/** A question with the request that it became. */
function asked(q: string, queries: string[] = [], start = 0): [PageQuestion, SearchRequest] {
  const filter = { queries };
  return [
    { text: q, changes: new Map(), request: { filter, start } },
    { q, filter },
  ];
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

it('of several requests only the newest is counted', async () => {
  const { waiting, engine } = slowEngine();
  const reported: number[] = [];
  const counting = new Counting(engine, {
    wishes: () => ({ fields: new Map([[COLOR, { values: ALL_VALUES }]]), specs: false }),
    onCounts: ({ fields }) => reported.push(fields.get(COLOR)!.values.length),
    onComplete: () => {},
    onFault: () => reported.push(-1),
  });
  counting.ask(...asked('p1'));
  counting.ask(...asked('p2'));
  counting.ask(...asked('', [`${SIZE}:[1 TO 3]`]));
  expect(waiting.length).toBe(1);
  await waiting[0].answer();
  await settled();
  expect(reported).toEqual([]);
  expect(waiting.length).toBe(2);
  await waiting[1].answer();
  await settled();
  expect(reported).toEqual([2]);
  // Another page of the same hits gets the known counts again, without a request.
  counting.ask(...asked('', [`${SIZE}:[1 TO 3]`], 50));
  await settled();
  expect([waiting.length, reported]).toEqual([2, [2, 2]]);
});

it('counts of a request that is not wanted any more are dropped before the next request', async () => {
  const { waiting, engine } = slowEngine();
  const reported: Counts[] = [];
  const counting = new Counting(engine, {
    wishes: () => ({ fields: new Map(), specs: true }),
    onCounts: (counts) => reported.push(counts),
    onComplete: () => {},
    onFault: (error) => expect.fail(error.message),
  });
  counting.ask(...asked('p1'));
  expect(counting.turnTo(asked('p1', [], 50)[0])).toBe(false);
  expect(counting.turnTo(asked('p2')[0])).toBe(true);
  await waiting[0].answer();
  await settled();
  expect([reported.length, waiting.length]).toEqual([0, 1]);
  counting.ask(...asked('p2'));
  await waiting[1].answer();
  await settled();
  expect(reported.length).toBe(1);
});

it('a fault is reported once, nothing is loading after it, and the next request is sent', async () => {
  const { waiting, engine } = slowEngine();
  const reported: string[] = [];
  const counting = new Counting(engine, {
    wishes: () => ({ fields: new Map([[COLOR, { values: 1 }]]), specs: true }),
    onCounts: () => reported.push('counts'),
    onComplete: () => reported.push('complete'),
    onFault: ({ message }) => reported.push(message),
  });
  counting.ask(...asked(''));
  waiting[0].fail();
  await settled();
  expect([reported, waiting.length]).toEqual([['complete', 'damaged'], 1]);
  counting.ask(...asked(''));
  await waiting[1].answer();
  await settled();
  expect(reported).toEqual(['complete', 'damaged', 'counts', 'complete']);
});
