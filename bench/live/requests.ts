import { setTimeout as wait } from 'node:timers/promises';
import type { LiveCatalog } from '../../src/node/partdex-node.js';
import type { Catalog } from '../../src/partdex.js';
import { quantile } from '../measure/measure.js';
import { ask, type QuestionRequest } from '../queries/requests.js';
import { type Stall, watchStalls } from '../threads/stalls.js';
import type { DrawnPatches } from './updates.js';

/** A kind of requests. */
export interface RequestClass {
  readonly name: string;
  readonly requests: readonly QuestionRequest[];
}

/** The times of a mix of requests, in milliseconds. */
export interface MixTimes {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly stall: Stall;
}

/** A class on two catalogs: medians in milliseconds. */
export interface ClassTimes {
  readonly name: string;
  readonly fixed: number;
  readonly changing: number;
}

const PASSES = 5;
/** A class with slow requests has no further pass after this. */
const CAP_MS = 4000;
const PARTS_AN_UPDATE = 100;
const BETWEEN_UPDATES_MS = 100;

/** One client that sends requests of all classes in turn. */
export async function timeMix(
  catalog: Catalog,
  classes: readonly RequestClass[],
  milliseconds: number,
  limit = Number.POSITIVE_INFINITY,
): Promise<MixTimes> {
  const times: number[] = [];
  const watch = watchStalls();
  const began = performance.now();
  for (let i = 0; performance.now() - began < milliseconds && i < limit; i++) {
    const { requests } = classes[i % classes.length];
    const sent = performance.now();
    await ask(catalog, requests[Math.floor(i / classes.length) % requests.length]);
    times.push(performance.now() - sent);
    // A client is elsewhere: between its requests the event loop turns.
    await new Promise(setImmediate);
  }
  return { requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99), stall: watch() };
}

/** The same client while updates run, ten a second. */
export async function timeMixBesideUpdates(
  live: LiveCatalog,
  classes: readonly RequestClass[],
  patches: DrawnPatches,
  milliseconds: number,
): Promise<MixTimes> {
  let isOver = false;
  const updating = (async () => {
    while (!isOver) {
      const patch = patches.draw(PARTS_AN_UPDATE);
      await live.update({ patch });
      await wait(BETWEEN_UPDATES_MS);
    }
  })();
  const times = await timeMix(live, classes, milliseconds);
  isOver = true;
  await updating;
  return times;
}

/** Each class on a catalog that never changes and on another one, in turns: what disturbs the machine disturbs both. */
export async function compareClasses(fixed: Catalog, changing: Catalog, classes: readonly RequestClass[]): Promise<ClassTimes[]> {
  const compared: ClassTimes[] = [];
  for (const { name, requests } of classes) {
    for (const request of requests) for (const catalog of [fixed, changing]) await ask(catalog, request);
    const times = { fixed: requests.map((): number[] => []), changing: requests.map((): number[] => []) };
    const began = performance.now();
    for (let pass = 0; pass < PASSES && performance.now() - began < CAP_MS; pass++) {
      for (const [i, request] of requests.entries()) {
        times.fixed[i].push(await timeOf(fixed, request));
        times.changing[i].push(await timeOf(changing, request));
      }
    }
    const median = (all: readonly number[][]) =>
      quantile(
        all.map((passes) => quantile(passes, 0.5)),
        0.5,
      );
    compared.push({ name, fixed: median(times.fixed), changing: median(times.changing) });
  }
  return compared;
}

async function timeOf(catalog: Catalog, request: QuestionRequest): Promise<number> {
  const began = performance.now();
  await ask(catalog, request);
  return performance.now() - began;
}
