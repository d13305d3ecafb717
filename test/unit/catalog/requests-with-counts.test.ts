import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSource } from '../../../src/catalog/catalog.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { RowCodes } from '../../../src/index/column/row-codes.js';
import { Scratch } from '../../../src/index/row-set/scratch.js';
import {
  buildCatalog,
  type Catalog,
  type CatalogSource,
  CorruptCatalogError,
  type Part,
  type SearchRequest,
  UnreadableFileError,
} from '../../../src/partdex.js';
import { type ByteSource, MemorySource } from '../../../src/storage/byte-source.js';
import { SectionStore } from '../../../src/storage/section-store.js';
import { CheckingScratch } from '../../support/checking-scratch.js';
import { catalogOf, sectionsOf } from '../../support/crafted-catalog.js';
import { collectionOf } from '../../support/segments.js';

const KEYS = Array.from({ length: 90 }, (_, i) => `k${i}`);

const SOURCE = {
  parts: Array.from({ length: 700 }, (_, i) => ({
    uid: `u${String(i).padStart(3, '0')}`,
    mpn: `AB-${i % 90}`,
    brand: { uid: `b${i % 3}`, name: ['Acme', 'Bolt', 'Coil'][i % 3] },
    descriptions: [{ value: `thick film ${i}` }],
    offers: [{ sku: `s${i}`, in_stock_quantity: i % 40, seller: { uid: 's', name: 'Shop' } }],
    specs: {
      ohms: { value: [i % 50, (i % 50) * 10] },
      grade: { value: ['A', 'B', 'C'].slice(i % 3), min_value: i % 7 },
      ...Object.fromEntries(
        KEYS.filter((_, k) => i % (k + 1) === 0).map((key, k) => [key, { value: [`v${(i * (k + 1)) % 5}`] }]),
      ),
    },
  })),
  spec_metadata: [
    { key: 'ohms', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } },
    { key: 'grade', name: 'Grade', datatype: 'string' },
  ],
} as unknown as CatalogSource & { parts: Part[] };

/** Asks for a count of every kind. */
const EVERYTHING: SearchRequest = {
  q: 'film',
  limit: 3,
  filter: { fields: { 'brand.name': ['Acme', 'Bolt'], 'specs.grade.value': ['B'] }, queries: ['specs.ohms.value:[3 TO 300]'] },
  facet: {
    fields: {
      'brand.name': { include: true, exclude_filter: true },
      'descriptions.value': { include: true, limit: 4 },
      'specs.grade.value': { include: true, exclude_filter: true },
      'specs.ohms.value': { include: true, exclude_filter: true, ranges: 8 },
    },
    queries: ['mpn:AB-1*', 'specs.k1.value:v1'],
  },
  stats: { 'specs.ohms.value': { include: true }, 'offers.in_stock_quantity': { include: true } },
  spec_drilldown: { include: true, exclude_filter: true, limit: 5 },
};

const COUNTED = { include: true, exclude_filter: true };

/** Requests that read different columns in different ways. */
const REQUESTS: readonly SearchRequest[] = [
  EVERYTHING,
  { ...EVERYTHING, filter: {} },
  { spec_drilldown: { include: true }, limit: 0 },
  { q: 'AB-1*', spec_drilldown: { include: true }, limit: 5 },
  { facet: { fields: { 'descriptions.value': { include: true }, mpn: { include: true, start: 5 } } }, sortby: 'mpn' },
  { filter: { queries: ['specs.k3.value:v3'] }, spec_drilldown: { include: true, exclude_filter: true }, limit: 2 },
  { stats: { 'specs.ohms.value': { include: true } }, facet: { queries: ['NOT brand.name:acme'] }, sortby: 'uid desc' },
  { q: 'film 3', limit: 20 },
];

let catalog: Catalog;
let bytes: Uint8Array;
/** Each request alone, on a catalog of its own. */
const alone: string[] = [];

beforeAll(async () => {
  catalog = await buildCatalog(SOURCE);
  bytes = await catalog.toBytes();
  for (const request of REQUESTS) alone.push(await answerOf(await opened(new MemorySource([bytes])), request));
});
afterEach(() => vi.restoreAllMocks());

const opened = (source: ByteSource) => openSource(source, portableCodec);

async function answerOf({ parts }: Pick<Catalog, 'parts'>, request: SearchRequest): Promise<string> {
  return JSON.stringify({ ...(await parts.search(request)), msec: 0 });
}

