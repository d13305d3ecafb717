import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DocumentStore } from '../../../src/index/documents/document-store.js';
import { buildCatalog, type Catalog, type CatalogChanges, type CatalogSource, overlay } from '../../../src/partdex.js';

type Spec = { readonly value?: readonly string[]; readonly metadata?: object };

const named = (key: string, more: object = {}) => ({ key, name: `Name of ${key}`, ...more });
const specsOf = (i: number): Record<string, Spec> => ({
  ...(i > 0 && {
    common: { value: [String(i)], ...(i === 3 && { metadata: named('common', { datatype: 'integer' }) }) },
  }),
  ...(i % 1000 === 7 && { rare: { value: ['x'], ...(i === 7 && { metadata: named('rare') }) } }),
  ...(i === 5 && { once: { value: ['only'] } }),
  // Without a value no field has it.
  ...(i % 1500 === 9 && { empty: { metadata: named('empty') } }),
});
const parts = Array.from({ length: 3000 }, (_, i) => ({ uid: `p${i}`, mpn: `M-${i}`, specs: specsOf(i) }));

/** What a catalog says of its spec keys, in their order. */
const told = ({ specs }: Catalog) =>
  JSON.stringify(specs.map(({ key, type, metadata, parts: count, values }) => [key, type, metadata, count, values]));

let base: Catalog;
beforeAll(async () => {
  base = await buildCatalog({ parts } as unknown as CatalogSource);
});
afterAll(() => base.close());
afterEach(() => vi.restoreAllMocks());

/** The catalog after changes, and how many documents were read for them. */
async function changed(changes: CatalogChanges): Promise<{ over: Catalog; documents: number }> {
  const read = vi.spyOn(DocumentStore.prototype, 'readTexts');
  const over = await overlay(base, changes);
  const documents = read.mock.calls.reduce((sum, [numbers]) => sum + numbers.length, 0);
  read.mockRestore();
  return { over, documents };
}

describe('what parts say of spec keys after an update', () => {
  it.each([
    ['p0', 'a part without specs', 1],
    ['p9', 'the first of two that carry a key without a value', 3100],
    ['p100', 'a part that is no first one', 1],
    ['p1', 'the first that carries a key', 20],
    ['p3', 'the only one that says something', 20],
    ['p5', 'the only one that carries a key', 20],
    ['p7', 'the first that carries a rare key, and the only one that says something of it', 20],
  ])('is that of a fresh build, and few documents are read: without %s, %s', async (uid, _, most) => {
    const { over, documents } = await changed({ remove: [uid] });
    const fresh = await buildCatalog({ parts: parts.filter((part) => part.uid !== uid) } as unknown as CatalogSource);
    expect(told(over)).toBe(told(fresh));
    expect(documents).toBeLessThanOrEqual(most);
    await Promise.all([over.close(), fresh.close()]);
  });

  it('is that of a fresh build without all of them', async () => {
    const gone = new Set(['p0', 'p1', 'p3', 'p5', 'p7', 'p9', 'p1007', 'p1509']);
    const { over } = await changed({ remove: gone });
    const fresh = await buildCatalog({ parts: parts.filter(({ uid }) => !gone.has(uid)) } as unknown as CatalogSource);
    expect(told(over)).toBe(told(fresh));
    await Promise.all([over.close(), fresh.close()]);
  });
});
