import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

describe('the suggestions of a question', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog({ parts: generateSample(1_500), ...sampleMetadata() });
  });
  afterAll(() => catalog.close());

  const suggestionsOf = async (text: string) => (await catalog.parts.interpret(text)).suggestions;

  it.each(['cpa', 'xzq', '"rlay" capcitor', '-capcitor "thin flm"'])('%s: each finds something', async (text) => {
    expect((await catalog.parts.ask(text, { limit: 0 })).hits).toBe(0);
    const suggestions = await suggestionsOf(text);
    expect(suggestions.length).toBeGreaterThan(0);
    expect(suggestions.length).toBeLessThanOrEqual(5);
    for (const other of suggestions) expect((await catalog.parts.ask(other, { limit: 0 })).hits, other).toBeGreaterThan(0);
  });

  it('the nearest word is first', async () => {
    expect((await suggestionsOf('cpa'))[0]).toBe('cap');
  });

  it('are empty where something is found, unless they are asked for', async () => {
    expect(await suggestionsOf('ceramic capacitor')).toEqual([]);
    const { suggestions, understood, hits } = await catalog.parts.ask('ceramic capacitor', { suggest: true, limit: 0 });
    expect(hits).toBeGreaterThan(0);
    expect(suggestions).toEqual(['ceramic capacitors']);
    expect(understood.suggestions).toEqual(suggestions);
    expect(await catalog.parts.ask('ceramic capacitor', { limit: 0 })).not.toHaveProperty('suggestions');
  });
});

describe('mistyped words', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog({
      parts: [
        { uid: '1', mpn: 'X-1', manufacturer: { uid: 'm', name: 'Murata' } },
        { uid: '2', mpn: 'P-1', short_description: 'Rotary potentiometer' },
        { uid: '3', mpn: 'Q-1', descriptions: [{ value: 'Power mosfet' }] },
      ],
    });
  });
  afterAll(() => catalog.close());

  it('are corrected to names of manufacturers', async () => {
    const { hits, understood } = await catalog.parts.ask('muratta');
    expect(hits).toBe(1);
    expect(understood.readings).toMatchObject([{ as: 'brand', corrected: 'muratta → murata' }]);
  });

  it('are corrected to words of short descriptions', async () => {
    const { hits, understood } = await catalog.parts.ask('potentiometr');
    expect(hits).toBe(1);
    expect(understood.readings).toMatchObject([{ as: 'words', corrected: 'potentiometr → potentiometer' }]);
  });

  it.each([
    ['for the in moafot', 'for the in mosfet'],
    ['- , / & moafot', '- , / & mosfet'],
    ['xzq xzw xzv moafot', 'mosfet'],
  ])('%s: connecting words and marks do not take the place of words', async (text, suggested) => {
    expect((await catalog.parts.interpret(text)).suggestions).toContain(suggested);
  });
});
