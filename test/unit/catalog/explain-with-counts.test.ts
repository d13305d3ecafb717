import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSource } from '../../../src/catalog/catalog.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { buildCatalog, type Catalog, type SearchRequest } from '../../../src/partdex.js';
import { type ByteSource, MemorySource } from '../../../src/storage/byte-source.js';
import { COUNTED, EVERYTHING, REQUESTS, SOURCE } from '../../support/requests-with-counts.js';

let catalog: Catalog;
let bytes: Uint8Array;

beforeAll(async () => {
  catalog = await buildCatalog(SOURCE);
  bytes = await catalog.toBytes();
});
afterEach(() => vi.restoreAllMocks());

const opened = (source: ByteSource) => openSource(source, portableCodec);

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