async function scanned(request: SearchRequest): Promise<string[]> {
  const uids: string[] = [];
  for await (const { uid } of catalog.parts.scan(request)) uids.push(uid);
  return uids;
}

/** Changes everything that can be changed in a value. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    spoil(member);
    (value as Record<string, unknown>)[name] = 'spoiled';
  }
  if (Array.isArray(value)) value.push('more');
  else Object.assign(value, { more: 'spoiled' });
}

/** A source whose reads wait for each other to interleave, or fail. */
class UncertainSource implements ByteSource {
  readonly length: number;
  reads = 0;
  /** Most reads that ran at the same time. */
  most = 0;
  private running = 0;
  /** Before each read: waits, or throws. */
  before: () => Promise<void> = async () => {};
  private readonly memory: MemorySource;

  constructor(content: Uint8Array) {
    this.memory = new MemorySource([content]);
    this.length = content.length;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.reads++;
    this.most = Math.max(this.most, ++this.running);
    try {
      await this.before();
      return await this.memory.read(offset, length);
    } finally {
      this.running--;
    }
  }

  close(): Promise<void> {
    return this.memory.close();
  }
}

describe('an answer with counts', () => {
  it('has every requested count', async () => {
    const { facet_results, stats_results, spec_metadata, hits } = await catalog.parts.search(EVERYTHING);
    expect(hits).toBeGreaterThan(50);
    for (const field of Object.keys(EVERYTHING.facet?.fields ?? {})) expect(facet_results.fields).toHaveProperty([field]);
    expect(Object.keys(facet_results.queries)).toEqual(EVERYTHING.facet?.queries);
    expect(facet_results.fields['specs.ohms.value'].ranges?.length).toBeGreaterThan(1);
    expect(Object.keys(stats_results)).toEqual(expect.arrayContaining(Object.keys(EVERYTHING.stats ?? {})));
    expect(Object.keys(spec_metadata).length).toBe(50);
    expect(spec_metadata.ohms).toMatchObject({ key: 'ohms', name: 'Resistance', unit: { name: 'ohm', symbol: 'Ω' } });
  });

  it.each(REQUESTS.map((request, i) => [i, request] as const))('may be changed by the caller: %j', async (i, request) => {
    spoil(await catalog.parts.search(request));
    expect(await answerOf(catalog, request)).toBe(alone[i]);
  });

  it('is the same after any other requests, and any number of them', async () => {
    for (let round = 0; round < 3; round++) {
      for (const [i, request] of REQUESTS.entries()) expect(await answerOf(catalog, request)).toBe(alone[i]);
    }
    for (const [i, request] of [...REQUESTS.entries()].reverse()) expect(await answerOf(catalog, request)).toBe(alone[i]);
  });
});

describe('scan', () => {
  it('counts nothing, and gives the hits that a search would', async () => {
    const counted = vi.spyOn(RowCodes.prototype, 'count');
    const plain = await scanned({ filter: EVERYTHING.filter });
    counted.mockClear();
    const uids = await scanned({ ...EVERYTHING, q: '' });
    expect(uids).toEqual(plain);
    expect(uids.length).toBeGreaterThan(50);
    expect(counted).not.toHaveBeenCalled();
  });

  it('reads nothing of what is only counted', async () => {
    const reads = async (request: SearchRequest) => {
      const source = new UncertainSource(bytes);
      const { parts } = await opened(source);
      for await (const { uid } of parts.scan(request)) expect(uid).toMatch(/^u/);
      return source.reads;
    };
    const { facet, stats, spec_drilldown } = EVERYTHING;
    expect(await reads({ q: 'film', facet, stats, spec_drilldown })).toBe(await reads({ q: 'film' }));
  });

  it('refuses what could not be counted', async () => {
    await expect(scanned({ stats: { mpn: { include: true } } })).rejects.toMatchObject({ argument: 'stats.mpn' });
    await expect(scanned({ facet: { queries: ['mpn:['] } })).rejects.toMatchObject({ argument: 'facet.queries' });
  });
});

