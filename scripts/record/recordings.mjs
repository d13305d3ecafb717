/** Files of recordings (gzip, one JSON object a line: first what was recorded, then a call with its answer each), and catalogs. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createGunzip, createGzip } from 'node:zlib';
import { answerOf, openTarget } from './answers.mjs';
import { drawCalls } from './calls.mjs';
import { differencesOf } from './differences.mjs';
import { sampleVocabulary } from './vocabulary.mjs';

const VERSION = 1;
/** Files of a catalog's input, by the option of a build. */
const INPUTS = {
  parts: 'parts',
  categories: 'categories',
  brands: 'brands',
  manufacturers: 'manufacturers',
  sellers: 'sellers',
  spec_metadata: 'spec-metadata',
};

/** The functions of a build of the package in a folder `dist`. */
export async function loadPackage(dist) {
  const entry = (name) => import(pathToFileURL(resolve(dist, `${name}.js`)).href);
  const [node, rest, graphql] = await Promise.all(['partdex-node', 'partdex-rest', 'partdex-graphql'].map(entry));
  return { ...node, ...rest, ...graphql };
}

/** Does something with a catalog file: the one that is named, or one that the package makes of the files of a folder. */
export async function withCatalog(partdex, { catalog, build }, act) {
  if (build === undefined) return act(catalog);
  const folder = await mkdtemp(join(tmpdir(), 'partdex-record-'));
  try {
    const out = join(folder, 'catalog.pdx');
    const files = Object.entries(INPUTS).map(([option, name]) => [option, inputFile(build, name)]);
    await partdex.buildCatalogFile({ ...Object.fromEntries(files.filter(([, file]) => file !== undefined)), out });
    return await act(out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function inputFile(folder, name) {
  return [`${name}.ndjson`, `${name}.ndjson.gz`].map((file) => join(folder, file)).find((file) => existsSync(file));
}

/**
 * Draws calls, carries them out and writes them with their answers.
 * @returns how many there are of each kind: of each method, and `faulty`, `refused`
 */
export async function record(partdex, path, { requests, seed, out }) {
  const vocabulary = await vocabularyOf(partdex, path);
  const target = await openTarget(partdex, path);
  const counts = {};
  const count = (kind) => (counts[kind] = (counts[kind] ?? 0) + 1);
  async function* lines() {
    yield `${JSON.stringify({ version: VERSION, requests, seed, catalog: contentOf(target.catalog) })}\n`;
    let written = 0;
    for (const call of drawCalls(vocabulary, seed)) {
      const answer = await answerOf(target, call);
      // What takes more memory than a call may is measured by the engine's own estimates, which may change.
      if (answer.error?.code === 'budget_exceeded' || answer.status === 503) {
        count('left out: over the budget');
        continue;
      }
      count(call.method);
      if (call.faulty) count('faulty');
      if (isRefused(answer)) count('refused');
      yield `${JSON.stringify({ call, answer })}\n`;
      if (++written === requests) return;
    }
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(out));
  } finally {
    await target.catalog.close();
  }
  return counts;
}

async function vocabularyOf({ openCatalogFile }, path) {
  const catalog = await openCatalogFile(path, { limits: { start: Number.POSITIVE_INFINITY } });
  try {
    return await sampleVocabulary(catalog);
  } finally {
    await catalog.close();
  }
}

/** What has to be the same for answers to be the same; sizes of files may differ. */
function contentOf({ info }) {
  const { bytes, formatVersion, ...content } = info;
  return content;
}

function isRefused({ error, status, errors }) {
  return error !== undefined || (status !== undefined && status !== 200) || errors !== undefined;
}

/**
 * Carries the calls of a recording out again.
 * @param without names of wording options that are set
 * @param onDifference called with the call, the lines of what differs, and both answers
 * @returns how many calls there were, and how many of them differ, by method
 */
export async function compare(partdex, path, { recording, without, ignoredSteps, onDifference }) {
  const target = await openTarget(partdex, path);
  const differing = {};
  let calls = 0;
  try {
    for await (const { call, answer } of readRecording(recording, target.catalog)) {
      calls++;
      const now = await answerOf(target, call, ignoredSteps);
      const differences = differencesOf(answer, JSON.parse(JSON.stringify(now)), without);
      if (differences.length === 0) continue;
      differing[call.method] = (differing[call.method] ?? 0) + 1;
      onDifference({ number: calls, call, differences, recorded: answer, now });
    }
  } finally {
    await target.catalog.close();
  }
  return { calls, differing };
}

async function* readRecording(path, catalog) {
  const input = createReadStream(path).pipe(createGunzip());
  let head;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (head !== undefined) {
      yield JSON.parse(line);
      continue;
    }
    head = JSON.parse(line);
    if (head.version !== VERSION) throw new Error(`${path} is not a recording of version ${VERSION}`);
    const [recorded, opened] = [head.catalog, contentOf(catalog)].map((content) => JSON.stringify(content));
    if (recorded !== opened) throw new Error(`${path} was recorded from another catalog: ${recorded}, and this one is ${opened}`);
  }
}
