import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSource } from '../../../src/catalog/catalog.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { RowCodes } from '../../../src/index/column/row-codes.js';
import { Scratch } from '../../../src/index/row-set/scratch.js';
import {
  buildCatalog,
  type Catalog,
  CorruptCatalogError,
  type SearchRequest,
  UnreadableFileError,
} from '../../../src/partdex.js';
import { type ByteSource, MemorySource } from '../../../src/storage/byte-source.js';
import { SectionStore } from '../../../src/storage/section-store.js';
import { CheckingScratch } from '../../support/checking-scratch.js';
import { catalogOf, sectionsOf } from '../../support/crafted-catalog.js';
import { EVERYTHING, REQUESTS, SOURCE } from '../../support/requests-with-counts.js';
import { collectionOf } from '../../support/segments.js';

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
