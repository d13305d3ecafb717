import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { COLLECTIONS } from '../../src/model/fields.js';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import type { JsonSource } from '../arbitraries/catalogs.js';
import { type RandomRequest, requests } from '../arbitraries/requests.js';
import { createOracle, type Oracle } from '../oracle/oracle.js';
import { BrowserRunner } from '../support/browser/browser-runner.js';
import type { Origin, Place } from '../support/browser/page-program.js';
import { specRequests } from '../support/browser/sample-requests.js';
import { answersOf, builtFrom, type Task, UNHURRIED } from '../support/browser/tasks.js';
import { samples } from '../support/property/samples.js';
import { QUESTIONS_PER_CATALOG, SEED } from '../support/property/settings.js';

const SAMPLE_PARTS = 5000;
const SMALL_CATALOGS = 5;
const REQUESTS = 200;
const DAMAGES = 30;

/** What a user may have typed so far. */
const TYPED = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789',
  ...[
    'rc0',
    'RC-0603 FR',
    'rc 10k',
    'lm3',
    '74hc',
    'resis',
    'resitor',
    'yagoe',
    'instruments te',
    'texsa',
    '10kΩ',
    '电',
    'οδος',
    '---',
  ],
];

process.stdout.write(`${REQUESTS} random requests, PARTDEX_SEED=${SEED}\n`);

const runner = await BrowserRunner.start();
const folder = await mkdtemp(join(tmpdir(), 'partdex-browser-'));
afterAll(async () => {
  await runner.stop();
  await rm(folder, { recursive: true, force: true });
});

const draw = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] => fc.sample(arbitrary, { numRuns: count, seed: SEED });

/** Random catalogs, each with the requests that were made of its values. */
const small = draw(samples(requests), SMALL_CATALOGS);

/** A catalog file, the same for Node and for the browser, the requests, and the answers of Node. */
interface Exam {
  readonly url: string;
  readonly tasks: readonly Task[];
  readonly expected: readonly string[];
}

async function exam(name: string, bytes: Uint8Array, given: readonly Task[]): Promise<Exam> {
  // As they reach the page: JSON has no NaN.
  const tasks = JSON.parse(JSON.stringify(given)) as Task[];
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { url: runner.serve(name, bytes), tasks, expected: await answersOf(openCatalogFile(path, UNHURRIED), tasks) };
}

/** Asserts that the browser answers as Node; a difference is reported with the request and both answers. */
async function expectSameAnswers(place: Place, from: Origin, { url, tasks, expected }: Exam): Promise<void> {
  const answers = await runner.run(place, { kind: 'ask', from, url, tasks });
  const i = expected.findIndex((wanted, at) => answers[at] !== wanted);
  if (i >= 0) {
    const [is, wanted] = [answers[i] ?? 'nothing', expected[i]];
    const at = [...wanted].findIndex((_, place) => wanted[place] !== is[place]);
    expect.fail(
      [
        JSON.stringify(tasks[i]),
        `of ${url} from a ${from} in a ${place}, from character ${at}: ${is.slice(at, at + 100)}, not ${wanted.slice(at, at + 100)}`,
        `Chromium ${is}`,
        `Node     ${wanted}`,
        `Again: PARTDEX_SEED=${SEED} npm run test:browser`,
      ].join('\n'),
    );
  }
  expect(answers.length).toBe(expected.length);
}

/** The calls of a catalog other than searches: what it is, records by uid, every hit in order, explanations. */
function otherTasks({ catalog }: Oracle, requested: readonly RandomRequest[]): Task[] {
  const records = COLLECTIONS.flatMap((collection) => {
    const uids = [
      ...catalog.rows[collection].slice(0, 15).map(({ uid }) => uid),
      ...[...catalog.redirects.keys()].slice(0, 3),
      'no one',
    ];
    const directives = requested.find((one) => one.collection === collection)?.request ?? {};
    const { include, show, hide, slice } = directives;
    const shown = JSON.parse(JSON.stringify({ include, show, hide, slice })) as object;
    return [
      { kind: 'getMulti', collection, uids, directives: {} },
      { kind: 'getMulti', collection, uids, directives: shown },
      ...uids.slice(-5).map((uid) => ({ kind: 'get', collection, uid, directives: shown })),
    ] as Task[];
  });
  const scans = requested.slice(0, 10).map((one): Task => ({ kind: 'scan', ...one, request: { ...one.request, show: ['uid'] } }));
  const ofParts = requested.filter(({ collection }) => collection === 'parts').slice(0, 10);
  const explanations = ofParts.map(({ request }, i): Task => {
    const uid = catalog.rows.parts[i]?.uid;
    return { kind: 'explain', collection: 'parts', request, ...(uid === undefined ? {} : { uid }) };
  });
  return [{ kind: 'info' }, { kind: 'suggest', texts: TYPED }, ...records, ...scans, ...explanations];
}

