import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { decodeUtf8 } from '../../src/analysis/utf8.js';
import { openLiveCatalog } from '../../src/node/partdex-node.js';
import {
  type Catalog,
  type CatalogChanges,
  diffCatalogs,
  type OverlayCatalog,
  overlay,
  type UpdateReport,
} from '../../src/partdex.js';
import { createRestApi } from '../../src/rest/partdex-rest.js';
import { createSuggester } from '../../src/suggest/partdex-suggest.js';
import { catalogs, type JsonSource } from '../arbitraries/catalogs.js';
import { changesOf, type DrawnChanges, drawnChanges } from '../arbitraries/changes.js';
import { matchRequests } from '../arbitraries/matching.js';
import { OWN_FIELDS } from '../arbitraries/own-fields.js';
import { countingRequests, rankRequests, requests, wordRequests } from '../arbitraries/requests.js';
import { urls } from '../arbitraries/urls.js';
import { LivingCatalog } from '../oracle/changes.js';
import { executorOf } from '../support/graphql-queries.js';
import { difference } from '../support/property/compare.js';
import { match, matchDifference } from '../support/property/compare-match.js';
import { build, collectionOf } from '../support/property/engine.js';
import { buildLiving } from '../support/property/living.js';
import { MergingCatalog } from '../support/property/merging-catalog.js';
import { Counterexample, holds } from '../support/property/settings.js';

interface History {
  readonly source: JsonSource;
  readonly priceCurrency: string;
  readonly steps: readonly DrawnChanges[];
  readonly seed: number;
}

function histories(maxParts: number, maxSteps: number, minSteps = 1): fc.Arbitrary<History> {
  return fc.record({
    source: catalogs({ maxParts }),
    priceCurrency: fc.constantFrom('USD', 'EUR'),
    steps: fc.array(drawnChanges(), { minLength: minSteps, maxLength: maxSteps }),
    seed: fc.nat(),
  });
}

/** Number of questions of each kind after a step. */
interface Asked {
  readonly searches: number;
  readonly others: number;
}

const MUCH: Asked = { searches: 8, others: 3 };
const LITTLE: Asked = { searches: 1, others: 1 };

/** Times and cursors. */
const VARYING: ReadonlySet<string> = new Set(['msec', 'next', 'bytes', 'segments', 'deadRows', 'commit']);

async function otherThan(
  live: Catalog,
  whole: Catalog,
  ask: (catalog: Catalog) => Promise<unknown>,
): Promise<string | undefined> {
  const text = (catalog: Catalog) =>
    ask(catalog).then(
      (answer) => JSON.stringify(answer, (name, value) => (VARYING.has(name) ? undefined : value)),
      (error: Error) => {
        if (error instanceof Counterexample) throw error;
        return error.stack?.includes('TypeError') ? (error.stack ?? '') : `${error.name}: ${error.message}`;
      },
    );
  const [is, wanted] = [await text(live), await text(whole)];
  return is === wanted ? undefined : `answers ${is}\n not ${wanted}`;
}

