import fc from 'fast-check';
import { decodeUtf8 } from '../../../src/analysis/utf8.js';
import { type Catalog, type CatalogChanges, diffCatalogs, type UpdateReport } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { createSuggester } from '../../../src/suggest/partdex-suggest.js';
import { catalogs, type JsonSource } from '../../arbitraries/catalogs.js';
import { changesOf, type DrawnChanges, drawnChanges } from '../../arbitraries/changes.js';
import { matchRequests } from '../../arbitraries/matching.js';
import { OWN_FIELDS } from '../../arbitraries/own-fields.js';
import { countingRequests, rankRequests, requests, wordRequests } from '../../arbitraries/requests.js';
import { urls } from '../../arbitraries/urls.js';
import { LivingCatalog } from '../../oracle/changes.js';
import { executorOf } from '../graphql-queries.js';
import { difference } from './compare.js';
import { match, matchDifference } from './compare-match.js';
import { collectionOf } from './engine.js';
import { buildLiving } from './living.js';
import { Counterexample, QUESTIONS_PER_CATALOG, RUNS } from './settings.js';

/** A catalog and the updates that come after it. */
export interface History {
  readonly source: JsonSource;
  readonly priceCurrency: string;
  readonly steps: readonly DrawnChanges[];
  readonly seed: number;
}

export function histories(maxParts: number, maxSteps: number, minSteps = 1): fc.Arbitrary<History> {
  return fc.record({
    source: catalogs({ maxParts }),
    priceCurrency: fc.constantFrom('USD', 'EUR'),
    steps: fc.array(drawnChanges(), { minLength: minSteps, maxLength: maxSteps }),
    seed: fc.nat(),
  });
}

/**
 * 500 histories of small catalogs in `npm test`, 20,000 in `npm run test:all`: the share of `holds` (settings.ts) of all of them. The
 * tests of live catalogs and of overlays divide it.
 */
export const SMALL_HISTORIES = (RUNS < 5000 ? 500 : 20_000) / (RUNS / QUESTIONS_PER_CATALOG);

/** Number of questions of each kind after a step. */
export interface Asked {
  readonly searches: number;
  readonly others: number;
}

export const MUCH: Asked = { searches: 8, others: 3 };
export const LITTLE: Asked = { searches: 1, others: 1 };

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
  const kinds = [requests, countingRequests, wordRequests, rankRequests];
  // A few searches are of one kind: gathering what values a catalog has takes longer than they do.
  const asked = searches < kinds.length ? kinds[seed % kinds.length](catalog) : fc.oneof(...kinds.map((kind) => kind(catalog)));
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
export interface Changed {
  catalog: Catalog & { update(changes: CatalogChanges): Promise<UpdateReport> };
  readonly after: (step: number) => Promise<void>;
  readonly asked: Asked;
}

/** Asserts that a catalog answers as the oracle and as one build of the living documents after each update of a history. */
export async function follow({ source, priceCurrency, steps, seed }: History, changed: Changed): Promise<void> {
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
