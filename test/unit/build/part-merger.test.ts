import { describe, expect, it, vi } from 'vitest';
import { digestOf } from '../../../src/analysis/digest.js';
import { buildCatalog, type InvalidDocumentError, type Part, ValidationError } from '../../../src/partdex.js';
import { rejectionOf } from '../../support/thrown.js';

vi.mock('../../../src/analysis/digest.js', { spy: true });

const BY_NUMBER = { merge: 'brand and part number' } as const;
const ACME = { uid: 'b', name: 'Acme' };

async function built(parts: readonly unknown[], options: object = BY_NUMBER, records: object = {}): Promise<Part[]> {
  const catalog = await buildCatalog({ parts: parts as Part[], ...records }, options);
  const found: Part[] = [];
  for await (const part of catalog.parts.scan({ sortby: 'uid asc', include: ['specs', 'redirected_uids'] }))
    found.push(part as Part);
  await catalog.close();
  return found;
}

describe('a build that merges', () => {
  it('makes one part of those with the same brand and number; each uid finds it', async () => {
    const parts = [
      { uid: '1', mpn: 'AB-1', brand: ACME, offers: [{ sku: 'A' }] },
      { uid: '2', mpn: 'AB-1', brand: { name: 'Brix' } },
      { uid: '3', mpn: 'ab1', brand: { name: 'ACME' }, offers: [{ sku: 'B' }] },
    ];
    const catalog = await buildCatalog({ parts }, BY_NUMBER);
    expect(catalog.info.parts).toBe(2);
    expect((await catalog.parts.get('3'))?.offers?.map(({ sku }) => sku)).toEqual(['A', 'B']);
    expect((await catalog.parts.get('3'))?.uid).toBe('1');
    expect((await catalog.parts.search({ filter: { fields: { uid: ['3'] } } })).hits).toBe(0);
    await catalog.close();
  });

  it('reads the aliases of brands from their records', async () => {
    const parts = [
      { uid: '1', mpn: 'A', brand: { uid: 'x', name: 'muRata' } },
      { uid: '2', mpn: 'A', brand: { uid: 'y', name: 'Murata Electronics' } },
    ];
    expect(await built(parts)).toHaveLength(2);
    const brands = [{ uid: 'z', name: 'Murata', aliases: ['muRata', 'Murata Electronics'] }];
    const [one, ...others] = await built(parts, BY_NUMBER, { brands });
    expect(others).toEqual([]);
    expect(one).toMatchObject({ uid: '1', brand: { uid: 'x', name: 'muRata' }, redirected_uids: ['2'] });
  });

  it('tells onNotice which values are not kept', async () => {
    const notices: string[] = [];
    const spec = (value: string) => ({ r: { value: [value], metadata: { datatype: 'decimal' } } });
    const parts = [
      { uid: '1', mpn: 'A', specs: spec('10') },
      { uid: '1', mpn: 'A', specs: spec('11') },
    ];
    const onNotice = (notice: string) => notices.push(notice);
    const [part] = await built(parts, { merge: 'uid', onNotice });
    expect(part.specs?.r.value).toEqual(['10']);
    expect(notices).toEqual(['part 1: specs.r is ["10"] in an earlier source; ["11"] in parts:2 is not kept']);
  });

  it('lists a thousand of them and counts the others', async () => {
    const notices: string[] = [];
    const parts = Array.from({ length: 1_500 }, (_, i) => ({ uid: '1', mpn: 'A', catalog_url: `${i}` }));
    await built(parts, { merge: 'uid', onNotice: (notice: string) => notices.push(notice) });
    expect(notices).toHaveLength(1_001);
    expect(notices.at(-1)).toBe('499 more values of merged parts are not kept');
  });

  it('leaves invalid documents out one by one, with their places', async () => {
    const errors: InvalidDocumentError[] = [];
    const parts = [
      { uid: '1', mpn: 'A', brand: 7 },
      { uid: '2', mpn: 'A', offers: [{ sku: 'X' }] },
      { uid: '3', mpn: 'A', offers: [{ moq: [1] }] },
      { uid: '4', mpn: 'A', offers: [{ sku: 'Y' }] },
      { uid: '5', mpn: 5, toJSON: () => ({ uid: '5' }) },
    ];
    const [part, ...others] = await built(parts, {
      ...BY_NUMBER,
      onInvalid: (error: InvalidDocumentError) => errors.push(error),
    });
    expect(others).toEqual([]);
    expect(part).toMatchObject({ uid: '2', redirected_uids: ['4'], offers: [{ sku: 'X' }, { sku: 'Y' }] });
    expect(errors.map(({ line, path }) => [line, path])).toEqual([
      [1, 'brand'],
      [3, 'offers[0].moq'],
      [5, 'mpn'],
    ]);
    expect(await rejectionOf(built(parts))).toMatchObject({ name: 'InvalidDocumentError', line: 1 });
  });

  it('reports a uid that two parts would have', async () => {
    const parts = [
      { uid: '1', mpn: 'A' },
      { uid: '1', mpn: 'B' },
    ];
    expect(await rejectionOf(built(parts))).toMatchObject({ name: 'InvalidDocumentError', path: 'uid', line: 2 });
    const living = [
      { uid: '1', mpn: 'A' },
      { uid: '2', mpn: 'A' },
      { uid: '2', mpn: 'B' },
    ];
    expect(await rejectionOf(built(living))).toMatchObject({ name: 'InvalidDocumentError', path: 'redirected_uids', line: 1 });
  });

  it('reports an option that is neither', async () => {
    for (const merge of ['mpn', 1, ['uid']]) {
      const error = await rejectionOf(built([], { merge }));
      expect(error).toBeInstanceOf(ValidationError);
      expect((error as Error).message).toBe(
        `merge must be "uid" or "brand and part number", not ${Array.isArray(merge) ? 'a list of 1' : JSON.stringify(merge)}`,
      );
    }
    expect(await built([{ uid: '1', mpn: 'A' }], { merge: undefined })).toHaveLength(1);
  });

  it('does not depend on digests: parts whose keys have the same one stay apart', async () => {
    const parts = Array.from({ length: 3_000 }, (_, i) => ({ uid: `${i}`, mpn: `A-${i % 1_000}`, brand: ACME }));
    const expected = await built(parts);
    expect(expected).toHaveLength(1_000);
    vi.mocked(digestOf).mockImplementation((text) => [0, text.length]);
    try {
      expect(await built(parts)).toEqual(expected);
    } finally {
      vi.mocked(digestOf).mockRestore();
    }
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const parts = (function* () {
      for (let i = 0; i < 10_000; i++) {
        if (i === 500) stop.abort();
        yield { uid: `${i}`, mpn: 'A' };
      }
    })();
    expect(await rejectionOf(buildCatalog({ parts }, { ...BY_NUMBER, signal: stop.signal }))).toMatchObject({ code: 'aborted' });
  });
});
