import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

const PARTS = 20_000;
const parts = [...generateSample(PARTS)];
const metadata = sampleMetadata();

function hash(values: Iterable<unknown>): string {
  const digest = createHash('sha256');
  for (const value of values) digest.update(`${JSON.stringify(value)}\n`);
  return digest.digest('hex');
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** How often each value occurs, the most frequent first. */
function frequencies(values: Iterable<string>): number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
}

const offers = parts.flatMap((part) => part.offers ?? []);

describe('determinism', () => {
  it('gives the same parts and metadata again', () => {
    expect(hash(generateSample(500))).toBe(hash(parts.slice(0, 500)));
    expect(hash([sampleMetadata()])).toBe(hash([metadata]));
  });

  it('gives the parts that it gave when this test was written', () => {
    expect(hash(generateSample(1000))).toBe('a2d9e01402ef1802c3e4ebfe9f129d8e7d248e5cf6d94af16e112751d0576f8d');
  });

  it('begins a large sample with the parts of a small one', () => {
    for (const size of [0, 1, 17, 1000]) expect(hash(generateSample(size))).toBe(hash(parts.slice(0, size)));
  });

  it('gives other parts and companies for another seed', () => {
    const uids = new Set(parts.slice(0, 1000).map((part) => part.uid));
    expect([...generateSample(1000, 2)].filter((part) => uids.has(part.uid))).toEqual([]);
    expect(sampleMetadata(2).brands[0].name).not.toBe(metadata.brands[0].name);
  });

  it('keeps no part', () => {
    const sample = generateSample(Number.MAX_SAFE_INTEGER);
    expect(sample.next().value).toEqual(parts[0]);
    expect(sample.return()).toEqual({ value: undefined, done: true });
  });
});

describe('identity', () => {
  it('gives every part a uid of 16 hex digits of its own', () => {
    expect(new Set(parts.map((part) => part.uid)).size).toBe(PARTS);
    expect(parts.filter((part) => !/^[0-9a-f]{16}$/.test(part.uid))).toEqual([]);
  });

  it('uses a part number once within a brand', () => {
    expect(new Set(parts.map((part) => `${part.brand?.uid} ${part.mpn}`)).size).toBe(PARTS);
  });

  it('names only brands, manufacturers, sellers, categories and specs of the metadata', () => {
    const identities = (records: readonly { uid: string; name: string }[]) =>
      new Set(records.map(({ uid, name }) => JSON.stringify({ uid, name })));
    const brands = identities(metadata.brands);
    const manufacturers = identities(metadata.manufacturers);
    const sellers = identities(metadata.sellers);
    const categories = new Set(metadata.categories.map((category) => category.uid));
    const keys = new Set(metadata.spec_metadata.map((spec) => spec.key));
    const strangers = parts.filter(
      (part) =>
        !brands.has(JSON.stringify(part.brand)) ||
        !manufacturers.has(JSON.stringify(part.manufacturer)) ||
        !part.offers?.every((offer) => sellers.has(JSON.stringify(offer.seller))) ||
        !part.category_uids?.every((uid) => categories.has(uid)) ||
        !Object.keys(part.specs ?? {}).every((key) => keys.has(key)),
    );
    expect(strangers).toEqual([]);
  });
});

