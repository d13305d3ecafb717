import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSource } from '../../src/catalog/catalog.js';
import { portableCodec } from '../../src/encoding/codec.js';
import type { Catalog, SearchRequest } from '../../src/partdex.js';
import { MemorySource } from '../../src/storage/byte-source.js';
import { SectionStore } from '../../src/storage/section-store.js';
import { ForgedReader } from '../support/property/forged-reader.js';
import { type ForgedRequest, forgedCatalog } from '../support/property/forged-requests.js';
import { forgeries, mutated } from '../support/property/mutations.js';
import { Counterexample, holds, RUNS } from '../support/property/settings.js';

/**
 * Files of which all checksums fit and that were not validated. Their answers may be wrong; but every request ends, soon, with an
 * answer or a PartdexError, whatever the sections contain.
 */

/** `npm run test:all` reads 1,500 forged files, and a short run 60. */
const SHARE = RUNS >= 50_000 ? 0.6 : 1.2;

let bytes: Uint8Array;
let requests: ForgedRequest[];
let reader: ForgedReader;

beforeAll(async () => {
  ({ bytes, requests } = await forgedCatalog());
  reader = await ForgedReader.create(requests);
}, 120_000);

afterAll(() => reader?.close());

it('of the file as it was built every request is answered', async () => {
  expect(await reader.read(bytes)).toEqual({ codes: [undefined, ...requests].map(() => 'answer') });
});

it('the requests read every section', async () => {
  const source = new MemorySource([bytes]);
  const read = vi.spyOn(source, 'read');
  const catalog = await openSource(source, portableCodec);
  for (const request of requests) if (request[0] !== 'validate') await answer(catalog, request);
  const places = new Set(read.mock.calls.map(([offset]) => offset));
  const store = await SectionStore.open(new MemorySource([bytes]), portableCodec);
  const isRead = ({ name, offset }: { name: string; offset: number }) => places.has(offset) || name.endsWith('/documents');
  expect(
    store
      .list()
      .filter((section) => !isRead(section))
      .map(({ name }) => name),
    // No request orders by the scores of these indexes, and only openCatalogFiles reads which members categories gave.
  ).toEqual([
    'parts/texts/short_description/scores',
    'parts/texts/own:note/scores',
    'parts/texts/words/scores',
    'categories/given',
  ]);
});

/** Asks in this thread. */
async function answer(catalog: Catalog, [collection, method, ...args]: ForgedRequest): Promise<void> {
  const answerer = catalog[collection as 'parts'] as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  if (method !== 'scan') await answerer[method as string](...args);
  else for await (const _ of catalog.parts.scan(args[0] as SearchRequest));
}

it('whatever is forged, every request ends with an answer or a PartdexError', async () => {
  await holds(
    forgeries(),
    async (mutation) => {
      const result = await reader.read(await mutated(bytes, mutation));
      if ('fault' in result) throw new Counterexample(`${result.fault}\nafter ${JSON.stringify(mutation)}`);
    },
    SHARE,
  );
});
