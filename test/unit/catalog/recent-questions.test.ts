import { beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

let catalog: Catalog;
let fresh: Catalog;

beforeAll(async () => {
  const source = () => ({ parts: generateSample(500), ...sampleMetadata() });
  [catalog, fresh] = [await buildCatalog(source()), await buildCatalog(source())];
});

const timeless = ({ msec: _, ...answer }: { readonly msec: number }) => answer;

describe('a question that is asked again', () => {
  it.each(['10k 0603 resistor', 'capcitor 100nF', 'no such thing 4711', '"100 nF" in stock'])(
    '%s: has the same answer',
    async (text) => {
      const first = timeless(await catalog.parts.ask(text, { limit: 20 }));
      expect(timeless(await catalog.parts.ask(text, { limit: 20 }))).toEqual(first);
      expect(timeless(await catalog.parts.ask(text, { limit: 5, start: 5 }))).toEqual(
        timeless(await fresh.parts.ask(text, { limit: 5, start: 5 })),
      );
      expect(timeless(await catalog.parts.ask(text, { suggest: true }))).toEqual(
        timeless(await fresh.parts.ask(text, { suggest: true })),
      );
      const filter = { fields: { 'brand.name': ['Acme'] } };
      expect(timeless(await catalog.parts.ask(text, { filter }))).toEqual(timeless(await fresh.parts.ask(text, { filter })));
    },
  );

  it('is not what a caller has made of its first answer', async () => {
    const text = '0805 resistor';
    const first = await catalog.parts.interpret(text);
    const untouched = structuredClone(first);
    first.request.filter = { queries: ['mpn:nothing'] };
    (first.readings as unknown[]).length = 0;
    const second = await catalog.parts.interpret(text);
    expect(second).toEqual(untouched);
    (second.readings[0] as { text: string }).text = 'changed';
    expect(await catalog.parts.interpret(text)).toEqual(untouched);
    expect((await catalog.parts.ask(text)).understood).toEqual(untouched);
  });

  it('may be one of thousands', async () => {
    const first = await catalog.parts.interpret('10k resistor');
    for (let i = 0; i < 600; i++) await catalog.parts.interpret(`${i}k resistor`);
    expect(await catalog.parts.interpret('10k resistor')).toEqual(first);
  });
});