describe('explain', () => {
  it('shows the counted fields, over how many rows, in the order of counting', async () => {
    await catalog.parts.search(EVERYTHING);
    const { plan, hits } = await catalog.parts.explain(EVERYTHING);
    const { hits: wide } = await catalog.parts.search({
      ...EVERYTHING,
      filter: { ...EVERYTHING.filter, fields: { 'specs.grade.value': ['B'] } },
    });
    const counting = plan.steps.filter(({ kind }) => ['exclude', 'facet', 'stats', 'drilldown'].includes(kind));
    expect(counting.map(({ kind, label, rows_in, rows_out }) => [kind, label, rows_in, rows_out])).toEqual([
      ['exclude', 'filters of 3 fields', 700, hits],
      ['drilldown', '50 spec keys', hits, hits],
      ['facet', 'brand.name', wide, wide],
      ['facet', 'descriptions.value', hits, hits],
      ['facet', 'specs.grade.value', expect.any(Number), expect.any(Number)],
      ['facet', 'specs.ohms.value', expect.any(Number), expect.any(Number)],
      ['stats', 'specs.ohms.value', hits, hits],
      ['stats', 'offers.in_stock_quantity', hits, hits],
      ['facet', '2 facet queries', hits, hits],
    ]);
    expect(plan.steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['parse', 'load', 'exclude', 'drilldown', 'sort', 'fetch']),
    );
    expect(plan.rows_out).toBe(hits);
    for (const { reason } of plan.steps) expect(reason).not.toBe('');
  });

  it('names the filters of each field that are left out in turn, and the rows of the others that meet them', async () => {
    const queries = ['specs.ohms.value:[3 TO 300]', 'NOT specs.ohms.value:5', 'brand.name:(Acme OR Bolt)', 'mpn:nowhere'];
    const facet = { fields: Object.fromEntries(['brand.name', 'specs.ohms.value', 'mpn'].map((field) => [field, COUNTED])) };
    const counted = async (filter: string[]) =>
      (await catalog.parts.search({ q: 'film', filter: { queries: filter }, limit: 0 })).hits;
    const { plan } = await catalog.parts.explain({ q: 'film', filter: { queries }, facet });
    const step = plan.steps.find(({ kind }) => kind === 'exclude');
    const base = await counted([]);
    expect(step).toMatchObject({ label: 'filters of 3 fields', rows_in: base, rows_out: 0 });
    expect(step?.steps.map(({ label, rows_in, rows_out }) => [label, rows_in, rows_out]).sort()).toEqual([
      ['all of 2 conditions', base, await counted(queries.slice(0, 2))],
      ['brand.name is "Acme" or "Bolt"', base, await counted(queries.slice(2, 3))],
      ['mpn:"nowhere"', base, 0],
    ]);
    const ohms = step?.steps.find(({ kind }) => kind === 'and')?.steps ?? [];
    expect(ohms.map(({ label, rows_in }) => [label, rows_in])).toEqual([
      ['specs.ohms.value:[3 TO 300]', base],
      ['not', await counted(queries.slice(0, 1))],
    ]);
    expect(ohms[0].reason).toMatch(/^first, at most \d+ rows match; /);
    expect(ohms[1].reason).toMatch(/^last, since it only takes away; /);
  });

  it('shows the sections that were read to count', async () => {
    const load = async (parts: Catalog['parts'], request: SearchRequest) => (await parts.explain(request)).plan.steps[1];
    const sections = async (request: SearchRequest) => {
      const { kind, label } = await load((await opened(new MemorySource([bytes]))).parts, request);
      expect(kind).toBe('load');
      return Number(/^(\d+) sections, \d+ bytes$/.exec(label)?.[1]);
    };
    const facet = { fields: { mpn: { include: true }, 'specs.ohms.value': { include: true } } };
    const plain = await sections({ limit: 0 });
    expect(await sections({ limit: 0, facet })).toBe(plain + 4);
    expect(await sections({ limit: 0, spec_drilldown: { include: true } })).toBe(plain + 1);
    await catalog.parts.search({ facet });
    expect((await load(catalog.parts, { limit: 0, facet })).label).toBe('nothing to read');
  });

  it('lists the specs that it had to read, and goes on with the rows that it has found', async () => {
    const cold = await opened(new MemorySource([bytes]));
    const { plan, hits } = await cold.parts.explain({ ...REQUESTS[3], facet: { queries: ['mpn:AB-12'] } });
    const kinds = plan.steps.map(({ kind }) => kind);
    const read = plan.steps.findLastIndex(({ kind }) => kind === 'load');
    expect(plan.steps[read].label).toMatch(/^\d+ spec fields$/);
    // More than one round of specs may be read before.
    const found = plan.steps.slice(0, read).findLast(({ kind }) => kind !== 'load');
    expect(found).toMatchObject({ rows_in: 700, rows_out: hits });
    expect(kinds.slice(read + 1)).toEqual(['drilldown', 'facet', 'score', 'sort', 'fetch']);
  });

  it('has singular and plural', async () => {
    const one = await buildCatalog({ parts: [{ uid: 'a', mpn: 'a', specs: { ohms: { value: ['1'] } } }] });
    const labels = async () =>
      (await one.parts.explain({ spec_drilldown: { include: true } })).plan.steps.map(({ kind, label }) => `${kind} ${label}`);
    expect(await labels()).toEqual(expect.arrayContaining(['load 1 spec field', 'drilldown 1 spec key']));
    expect(await labels()).toContain('load nothing to read');
  });

  it('shows how many rows have no value', async () => {
    const { plan } = await catalog.parts.explain({ facet: { fields: { 'specs.k6.value': { include: true } } } });
    const [step] = plan.steps.filter(({ kind }) => kind === 'facet');
    expect(step).toMatchObject({ rows_in: 700, rows_out: 100, reason: '600 rows have none' });
  });

  it('explains a part as without counts', async () => {
    const { facet: _facet, stats: _stats, spec_drilldown: _drilldown, ...plain } = EVERYTHING;
    const [{ item }] = (await catalog.parts.search(plain)).results;
    const [is, wanted] = [await catalog.parts.explain(EVERYTHING, item.uid), await catalog.parts.explain(plain, item.uid)];
    expect(is.score).toEqual(wanted.score);
    expect(is.score?.position).toBe(0);
  });
});