describe('profile', () => {
  it('has 40 categories in a tree: a root, 7 groups, 32 leaves', () => {
    const byUid = new Map(metadata.categories.map((category) => [category.uid, category]));
    const lineOf = (uid: string | null | undefined): string[] => {
      const category = byUid.get(uid ?? '');
      return category ? [...lineOf(category.parent_uid), category.uid] : [];
    };
    const levels = metadata.categories.map(({ uid }) => lineOf(uid).length);
    expect([1, 2, 3].map((level) => levels.filter((value) => value === level).length)).toEqual([1, 7, 32]);
    for (const category of metadata.categories) expect(Object.keys(category)).toEqual(['uid', 'name', 'parent_uid']);
    expect(parts.filter(({ category_uids = [] }) => String(category_uids) !== String(lineOf(category_uids?.at(-1))))).toEqual([]);
    expect(new Set(parts.map((part) => part.category_uids?.at(-1))).size).toBe(32);
  });

  it('has 400 brands and 60 sellers with the shares of Zipf', () => {
    expect(metadata.brands).toHaveLength(400);
    expect(metadata.sellers).toHaveLength(60);
    const brands = frequencies(parts.map((part) => part.brand?.uid ?? ''));
    expect(brands[0] / PARTS).toBeCloseTo(0.21, 1);
    expect(brands[0] / brands[9]).toBeGreaterThan(8);
    const sellers = frequencies(offers.map((offer) => offer.seller?.uid ?? ''));
    const harmonic = metadata.sellers.reduce((sum, _, i) => sum + 1 / (i + 1), 0);
    for (const rank of [1, 2, 5, 10]) expect(sellers[rank - 1] / offers.length).toBeCloseTo(1 / rank / harmonic, 2);
  });

  it('has 33 text and 72 number specs, all of them in use, 12 a part, with names and units', () => {
    const texts = metadata.spec_metadata.filter((spec) => spec.datatype === 'string');
    expect([texts.length, metadata.spec_metadata.length - texts.length]).toEqual([33, 72]);
    expect(new Set(parts.flatMap((part) => Object.keys(part.specs ?? {}))).size).toBe(105);
    expect(mean(parts.map((part) => Object.keys(part.specs ?? {}).length))).toBeCloseTo(12, 0);
    expect(metadata.spec_metadata.find((spec) => spec.key === 'capacitance')).toEqual({
      key: 'capacitance',
      name: 'Capacitance',
      datatype: 'decimal',
      unit: { name: 'farad', symbol: 'F' },
    });
  });

  it('writes numbers that are numbers, whole ones where the metadata says so', () => {
    const datatypes = new Map(metadata.spec_metadata.map((spec) => [spec.key, spec.datatype]));
    const wrong = (part: Part) =>
      Object.entries(part.specs ?? {}).filter(([key, spec]) => {
        const text = String((spec.value as string[])[0]);
        if (datatypes.get(key) === 'integer') return !/^-?\d+$/.test(text);
        return datatypes.get(key) === 'decimal' && !/^\d+(\.\d+)?(e-\d+)?$/.test(text);
      });
    expect(parts.flatMap(wrong)).toEqual([]);
  });

  it('has 2.3 offers, one to three descriptions and 1.5 KB of JSON a part', () => {
    expect(offers.length / PARTS).toBeCloseTo(2.3, 1);
    expect(Math.max(...parts.map((part) => part.offers?.length ?? 0))).toBe(6);
    const counts = frequencies(parts.map((part) => String(part.descriptions?.length)));
    expect(counts).toHaveLength(3);
    for (const count of counts) expect(count / PARTS).toBeCloseTo(1 / 3, 1);
    const bytes = mean(parts.map((part) => JSON.stringify(part).length + 1));
    expect(bytes).toBeGreaterThan(1400);
    expect(bytes).toBeLessThan(1600);
  });

  it('is out of stock in three offers of ten and quotes euros in three of twenty', () => {
    expect(offers.filter((offer) => offer.in_stock_quantity === 0).length / offers.length).toBeCloseTo(0.3, 1);
    expect(offers.filter((offer) => offer.prices?.EUR).length / offers.length).toBeCloseTo(0.15, 1);
    expect(offers.every((offer) => (offer.prices?.USD.length ?? 0) > 0)).toBe(true);
  });

  it('prices fall from break to break', () => {
    for (const offer of offers.slice(0, 2000)) {
      const breaks = offer.prices?.USD ?? [];
      for (let i = 1; i < breaks.length; i++) {
        expect(Number(breaks[i][0])).toBeGreaterThan(Number(breaks[i - 1][0]));
        expect(Number(breaks[i][1])).toBeLessThanOrEqual(Number(breaks[i - 1][1]));
      }
    }
  });

  it('uses part numbers of the family: chip resistors carry their size, value and tolerance', () => {
    const leaf = metadata.categories.find((category) => category.name === 'Chip Resistors')?.uid;
    const resistors = parts.filter((part) => part.category_uids?.at(-1) === leaf && /^RC\d/.test(part.mpn));
    expect(resistors.length).toBeGreaterThan(100);
    for (const part of resistors) expect(part.mpn).toMatch(/^RC(\d{4})[FJDB]R-(07|10|13)\d+[RKM]\d*[LH]?(-[A-Z]\d\d)?$/);
    const whole = resistors.find((part) => part.specs?.resistance && part.specs.tolerance && part.specs.case_package);
    expect(whole?.short_description).toContain(` ${String(whole?.specs?.case_package.value)} `);
  });
});