/** What is wrong with the answers of a catalog to random questions, or undefined. */
async function faultOf(
  live: Catalog,
  living: LivingCatalog,
  whole: Catalog,
  seed: number,
  { searches, others }: Asked,
): Promise<string | undefined> {
  const oracle = living.oracle();
  const { catalog } = oracle;
  const draw = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { seed, numRuns });
  const asked = fc.oneof(requests(catalog), countingRequests(catalog), wordRequests(catalog), rankRequests(catalog));
  for (const question of draw(asked, searches)) {
    const { collection, request } = question;
    const fault =
      (await difference(live, oracle, question)) ??
      (await otherThan(live, whole, (one) => collectionOf(one, collection).search(request)));
    if (fault) return `${fault}\nasked ${JSON.stringify(question)}`;
  }
  for (const request of draw(matchRequests(catalog), others)) {
    const fault = (await matchDifference(live, oracle, request)) ?? (await otherThan(live, whole, (one) => match(one, request)));
    if (fault) return `${fault}\nmatched ${JSON.stringify(request)}`;
  }
  for (const url of draw(urls(living.uids), others)) {
    const fault = await otherThan(live, whole, async (one) => {
      const { status, body } = await createRestApi(one, { isValidKey: () => true }).handle(`${url}&apikey=k`);
      return { status, body: body.replace(/"msec": ?[0-9.e-]+|"next": ?"[^"]*"/g, '') };
    });
    if (fault) return `${fault}\nURL ${url}`;
  }
  const counts = await otherThan(live, whole, async ({ specs, info }) => ({ specs, info }));
  if (counts) return counts;
  for await (const difference of diffCatalogs(live, whole)) return `differs in ${JSON.stringify(difference)}`;
  const given = await otherThan(live, whole, async (one) => {
    const lines: string[] = [];
    for await (const bytes of one.toNdjson('parts')) lines.push(decodeUtf8(bytes, 0, bytes.length));
    return lines.join('');
  });
  if (given) return `${given}\nexported`;
  for (const word of draw(WORDS, others)) {
    const fault = await faultOfWord(live, whole, word);
    if (fault) return fault;
  }
  return otherThan(live, whole, async (one) => {
    const { data, errors } = await executorOf(one)(GRAPHQL);
    if (errors) throw new Counterexample(JSON.stringify(errors));
    return data;
  });
}

const WORDS = fc.constantFrom('1', 'a', 're', 'resistor 10k', 'bourns', 'x 7', 'cat', 'n-1');

async function faultOfWord(live: Catalog, whole: Catalog, word: string): Promise<string | undefined> {
  const suggestions = await otherThan(live, whole, async (one) => (await createSuggester(one)).suggest(word));
  if (suggestions) return `${suggestions}\nsuggested for ${word}`;
  const read = await otherThan(live, whole, (one) => one.parts.interpret(word));
  if (read) return `${read}\nread ${word}`;
  const completed = await otherThan(live, whole, (one) => one.parts.completeFilter(word));
  return completed && `${completed}\ncompleted ${word}`;
}

const GRAPHQL =
  '{ sellers { id name } manufacturers { id name } search(q: "", limit: 5) { hits results { part { mpn category { name num_parts } } } } }';

/** A catalog that updates change, and what else may happen to it after each of them. */
interface Changed {
  catalog: Catalog & { update(changes: CatalogChanges): Promise<UpdateReport> };
  readonly after: (step: number) => Promise<void>;
  readonly asked: Asked;
}

/** Asserts that a catalog answers as the oracle and as one build of the living documents after each update of a history. */
async function follow({ source, priceCurrency, steps, seed }: History, changed: Changed): Promise<void> {
  let living = LivingCatalog.of(source, { priceCurrency, fields: OWN_FIELDS });
  const told: unknown[] = [];
  for (const [i, step] of steps.entries()) {
    const changes = changesOf(step, living.uids, living.source as JsonSource);
    told.push(changes);
    const fail = (fault: string): never => {
      const where = `after update ${i} of ${JSON.stringify(told)}\nof ${JSON.stringify(source)}, ${priceCurrency}`;
      throw new Counterexample(`${fault}\n${where}`);
    };
    let expected: ReturnType<LivingCatalog['apply']> | Error;
    try {
      expected = living.apply(changes);
    } catch (error) {
      expected = error as Error;
    }
    const done = await changed.catalog.update(changes as CatalogChanges).catch((error: Error) => error);
    if (done instanceof Error || expected instanceof Error) {
      if (!(done instanceof Error)) fail(`takes an invalid update: ${(expected as Error).message}`);
      if (!(expected instanceof Error)) fail(`refuses: ${(done as Error).stack}`);
      if ((done as Error).name !== 'InvalidDocumentError') fail(`fails: ${(done as Error).stack}`);
    } else {
      const { added, replaced, removed, missing } = done;
      const [is, wanted] = [{ added, replaced, removed, missing }, expected.report].map((one) => JSON.stringify(one));
      if (is !== wanted) fail(`reports ${is}, not ${wanted}`);
      living = expected.after;
    }
    await changed.after(i);
    const whole = await buildLiving(living, priceCurrency);
    const fault = await faultOf(changed.catalog, living, whole, seed, changed.asked).catch(
      (error: Error) => error.stack ?? error.message,
    );
    if (fault !== undefined) fail(fault);
    await whole.close();
  }
}

