import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildCatalog,
  type Catalog,
  type ExplainedStep,
  NotFoundError,
  type SearchRequest,
  ValidationError,
} from '../../../src/partdex.js';

let catalog: Catalog;

beforeAll(async () => {
  const names = ['Acme', 'Bolt', 'Coil'];
  catalog = await buildCatalog({
    parts: Array.from({ length: 300 }, (_, i) => ({
      uid: `u${String(i).padStart(3, '0')}`,
      mpn: `AB-${i}`,
      brand: { uid: `b${i % 3}`, name: names[i % 3] },
      descriptions: [{ value: i % 5 === 0 ? 'thick film resistor' : 'ceramic capacitor' }],
      specs: { resistance: { value: [i * 10] } },
      ...(i === 7 && { redirected_uids: ['old7'] }),
    })),
  });
});

const stepsOf = ({ steps }: ExplainedStep): string[] => steps.map(({ kind, label }) => `${kind} ${label}`);
const setsOf = async (request: SearchRequest): Promise<ExplainedStep> => (await catalog.parts.explain(request)).plan.steps[3];

describe('the plan', () => {
  it('has every step in the order in which it ran', async () => {
    const { plan, hits, score, msec } = await catalog.parts.explain({ q: 'resistor', sortby: 'mpn asc', limit: 5 });
    expect(stepsOf(plan)).toEqual([
      'parse 1 term of q, 0 filters',
      expect.stringMatching(/^load \d+ sections, \d+ bytes$/),
      'lookup values, wildcards and names',
      'postings keyword "resistor"',
      'sort mpn asc',
      'fetch 5 of 60 hits',
    ]);
    expect([plan.rows_in, plan.rows_out, hits]).toEqual([300, 60, 60]);
    expect(plan.microseconds).toBeCloseTo(msec * 1000);
    expect(score).toBeUndefined();
  });

  it('reads nothing twice', async () => {
    await catalog.parts.explain({ q: 'capacitor' });
    const { plan } = await catalog.parts.explain({ q: 'capacitor' });
    expect(plan.steps[1].label).toBe('nothing to read');
  });

  it('begins an AND with the cheapest operand, and passes on the remaining rows', async () => {
    const request = {
      q: 'capacitor',
      filter: { queries: ['specs.resistance.value:[0 TO 100] AND NOT brand.name:acme'], fields: { mpn: ['AB-7', 'AB-8'] } },
    };
    const sets = await setsOf(request);
    expect(sets).toMatchObject({ kind: 'and', rows_in: 300, rows_out: 2 });
    const flat = (step: ExplainedStep): ExplainedStep[] => (step.kind === 'and' ? step.steps.flatMap(flat) : [step]);
    const leaves = flat(sets);
    expect(leaves.map(({ label }) => label)).toEqual([
      'mpn is "AB-7" or "AB-8"',
      'specs.resistance.value:[0 TO 100]',
      'keyword "capacitor"',
      'not',
    ]);
    expect(leaves.map(({ rows_in, rows_out }) => [rows_in, rows_out])).toEqual([
      [300, 2],
      [2, 2],
      [2, 2],
      [2, 2],
    ]);
    expect(leaves[0].reason).toMatch(/^first, cheapest to read: about 2 entries; /);
    expect(leaves[3].steps).toMatchObject([{ kind: 'postings', label: 'brand.name:"acme"', rows_in: 2, rows_out: 0 }]);
  });

  it('shows the steps that were skipped once no row was left', async () => {
    const sets = await setsOf({ q: 'resistor capacitor', filter: { queries: ['brand.name:acme AND NOT mpn:ab5'] } });
    const left = JSON.stringify(sets);
    expect(sets.rows_out).toBe(0);
    expect(left).toContain('"rows_in":null,"rows_out":null,"microseconds":0,"reason":"not run: no row was left"');
  });

  it('names a condition that nothing meets', async () => {
    const { plan } = await catalog.parts.explain({ filter: { queries: ['brand.name:unknown AND mpn:ab*'] } });
    expect(plan.steps[3]).toMatchObject({ kind: 'none', label: 'brand.name:"unknown"', rows_out: 0 });
  });

  it('shows many alternatives as one step', async () => {
    const alternatives = (make: (i: number) => string) => Array.from({ length: 40 }, (_, i) => make(i)).join(' OR ');
    const pairs = alternatives((i) => `(mpn:"ab-${i}" AND specs.resistance.value:${i * 10})`);
    const sets = await setsOf({ filter: { queries: [pairs] } });
    expect(sets).toMatchObject({ kind: 'or', label: 'any of 40 conditions', rows_out: 40, steps: [] });
    // Values of one field are looked up together.
    const values = await setsOf({ filter: { queries: [alternatives((i) => `specs.resistance.value:${i * 10}`)] } });
    const label = 'specs.resistance.value is 0 or 10 or 20 or 30 or 36 more';
    expect(values).toMatchObject({ kind: 'codes', label, rows_out: 40, steps: [] });
  });
});

describe('the score of a part', () => {
  it('is taken apart', async () => {
    const { score } = await catalog.parts.explain({ q: 'AB-7 ceramic' }, 'u007');
    expect(score).toMatchObject({ uid: 'u007', mpn: 'AB-7', found: true, position: 0 });
    expect(score?.terms).toMatchObject([
      { term: '"ab 7"', weight: 8, fields: ['mpn'], exact_bonus: 1_000_000, rows: [300, 1] },
      { term: 'ceramic', weight: 1, fields: ['descriptions.value'], exact_bonus: 0, rows: [240] },
    ]);
    expect(score?.score).toBeGreaterThan(1_000_000);
  });

  it('is returned for every order, and is null where nothing scores', async () => {
    const sorted = await catalog.parts.explain({ q: 'ceramic', sortby: 'mpn asc' }, 'u007');
    expect(sorted.score?.score).toBeGreaterThan(0);
    const all = await catalog.parts.explain({ q: '-ceramic' }, 'u005');
    expect(all.score).toMatchObject({ found: true, score: null, terms: [] });
  });

  it('shows which condition keeps a part from being found', async () => {
    const { score } = await catalog.parts.explain(
      { q: 'ceramic -7', filter: { queries: ['brand.name:(acme OR bolt)'] } },
      'u007',
    );
    expect(score).toMatchObject({ found: false, position: null, score: null, terms: [] });
    expect(score?.conditions.map(({ label, met }) => [label, met])).toEqual([
      ['ceramic', true],
      ['-7', false],
      ['brand.name:("acme" OR "bolt")', true],
    ]);
  });

  it('of a merged uid is that of the living part', async () => {
    expect((await catalog.parts.explain({}, 'old7')).score).toMatchObject({ uid: 'u007', position: 7 });
  });

  it('of an unknown uid, or of none, is refused', async () => {
    await expect(catalog.parts.explain({}, 'u999')).rejects.toThrow(NotFoundError);
    await expect(catalog.parts.explain({}, 7 as unknown as string)).rejects.toThrow(ValidationError);
  });
});