const VALIDATE: Task = { kind: 'validate' };
const searches = (requested: readonly RandomRequest[]) => requested.map((one): Task => ({ kind: 'search', ...one }));

async function sampleExam(): Promise<Exam> {
  const source = { parts: [...generateSample(SAMPLE_PARTS)], ...sampleMetadata() };
  const oracle = createOracle(source as unknown as JsonSource);
  const requested = draw(
    fc.oneof(requests(oracle.catalog), specRequests(source.parts)),
    REQUESTS - SMALL_CATALOGS * QUESTIONS_PER_CATALOG,
  );
  const catalog = await buildCatalog(source);
  return exam('sample.pdx', await catalog.toBytes(), [...searches(requested), ...otherTasks(oracle, requested)]);
}

async function smallExams(): Promise<Exam[]> {
  const exams: Exam[] = [];
  for (const [i, { source, priceCurrency, questions }] of small.entries()) {
    const catalog = await buildCatalog(source as unknown as CatalogSource, { priceCurrency });
    const tasks = [...searches(questions), ...otherTasks(createOracle(source, { priceCurrency }), questions)];
    exams.push(await exam(`small${i}.pdx`, await catalog.toBytes(), tasks));
  }
  return exams;
}

const exams = [await sampleExam(), ...(await smallExams())];

it(`asks ${REQUESTS} requests, many of which find something`, () => {
  const answers = exams.flatMap(({ tasks, expected }) => expected.filter((_, i) => tasks[i].kind === 'search'));
  expect(answers.length).toBe(REQUESTS);
  expect(answers.filter((answer) => /"hits":[1-9]/.test(answer)).length).toBeGreaterThan(REQUESTS / 4);
});

describe.each<Place>(['page', 'worker'])('Chromium, in a %s', (place) => {
  it.each<Origin>(['Blob', 'URL'])('answers as Node, the catalog opened from a %s', async (from) => {
    for (const one of exams) await expectSameAnswers(place, from, one);
  });

  it('finds the catalogs sound', async () => {
    for (const one of exams) await expectSameAnswers(place, 'Blob', { ...one, tasks: [VALIDATE], expected: ['"(undefined)"'] });
  });

  it('builds the same bytes as Node', async () => {
    const built = await runner.run(place, { kind: 'build sample', parts: 1000 });
    expect(built).toEqual(await builtFrom({ parts: generateSample(1000), ...sampleMetadata() }));
    for (const { source, priceCurrency } of small) {
      const is = await runner.run(place, { kind: 'build', source, priceCurrency });
      expect(is, JSON.stringify(source)).toEqual(await builtFrom(source as unknown as CatalogSource, { priceCurrency }));
    }
  });
});

/** The file cut short, or with a byte changed; half of the time in the header or near the end, where the section table is. */
function damages(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const last = bytes.length - 1;
  const at = fc.oneof(fc.nat(last), fc.nat(63), fc.integer({ min: last - 4000, max: last }));
  const changed = fc.tuple(at, fc.integer({ min: 1, max: 255 })).map(([place, mask]) => {
    const copy = bytes.slice();
    copy[place] ^= mask;
    return copy;
  });
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: at.map((length) => bytes.slice(0, length || 1)) });
}

describe('a damaged file', () => {
  it.each<Origin>(['Blob', 'URL'])('opened from a %s is refused as in Node', async (from) => {
    const [{ source, priceCurrency, questions }] = small;
    const bytes = await (await buildCatalog(source as unknown as CatalogSource, { priceCurrency })).toBytes();
    let refused = 0;
    for (const damaged of draw(damages(bytes), DAMAGES)) {
      const one = await exam('damaged.pdx', damaged, [VALIDATE, ...searches(questions)]);
      await expectSameAnswers('page', from, one);
      if (one.expected[0].startsWith('throws CorruptCatalogError')) refused++;
    }
    // Zeros between sections belong to no section.
    expect(refused).toBeGreaterThan(DAMAGES / 2);
  });
});