describe('requests at the same time', () => {
  it('answer as they would alone, however their reads interleave', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const source = new UncertainSource(bytes);
      const shared = await opened(source);
      let state = seed;
      source.before = async () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        // Some reads take a turn of the event loop, others only some microtasks.
        if (state % 3 === 0) await new Promise((resolve) => setTimeout(resolve, state % 4));
        else for (let i = state % 7; i > 0; i--) await undefined;
      };
      const order = [...REQUESTS.keys(), ...REQUESTS.keys()].sort((a, b) => ((a * 7 + seed) % 11) - ((b * 7 + seed) % 11));
      const answers = await Promise.all(order.map((i) => answerOf(shared, REQUESTS[i])));
      order.forEach((i, at) => {
        expect(answers[at], JSON.stringify(REQUESTS[i])).toBe(alone[i]);
      });
    }
  });
});

describe('a file that is away for a moment', () => {
  it.each([0, 2, 4])('fails the request, which is answered when it is repeated: %j', async (i) => {
    // The read after that many others fails, whatever it is for.
    for (let others = 0, isRead = true; isRead; others += 1 + (others >>> 1)) {
      const source = new UncertainSource(bytes);
      const shared = await opened(source);
      let left = others;
      isRead = false;
      source.before = async () => {
        if (left-- !== 0) return;
        isRead = true;
        throw new UnreadableFileError('catalog.pdx', 'is away');
      };
      const answer = await answerOf(shared, REQUESTS[i]).catch((error: unknown) => error);
      source.before = async () => {};
      if (isRead) expect(answer).toBeInstanceOf(UnreadableFileError);
      else expect([answer, others > 5]).toEqual([alone[i], true]);
      expect(await answerOf(shared, REQUESTS[i])).toBe(alone[i]);
      const other = (i + 1) % REQUESTS.length;
      expect(await answerOf(shared, REQUESTS[other])).toBe(alone[other]);
    }
  });
});