async function followOverlay(history: History, asked: Asked): Promise<void> {
  const base = await build(history.source, history.priceCurrency);
  const catalog = await overlay(base, {});
  await follow(history, { catalog, asked, after: async () => {} });
  await catalog.close();
  await base.close();
}

async function followOverlays(history: History, asked: Asked): Promise<void> {
  const base = await build(history.source, history.priceCurrency);
  const first = await overlay(base, {});
  const changed: Changed = {
    catalog: first,
    asked,
    after: async (step) => {
      const under = changed.catalog as OverlayCatalog;
      if (step % 2 === 0) changed.catalog = await overlay(under, {});
    },
  };
  await follow(history, changed);
  await base.close();
}

/** Merges and new openings come between the updates. */
async function followFolder(history: History, asked: Asked): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  const file = join(folder, 'base.pdx');
  const base = await build(history.source, history.priceCurrency);
  writeFileSync(file, await base.toBytes());
  let live = await openLiveCatalog(join(folder, 'catalog'), { base: file });
  const held: { snapshot: Catalog; parts: number }[] = [];
  const changed: Changed = {
    catalog: live,
    asked,
    after: async (step) => {
      held.push({ snapshot: live.snapshot(), parts: live.info.parts });
      if ((step + history.seed) % 3 === 0) await live.compact();
      if ((step + history.seed) % 3 !== 1) return;
      await live.close();
      live = await openLiveCatalog(join(folder, 'catalog'));
      held.splice(0);
      changed.catalog = live;
    },
  };
  try {
    await follow(history, changed);
    for (const { snapshot, parts } of held) {
      const { hits } = await snapshot.parts.search({ limit: 0 });
      if (hits !== parts) throw new Counterexample(`a snapshot of ${parts} parts has ${hits}`);
    }
    await live.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Some of the last segments are merged after each update: each has few parts, and the records of the catalog are more. */
async function followMerges(history: History, asked: Asked): Promise<void> {
  const base = await build(history.source, history.priceCurrency);
  const catalog = await MergingCatalog.over(base);
  const after = async (step: number) => {
    const { length } = catalog.segments;
    const last = (step + history.seed) % length;
    if (last > 0) await catalog.merge(length - last, length);
  };
  await follow(history, { catalog, asked, after });
  await catalog.close();
  await base.close();
}

// 20,000 small catalogs in `npm run test:all`.
describe.each([
  ['an overlay', followOverlay, { much: 0.15, little: 3.2 }],
  ['an overlay over another', followOverlays, { much: 0.1, little: 1.6 }],
  ['a live catalog', followFolder, { much: 0.15, little: 3.2 }],
  ['a catalog whose segments are merged', followMerges, { much: 0.1, little: 0.8 }],
] as const)('%s', (_name, followed, share) => {
  it('answers as the oracle does, and as one build of the living documents, after each update', () =>
    holds(histories(30, 4), (history) => followed(history, MUCH), share.much));

  it('answers some questions so after each update of many small catalogs', () =>
    holds(histories(8, 3), (history) => followed(history, LITTLE), share.little));
});

// An overlay merges segments after that many updates.
it('an overlay of many updates answers as the oracle does, and as one build of the living documents', () =>
  holds(histories(8, 24, 10), (history) => followOverlay(history, LITTLE), 0.1));
