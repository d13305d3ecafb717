import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CatalogSource } from '../../../src/partdex.js';
import { openCatalog } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { build, KEY, SOURCE } from '../../support/served.js';

/** Random requests: 200 with `npm test`, 10,000 with `npm run test:all`. */
const REQUESTS = Math.min(10_000, Number(process.env.PARTDEX_RUNS ?? 200));
/** Requests to a catalog of which not all has been read yet. */
const PER_CATALOG = 10;

const URLS = [
  '/parts/search?q=resistor&facet[fields][brand.name][include]&spec_drilldown[include]&include[]=specs',
  '/parts/search?filter[queries][]=descriptions.value:f*&stats[offers.in_stock_quantity][include]&facet[queries][]=mpn:rc*',
  '/parts/search?limit=101&sortby=nothing&filter[queries][]=(&start=-1',
  '/parts/search?show[]=nothing&nonsense=1&pretty_print',
  '/categories/search?q=resistors&callback=show',
  '/parts/match?queries=[{"mpn":"RC0603*"},{"q":"timer"},{}]&suggest=true',
  '/parts/match',
  '/parts/get_multi?uid[]=p1&uid[]=p3&uid[]=none',
  '/parts/get_multi?show[]=nothing&hide[]=offers&uid=p1',
  '/parts/p0?include[]=specs',
  '/parts/none',
  '/nothing',
];

const stop = fc.oneof(
  fc.record({ timeout: fc.double({ min: 0.001, max: 1, noNaN: true }) }),
  fc.record({ turns: fc.nat(6), microtasks: fc.nat(60) }),
);

async function abortAfter(controller: AbortController, turns: number, microtasks: number, reason: unknown): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < microtasks; i++) await undefined;
  controller.abort(reason);
}

/** A body without the time that it took. */
const timeless = (body: string) => body.replace(/"msec":\s?[\d.]+/, '');

const timelessAnswer = ({ status, headers, body }: Answer) => ({ status, headers, body: timeless(body) });

type Answer = Awaited<ReturnType<ReturnType<typeof createRestApi>['handle']>>;

/** A request, and what stops it. */
interface Sent {
  readonly path: number;
  readonly stopped: { timeout: number } | { turns: number; microtasks: number };
}

const urlOf = (path: number) => `${URLS[path]}${URLS[path].includes('?') ? '&' : '?'}apikey=${KEY}`;

it('random requests that are stopped at any time are answered exactly or end with what stopped them', async () => {
  const faults: unknown[] = [];
  const options = { isValidKey: (key: string) => key === KEY, onError: (error: unknown) => void faults.push(error) };
  const built = await build(SOURCE as unknown as CatalogSource);
  const bytes = await built.toBytes();
  const right = createRestApi(built, options);
  const open = async () => createRestApi(await openCatalog(new Blob([bytes as Uint8Array<ArrayBuffer>])), options);
  let api = await open();
  let requested = 0;
  const ends = { answered: 0, aborted: 0, overBudget: 0 };
  const exactly = async (url: string) => timelessAnswer(await right.handle(url));

  const send = async ({ path, stopped }: Sent) => {
    const url = urlOf(path);
    const reason = { stopped: url };
    const controller = new AbortController();
    const isTimed = 'timeout' in stopped;
    const answer = api.handle(url, { signal: controller.signal, ...(isTimed && { timeout: stopped.timeout }) });
    if (!isTimed) void abortAfter(controller, stopped.turns, stopped.microtasks, reason);
    try {
      const { status, headers, body } = await answer;
      if (status !== 503) {
        expect(timelessAnswer({ status, headers, body })).toEqual(await exactly(url));
        ends.answered++;
        return;
      }
      expect([isTimed, headers['retry-after']]).toEqual([true, '1']);
      expect(body).toMatch(/the request takes longer than .* ms/);
      ends.overBudget++;
    } catch (error) {
      if (error !== reason) throw error;
      ends.aborted++;
    }
  };

  const request = fc.record({ path: fc.nat(URLS.length - 1), stopped: stop });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (together) => {
      if (requested++ % PER_CATALOG === 0) api = await open();
      await Promise.all(together.map(send));
      const url = urlOf(together[0].path);
      expect(timelessAnswer(await api.handle(url))).toEqual(await exactly(url));
      if (faults.length > 0) throw faults[0];
    }),
    { numRuns: REQUESTS },
  );
  for (const count of [ends.answered, ends.aborted]) expect(count).toBeGreaterThan(0);
}, 600_000);
