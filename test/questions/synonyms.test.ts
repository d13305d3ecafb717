import { expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';

const part = (uid: string, value: string) => ({
  ...{ uid, mpn: uid, brand: { uid: 'b', name: 'Acme' } },
  descriptions: [{ value, attribution: { sources: [] } }],
});

it("a phrase of the caller's lists means the others of its list in the words of texts as well", async () => {
  const parts = [
    part('A1', 'blinkenlight red'),
    part('A2', 'flux lamp green'),
    part('A3', 'lamp with flux'),
    part('A4', 'diode'),
  ];
  const source = { parts } as unknown as CatalogSource;
  const catalog = await buildCatalog(source, { synonyms: [['flux lamp', 'blinkenlight']] });
  for (const text of ['flux lamp', 'Flux-Lamp', 'flux lamps', 'blinkenlight', 'blinkenlights']) {
    const { results } = await catalog.parts.ask(text);
    expect(results.map(({ item }) => item.uid).sort(), text).toEqual(['A1', 'A2']);
  }
  await catalog.close();
});
