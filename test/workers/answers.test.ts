import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSource } from '../../src/catalog/catalog.js';
import type { PartsMatchRequest } from '../../src/model/match-requests.js';
import { FileSource } from '../../src/node/file-source.js';
import { zlibCodec } from '../../src/node/zlib-codec.js';
import type { Catalog, CatalogSource } from '../../src/partdex.js';
import { createRestApi } from '../../src/rest/partdex-rest.js';
import type { SectionShare } from '../../src/storage/section-store.js';
import { createSuggester } from '../../src/suggest/partdex-suggest.js';
import { fullCatalogs } from '../arbitraries/catalogs.js';
import { matchRequests } from '../arbitraries/matching.js';
import { countingRequests, directives, partQueries, type RandomRequest, requests } from '../arbitraries/requests.js';
import { urls } from '../arbitraries/urls.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';
import { createOracle } from '../oracle/oracle.js';
import { collectionOf } from '../support/property/engine.js';
import { RUNS, SEED } from '../support/property/settings.js';
import { CatalogFiles, expectSame, type Outcome, openPair, outcomeOf, type Pair } from '../support/workers/catalog-files.js';

/** Catalogs, and requests to each. */
const CATALOGS = Math.max(3, Math.ceil(RUNS / 250));
const REQUESTS = Math.min(100, RUNS);
/** Some of the requests are sent together: the threads then take turns with them. */
const AT_ONCE = 5;

const catalogFiles = CatalogFiles.create();

type Question = (catalog: Catalog) => Promise<unknown>;

interface Drawn {
  readonly requested: unknown;
  readonly question: Question;
}

function questions(catalog: OracleCatalog): fc.Arbitrary<Drawn> {
  const uids = catalog.rows.parts.map(({ doc }) => String(doc.uid));
  const uid = fc.oneof({ weight: 5, arbitrary: fc.constantFrom('none', ...uids) }, { weight: 1, arbitrary: fc.anything() });
  const draw = <T>(values: fc.Arbitrary<T>, send: (opened: Catalog, value: T) => Promise<unknown>) =>
    values.map((value): Drawn => ({ requested: value, question: (opened) => send(opened, value) }));
  const search = (opened: Catalog, { collection, request }: RandomRequest) => collectionOf(opened, collection).search(request);
  return fc.oneof(
    { weight: 6, arbitrary: draw(requests(catalog), search) },
    { weight: 3, arbitrary: draw(countingRequests(catalog), search) },
    {
      weight: 2,
      arbitrary: draw(requests(catalog), (opened, { collection, request }) =>
        collectionOf(opened, collection).searchText(request),
      ),
    },
    { weight: 2, arbitrary: draw(requests(catalog), (opened, requested) => scanned(opened, requested)) },
    {
      weight: 2,
      arbitrary: draw(matchRequests(catalog), (opened, request) => opened.parts.match(request as unknown as PartsMatchRequest)),
    },
    {
      weight: 2,
      arbitrary: draw(fc.tuple(uid, directives(catalog, 'parts')), (opened, [name, shown]) =>
        opened.parts.get(name as string, shown),
      ),
    },
    { weight: 2, arbitrary: draw(fc.array(uid, { maxLength: 22 }), (opened, names) => opened.parts.getMulti(names as string[])) },
    {
      weight: 2,
      arbitrary: draw(fc.tuple(requests(catalog), fc.option(uid, { nil: undefined })), (opened, [{ request }, name]) =>
        opened.parts.explain(request, name as string),
      ),
    },
    {
      weight: 1,
      arbitrary: draw(fc.tuple(partQueries(catalog), fc.option(fc.nat(60), { nil: undefined })), (opened, [text, offset]) =>
        opened.parts.completeFilter(text as string, offset as number | undefined),
      ),
    },
    { weight: 1, arbitrary: draw(fc.anything(), (opened, request) => opened.parts.search(request as object)) },
    { weight: 1, arbitrary: draw(fc.anything(), (opened, request) => opened.parts.match(request as PartsMatchRequest)) },
  );
}

