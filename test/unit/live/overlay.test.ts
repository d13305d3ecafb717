import { expect, it } from 'vitest';
import { buildCatalog, overlay, type Part } from '../../../src/partdex.js';

const part = (uid: string) => ({ uid, mpn: uid }) as Part;

it('an update of an overlay ends with the reason of its signal and leaves nothing', async () => {
  const catalog = await buildCatalog({ parts: [part('a')] });
  const over = await overlay(catalog, { put: [part('b')] });
  const reason = { stop: 'please' };
  await expect(over.update({ put: [part('c')] }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  async function* parts() {
    yield part('c');
    controller.abort(reason);
    yield part('d');
  }
  await expect(over.update({ put: parts() }, { signal: controller.signal })).rejects.toBe(reason);
  expect((await over.parts.search({ sortby: 'uid' })).results.map(({ item }) => item.uid)).toEqual(['a', 'b']);
  await over.close();
  await catalog.close();
});
