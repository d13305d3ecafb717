import { expect, it } from 'vitest';
import { buildCatalog, type Catalog, formatChanges, overlay, type Part, parseChanges } from '../../../src/partdex.js';

const part = (i: number, text = `resistor ${i % 4}`) => ({ uid: `p${i}`, mpn: `M${i}`, descriptions: [{ value: text }] }) as Part;

it('an overlay of many updates has few segments, and answers as one build does', async () => {
  const base = await buildCatalog({ parts: Array.from({ length: 50 }, (_, i) => part(i)) });
  const over = await overlay(base, {});
  let parts = Array.from({ length: 50 }, (_, i) => part(i));
  const request = { q: 'resistor', limit: 7, show: ['uid'] };
  let most = 0;
  for (let i = 0; i < 60; i++) {
    const description = `resistor resistor ${i}`;
    await over.update({
      patch: [{ uid: `p${i % 40}`, descriptions: [{ value: description }] } as Part],
      put: [part(100 + i)],
      remove: i > 0 ? [`p${99 + i}`] : [],
    });
    parts = parts.map((one, at) => (at === i % 40 ? part(at, description) : one));
    most = Math.max(most, over.info.segments ?? 0);
  }
  parts = [...parts, part(159)];
  expect(most).toBeLessThanOrEqual(9);
  const built = await buildCatalog({ parts });
  const later = await overlay(base, parseChanges(await formatChanges(over.changes())));
  const walk = async (catalog: Catalog) => {
    const { next, results, hits } = await catalog.parts.search(request);
    const rest = await catalog.parts.search({ ...request, limit: 100, after: next as string });
    return [hits, ...results, ...rest.results];
  };
  const expected = await walk(built);
  expect(expected).toHaveLength(52);
  expect(await walk(over)).toEqual(expected);
  expect(await walk(later)).toEqual(expected);
  expect(await over.parts.get('p3')).toEqual(await built.parts.get('p3'));
  await Promise.all([over.close(), later.close(), built.close()]);
  await base.close();
});

it('a cursor of an overlay ends with an update, whether or not it merges segments', async () => {
  const base = await buildCatalog({ parts: Array.from({ length: 20 }, (_, i) => part(i)) });
  const over = await overlay(base, {});
  for (let i = 0; i < 12; i++) {
    const { next } = await over.parts.search({ q: 'resistor', limit: 3 });
    await over.update({ put: [part(30 + i)] });
    await expect(over.parts.search({ q: 'resistor', limit: 3, after: next as string })).rejects.toMatchObject({
      argument: 'after',
    });
  }
  await over.close();
  await base.close();
});