describe('a damaged section', () => {
  /** The catalog with a bit of a section turned over. */
  async function damaged(name: string): Promise<Catalog> {
    const store = await SectionStore.open(new MemorySource([bytes]), portableCodec);
    const section = store.list().find((candidate) => candidate.name === name) ?? expect.fail(`there is no section ${name}`);
    const copy = bytes.slice();
    copy[section.offset + (section.length >>> 1)] ^= 1;
    return opened(new MemorySource([copy]));
  }

  it.each([
    ['parts/spec-blocks', { spec_drilldown: { include: true } }],
    ['parts/fields/specs.k3.value/codes', { spec_drilldown: { include: true } }],
    ['parts/fields/specs.ohms.value/dictionary', { q: 'film', spec_drilldown: { include: true } }],
    ['parts/fields/brand.name/codes', { facet: { fields: { 'brand.name': { include: true } } } }],
    ['parts/fields/specs.ohms.value/codes', { stats: { 'specs.ohms.value': { include: true } } }],
  ] satisfies [string, SearchRequest][])('%s fails what needs it, and nothing else', async (section, request) => {
    const broken = await damaged(section);
    const plain: SearchRequest = {
      q: 'film',
      facet: { fields: { mpn: { include: true } } },
      stats: { 'offers.in_stock_quantity': { include: true } },
    };
    const expected = await answerOf(catalog, plain);
    for (let round = 0; round < 2; round++) {
      const error: unknown = await broken.parts.search(request).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CorruptCatalogError);
      expect((error as CorruptCatalogError).section).toBe(section);
      expect(await answerOf(broken, plain)).toBe(expected);
    }
  });

  it('that is found while values are listed fails that request alone', async () => {
    const sections = await sectionsOf(bytes);
    // The block of texts is no longer what was compressed, but the checksum fits.
    const name = 'parts/fields/descriptions.value/dictionary';
    const forged = (sections.get(name) as Uint8Array).slice();
    forged.fill(0xff, forged.length - 200);
    const broken = await opened(new MemorySource([await catalogOf(new Map(sections).set(name, forged))]));
    const requested = REQUESTS.map((request, i) => ({
      request,
      i,
      needs: JSON.stringify(request).includes('descriptions.value'),
    }));
    for (let round = 0; round < 2; round++) {
      for (const { request, i, needs } of requested) {
        if (needs) await expect(broken.parts.search(request)).rejects.toBeInstanceOf(CorruptCatalogError);
        else expect(withoutNext(await answerOf(broken, request))).toBe(withoutNext(alone[i]));
      }
    }
  });
});

/** Cursors of sorts by score are those of one file. */
const withoutNext = (answer: string) => answer.replace(/"next":"[^"]*"/, '');

describe('an error in the middle of counting', () => {
  it('leaves nothing behind that the next request would count', async () => {
    for (const [i, request] of REQUESTS.entries()) {
      const shared = await opened(new MemorySource([bytes]));
      await answerOf(shared, request);
      for (const method of ['count', 'gather'] as const) {
        for (const failing of [1, 2, 7]) {
          let calls = 0;
          const original = RowCodes.prototype[method] as (...args: unknown[]) => void;
          const spy = vi.spyOn(RowCodes.prototype, method).mockImplementation(function (this: RowCodes, ...args: unknown[]) {
            original.apply(this, args);
            // Counted, and not yet read.
            if (++calls === failing) throw new Error('in the middle');
          });
          const other = REQUESTS[(i + failing) % REQUESTS.length];
          await shared.parts.search(request).catch(({ message }: Error) => expect(message).toBe('in the middle'));
          spy.mockRestore();
          // Counters that are left behind are not lent again.
          CheckingScratch.faults.length = 0;
          expect(await answerOf(shared, request)).toBe(alone[i]);
          expect(await answerOf(shared, other)).toBe(alone[REQUESTS.indexOf(other)]);
        }
      }
    }
  });
});

describe('a request that is repeated', () => {
  it('takes no further arrays', async () => {
    const { parts, segments } = await collectionOf([SOURCE.parts], { spec_metadata: SOURCE.spec_metadata });
    const [{ scratches }] = segments;
    const lent = vi.spyOn(Scratch.prototype, 'counts');
    const back = vi.spyOn(Scratch.prototype, 'freeCounts');
    const arrays = () => {
      const { free } = scratches as unknown as { free: Record<string, object[]>[] };
      // One request after the other: one scratch serves them all.
      expect(free.length).toBe(1);
      const [{ bitsets, lists, freeCounters, doubleArrays }] = free;
      return [bitsets, lists.flat(), freeCounters.flat(), doubleArrays].map(({ length }) => length);
    };
    // Each by itself, and then all of them in turn.
    for (const requests of [...REQUESTS.map((request) => [request]), REQUESTS]) {
      for (let i = 0; i < 3 * requests.length; i++) await parts.search(requests[i % requests.length]);
      const before = arrays();
      for (let i = 0; i < 120; i++) await parts.search(requests[i % requests.length]);
      expect(arrays()).toEqual(before);
    }
    expect(lent.mock.calls.length).toBe(back.mock.calls.length);
    expect(lent.mock.calls.length).toBeGreaterThan(1000);
  });
});