/** A store's sections, and copies of them as they were read. */
class WatchedSections implements SectionShare {
  private readonly read = new Map<string, { bytes: Uint8Array; copy: Uint8Array }>();

  async get(name: string, length: number, read: (target: Uint8Array) => Promise<void>): Promise<Uint8Array> {
    const bytes = new Uint8Array(new SharedArrayBuffer(length));
    await read(bytes);
    this.read.set(name, { bytes, copy: bytes.slice() });
    return bytes;
  }

  expectUnchanged(): void {
    expect(this.read.size).toBeGreaterThan(10);
    for (const [name, { bytes, copy }] of this.read) expect(Buffer.compare(bytes, copy), name).toBe(0);
  }
}

async function scanned(catalog: Catalog, { collection, request }: RandomRequest): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const record of collectionOf(catalog, collection).scan(request)) records.push(record);
  return records;
}

async function compare({ here, there }: Pair, drawn: readonly Drawn[]): Promise<void> {
  for (let at = 0; at < drawn.length; at += AT_ONCE) {
    const requested = drawn.slice(at, at + AT_ONCE);
    const expected: Outcome[] = [];
    for (const { question } of requested) expected.push(await outcomeOf(() => question(here)));
    const found = await Promise.all(requested.map(({ question }) => outcomeOf(() => question(there))));
    requested.forEach((one, i) => {
      try {
        expectSame(expected[i], found[i]);
      } catch (error) {
        throw new Error(`${fc.stringify(one.requested)}\n${error}\n\nAgain: PARTDEX_SEED=${SEED} PARTDEX_RUNS=${RUNS}`);
      }
    });
  }
}

it("threads answer and refuse as the caller's own thread does, byte for byte", async () => {
  const sources = fc.sample(fullCatalogs(), { seed: SEED, numRuns: CATALOGS });
  let answered = 0;
  for (const [i, source] of sources.entries()) {
    const { catalog } = createOracle(source, { priceCurrency: 'USD' });
    const path = await catalogFiles.write(source as unknown as CatalogSource);
    const pair = await openPair(path, 1 + (i % 3));
    const drawn = fc.sample(questions(catalog), { seed: SEED + i, numRuns: REQUESTS });
    await compare(pair, drawn);
    answered += drawn.length;
    await pair.close();
  }
  expect(answered).toBe(CATALOGS * REQUESTS);
}, 600_000);

it("the interface of URLs answers in threads as it does in the caller's", async () => {
  const pair = await openPair(await catalogFiles.writeSample(500), 2);
  const { results } = await pair.here.parts.search({ limit: 3 });
  const options = { isValidKey: (key: string) => key === 'k', classNames: true };
  const [here, there] = [createRestApi(pair.here, options), createRestApi(pair.there, options)];
  const drawn = urls(results.map(({ item }) => item.uid));
  const keyed = fc.tuple(drawn, fc.nat(20)).map(([url, n]) => (n === 0 ? url : `${url}&apikey=k`));
  const statuses = new Set<number>();
  const send = async (url: string) => {
    const [expected, found] = await Promise.all([outcomeOf(() => here.handle(url)), outcomeOf(() => there.handle(url))]);
    expectSame(expected, found);
    statuses.add((found.value as { status: number }).status);
  };
  await fc.assert(fc.asyncProperty(keyed, send), { seed: SEED, numRuns: Math.min(RUNS, 5000), endOnFailure: true });
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400]));
  await pair.close();
}, 600_000);

it('no request writes to a section: threads may share them', async () => {
  const [source] = fc.sample(fullCatalogs(), { seed: SEED, numRuns: 1 });
  const { catalog: known } = createOracle(source, { priceCurrency: 'USD' });
  const sections = new WatchedSections();
  const file = FileSource.open(await catalogFiles.write(source as unknown as CatalogSource));
  const catalog = await openSource(file, zlibCodec, {}, { share: sections });
  for (const { question } of fc.sample(questions(known), { seed: SEED, numRuns: REQUESTS }))
    await outcomeOf(() => question(catalog));
  await catalog.validate();
  await createSuggester(catalog);
  sections.expectUnchanged();
  await catalog.close();
}, 600_000);
