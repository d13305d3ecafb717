import { describe, expect, it } from 'vitest';
import { InvalidDocumentError } from '../../../src/model/errors.js';
import { buildCatalog, type Part } from '../../../src/partdex.js';

const part = (uid: string, ...redirected_uids: string[]): Part => ({ uid, mpn: `mpn ${uid}`, redirected_uids });

/** The message of the build's error, which must be an InvalidDocumentError. */
async function refusal(parts: Part[]): Promise<InvalidDocumentError> {
  const error = await buildCatalog({ parts }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidDocumentError);
  return error as InvalidDocumentError;
}

describe('merged uids', () => {
  it.each([
    ['of any form', 'old', 'é', 'x'.repeat(255)],
    ['of 16 hex digits', '00000000000000a1', 'ffffffffffffffff', '0123456789abcdef'],
  ])('%s lead to the surviving part', async (_, first, second, third) => {
    const catalog = await buildCatalog({ parts: [part('c'), part('a', first, third), part('b', second), part('0')] });
    expect((await catalog.parts.get(first))?.uid).toBe('a');
    expect((await catalog.parts.get(third))?.uid).toBe('a');
    expect((await catalog.parts.get(second))?.uid).toBe('b');
    expect(await catalog.parts.get('older')).toBeUndefined();
    expect(Object.keys(await catalog.parts.getMulti([second, 'c', 'none', first]))).toEqual([second, 'c', first]);
  });

  it('are not found by a search', async () => {
    const catalog = await buildCatalog({ parts: [part('a', 'old')] });
    expect((await catalog.parts.search({ filter: { fields: { uid: ['old'] } } })).hits).toBe(0);
    expect((await catalog.parts.search({ filter: { queries: ['uid:o*'] } })).hits).toBe(0);
  });

  it.each([
    ['listed by two parts', [part('a', 'old'), part('b', 'x', 'old')], 2, 'first in parts:1'],
    ['listed twice by one part', [part('a'), part('b', 'old', 'old')], 2, 'in this part'],
    ["a part's own", [part('a', 'a')], 1, 'in this part'],
    ['alive before', [part('a'), part('b'), part('c', 'a')], 3, 'parts:1'],
    ['alive later', [part('a', 'c'), part('b'), part('c')], 1, 'parts:3'],
  ])('are refused if %s', async (_, parts, line, other) => {
    const error = await refusal(parts);
    expect(error).toMatchObject({ line, path: 'redirected_uids', source: 'parts' });
    expect(error.message).toContain(`parts:${line}: `);
    expect(error.message).toContain(other);
  });

  it('that a skipped part lists are free', async () => {
    const errors: InvalidDocumentError[] = [];
    const parts = [part('a', 'old'), part('a', 'other'), part('b', 'other')];
    const catalog = await buildCatalog({ parts }, { onInvalid: (error) => errors.push(error) });
    expect(errors.map(({ line, path }) => [line, path])).toEqual([[2, 'uid']]);
    expect((await catalog.parts.get('other'))?.uid).toBe('b');
    expect((await catalog.parts.get('old'))?.uid).toBe('a');
  });
});

describe('a uid that occurs twice', () => {
  it('is refused, naming both lines', async () => {
    const parts = [part('x'), part('a'), ...Array.from({ length: 600 }, (_, i) => part(`p${i}`)), part('a')];
    const error = await refusal(parts);
    expect(error).toMatchObject({ line: 603, path: 'uid', source: 'parts' });
    expect(error.message).toMatch(/^parts:603: uid: "a" is taken by parts:2;/);
  });

  it('is refused among records too', async () => {
    const record = { uid: 'a', name: 'A' };
    for (const collection of ['brands', 'manufacturers', 'sellers', 'categories'] as const) {
      await expect(buildCatalog({ parts: [], [collection]: [record, record] })).rejects.toMatchObject({
        code: 'invalid_document',
        line: 2,
        source: collection,
        path: 'uid',
      });
    }
    const metadata = { key: 'k' };
    await expect(buildCatalog({ parts: [], spec_metadata: [metadata, metadata] })).rejects.toMatchObject({
      line: 2,
      path: 'key',
    });
  });
});
