import { expect, it } from 'vitest';
import { CatalogFiles, openThreads } from '../support/workers/catalog-files.js';

const catalogFiles = CatalogFiles.create();

it('threads know the synonyms that the catalog is opened with', async () => {
  const source = {
    parts: [{ uid: 'u', mpn: 'A1', category_uids: ['c'] }],
    categories: [{ uid: 'c', name: 'Wumble Plates' }],
  };
  const path = await catalogFiles.write(source as never);
  const { catalog } = await openThreads(path, 1, { synonyms: [['zorp', 'wumble plate']] });
  const { readings } = await catalog.parts.interpret('zorps');
  expect(readings).toMatchObject([{ as: 'category', parts: 1 }]);
  await catalog.close();
});
