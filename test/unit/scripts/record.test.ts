import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differencesOf } from '../../../scripts/record/differences.mjs';
import { compare, type Difference, record } from '../../../scripts/record/recordings.mjs';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import { openCatalogFile } from '../../../src/node/partdex-node.js';
import { buildCatalog, type CatalogSource, type Part } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

const PARTDEX = { openCatalogFile, createRestApi, createGraphqlApi };
const REQUESTS = 200;
const PARTS = 150;
const METHODS = ['search', 'searchText', 'scan', 'get', 'getMulti', 'match', 'explain', 'rest', 'graphql'];

let folder: string;
let catalog: string;
let recording: string;
let counts: Record<string, number>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-record-test-'));
  catalog = await buildSample('sample.pdx', (part) => part);
  recording = join(folder, 'recording.ndjson.gz');
  counts = await record(PARTDEX, catalog, { requests: REQUESTS, seed: 1, out: recording });
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function buildSample(name: string, change: (part: Part) => Part, parts = PARTS): Promise<string> {
  const documents = [...generateSample(parts)].map((part) => change(part as Part));
  const built = await buildCatalog({ ...sampleMetadata(), parts: documents } as CatalogSource);
  const path = join(folder, name);
  await writeFile(path, await built.toBytes());
  return path;
}

async function compareWith(path: string, from = recording) {
  const found: Difference[] = [];
  const result = await compare(PARTDEX, path, { recording: from, onDifference: (difference) => found.push(difference) });
  return { ...result, found };
}

describe('a recording', () => {
  it('has requests of every kind, and some that are refused', () => {
    for (const method of METHODS) expect(counts[method], method).toBeGreaterThan(0);
    expect(METHODS.reduce((sum, method) => sum + counts[method], 0)).toBe(REQUESTS);
    expect(counts.faulty / REQUESTS).toBeGreaterThan(0.06);
    expect(counts.refused).toBeGreaterThan(counts.faulty / 2);
    expect(counts.refused).toBeLessThan(REQUESTS / 4);
  });

  it('agrees with the catalog that it was made from', async () => {
    const { calls, found } = await compareWith(catalog);
    expect(found).toEqual([]);
    expect(calls).toBe(REQUESTS);
  });

  it('counts the same answers for the same seed, and others for another', async () => {
    const again = join(folder, 'again.ndjson.gz');
    expect(await record(PARTDEX, catalog, { requests: REQUESTS, seed: 1, out: again })).toEqual(counts);
    expect(await record(PARTDEX, catalog, { requests: REQUESTS, seed: 2, out: again })).not.toEqual(counts);
  });

  it('finds a changed document in answers of every interface', async () => {
    const changed = await buildSample('changed.pdx', (part) => ({
      ...part,
      mpn: `${part.mpn}X`,
      descriptions: part.descriptions?.map((description) => ({ ...description, value: `${description.value} new` })),
      offers: part.offers?.map((offer) => ({ ...offer, moq: 77 })),
    }));
    const { differing, found } = await compareWith(changed);
    for (const method of ['search', 'scan', 'get', 'match', 'explain', 'rest', 'graphql']) {
      expect(differing[method], method).toBeGreaterThan(0);
    }
    expect(found.every(({ differences }) => differences.length > 0)).toBe(true);
  });

  it('is not compared with a catalog of other parts', async () => {
    const other = await buildSample('other.pdx', (part) => part, PARTS - 1);
    await expect(compareWith(other)).rejects.toThrow('was recorded from another catalog');
  });
});

describe('differencesOf', () => {
  const refused = (place: object) => ({
    error: { code: 'validation', argument: 'filter.queries', offset: 3, length: 2, ...place },
  });

  it('holds errors to their code and place, or to one of the issues', () => {
    expect(differencesOf(refused({}), refused({}))).toEqual([]);
    expect(differencesOf(refused({}), refused({ offset: 4 }))).toHaveLength(1);
    expect(differencesOf(refused({}), refused({ code: 'filter_syntax' }))).toHaveLength(1);
    expect(differencesOf(refused({}), { text: '{}' })).toHaveLength(1);
    const issue = { path: 'filter.queries[0]', offset: 3, length: 2 };
    expect(differencesOf(refused({}), refused({ argument: 'start', issues: [{ path: 'start' }, issue] }))).toEqual([]);
    const several = { code: 'filter_syntax', argument: 'start', issues: [{ path: 'start' }, issue] };
    expect(differencesOf(refused({}), refused(several))).toEqual([]);
    expect(differencesOf(refused({}), refused({ ...several, code: 'budget_exceeded' }))).toHaveLength(1);
    expect(differencesOf(refused({}), refused({ ...several, issues: [issue] }))).toHaveLength(1);
    expect(differencesOf(refused({}), refused({ argument: 'start', issues: [{ ...issue, offset: 5 }] }))).toHaveLength(1);
    expect(differencesOf(refused({}), refused({ argument: 'start', issues: [{ ...issue, path: 'filter.q' }] }))).toHaveLength(1);
  });

  it('compares only the status of refusals in HTTP', () => {
    expect(differencesOf({ status: 400, message: 'a' }, { status: 400, message: 'b' })).toEqual([]);
    expect(differencesOf({ status: 400, message: 'a' }, { status: 404, message: 'a' })).toHaveLength(1);
    expect(differencesOf({ status: 400, message: 'a' }, { status: 200, text: 'a' })).not.toEqual([]);
  });

  it("keeps the places of GraphQL's own errors, and lets others become more", () => {
    const own = { status: 200, text: '{"data":null}', errors: [{ locations: [{ line: 1, column: 3 }] }] };
    const ours = { status: 200, text: '{"data":null}', errors: [{ path: ['search'], locations: [{ line: 1, column: 3 }] }] };
    const more = (answer: typeof own | typeof ours) => ({ ...answer, errors: [...answer.errors, ...answer.errors] });
    expect(differencesOf(own, own)).toEqual([]);
    expect(differencesOf(own, more(own))).toHaveLength(1);
    expect(differencesOf(ours, more(ours))).toEqual([]);
    expect(differencesOf(more(ours), ours)).toHaveLength(1);
    expect(differencesOf({ status: 200, text: '{"data":null}' }, ours)).toHaveLength(1);
  });

  it('leaves wording out where it is asked to', () => {
    const worded = (plan: string[], warnings: string[]) => ({ text: '{}', wording: { plan, warnings } });
    const found = differencesOf(worded(['a'], ['b']), worded(['c'], ['d']));
    expect(found).toEqual(['plan:\n    a\n    c', 'warnings:\n    b\n    d']);
    expect(differencesOf(worded(['a'], ['b']), worded(['c'], ['d']), new Set(['without-plan-texts']))).toHaveLength(1);
    const both = new Set(['without-plan-texts', 'without-warning-texts']);
    expect(differencesOf(worded(['a'], ['b']), worded(['c'], ['d']), both)).toEqual([]);
    expect(differencesOf(worded(['a'], []), { text: '{"hits":1}', wording: { plan: ['c'] } }, both)).toHaveLength(1);
  });
});
