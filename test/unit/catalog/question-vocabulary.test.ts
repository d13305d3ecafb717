import { describe, expect, it } from 'vitest';
import type { CatalogVocabulary } from '../../../src/ask/vocabulary.js';
import { type CatalogInternals, type CollectionsInternals, INTERNALS } from '../../../src/catalog/internals.js';
import type { QuestionVocabulary } from '../../../src/catalog/question-vocabulary.js';
import { buildCatalog, type Catalog } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';

const value = (key: string, name: string, values: string[], unit?: { name: string; symbol: string }) => ({
  [key]: { value: values, metadata: { key, name, datatype: unit ? 'decimal' : 'string', ...(unit && { unit }) } },
});

const OHM = { name: 'ohm', symbol: 'Ω' };

const interval = { resistance: { ...value('resistance', 'Resistance', [], OHM).resistance, min_value: '1', max_value: '2' } };

const catalog = await buildCatalog({
  parts: [
    {
      uid: 'u1',
      mpn: 'RC0603-10K',
      brand: { uid: 'b1', name: 'Yageo' },
      manufacturer: { uid: 'm1', name: 'Yageo Corp' },
      category_uids: ['chips'],
      descriptions: [{ value: 'thick film' }],
      short_description: 'secretive',
      specs: { ...value('package', 'Package', ['0603']), ...value('resistance', 'Resistance', ['10000'], OHM) },
      offers: [{ sku: 'S1', seller: { uid: 's1', name: 'Mouser' } }],
    },
    { uid: 'u2', mpn: 'RC0402-1K', brand: { uid: 'b1', name: 'Yageo' }, category_uids: ['chips', 'unnamed'] },
    {
      uid: 'u3',
      mpn: 'X9',
      specs: { ...interval, note: { value: ['x'.repeat(200)] } },
    },
  ],
  categories: [
    { uid: 'all', name: 'Resistors' },
    { uid: 'chips', name: 'Chip Resistors', parent_uid: 'all', aliases: ['Widgets'] },
    { uid: 'empty', name: 'Resistor Networks' },
  ],
  brands: [{ uid: 'b1', name: 'Yageo', aliases: ['Phycomp'] }],
} as never);

const internals = (of: Catalog): CatalogInternals => (of as unknown as Record<typeof INTERNALS, CatalogInternals>)[INTERNALS];

/** The vocabulary of parts, which the public interface does not have. */
function questionsOf({ parts }: CollectionsInternals): QuestionVocabulary {
  return (parts as unknown as { context: { questions: QuestionVocabulary } }).context.questions;
}

function abortable(): { signal: AbortSignal; abort: (reason: Error) => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
}

const work = () => new Work(UNBOUNDED);
const learned = (collections: CollectionsInternals) => work().run(questionsOf(collections).load());
const vocabulary = await learned(internals(catalog).collections);

describe('the vocabulary of a catalog', () => {
  it('has categories with their ancestors, aliases, and the numbers of parts', () => {
    expect(vocabulary.lookUp('resistors').categories).toMatchObject([{ uids: ['all'], parts: 2, fit: 'whole' }]);
    expect(vocabulary.lookUp('widget').categories).toMatchObject([{ uids: ['chips'], parts: 2 }]);
    expect(vocabulary.lookUp('networks').categories).toEqual([]);
  });

  it('has makers, aliases of their records, and sellers', () => {
    const [maker] = vocabulary.lookUp('phycomp').makers;
    expect(maker).toMatchObject({ name: 'Yageo', brands: ['Yageo'], parts: 2 });
    expect(vocabulary.lookUp('yageo').makers).toMatchObject([{ brands: ['Yageo'], manufacturers: ['Yageo Corp'] }]);
    expect(vocabulary.lookUp('mouser').sellers).toMatchObject([{ sellers: ['Mouser'], parts: 1 }]);
  });

  it('has values that are names, and specs of numbers', () => {
    expect(vocabulary.lookUp('0603').values).toMatchObject([{ key: 'package', values: ['0603'], parts: 1 }]);
    expect(vocabulary.lookUp('x'.repeat(200)).values).toEqual([]);
    expect(vocabulary.numberKeys).toEqual([
      { key: 'resistance', name: 'Resistance', unit: OHM, isInteger: false, valued: 1, intervals: 1, stems: ['resistance'] },
    ]);
  });

  it('knows the words and part numbers of texts', async () => {
    expect(await work().run(vocabulary.partsWithWord('Thick', work()))).toBe(1);
    expect(await work().run(vocabulary.partsWithWord('thin', work()))).toBe(0);
    expect(await corrections(vocabulary, 'thikc')).toContain('thick');
    expect(await corrections(vocabulary, 'rc06o3')).toContain('rc0603');
  });

  it('is learned once, and shared by the calls that wait for it', async () => {
    const other = await buildCatalog({ parts: [{ uid: 'u', mpn: 'M1' }] } as never);
    const questions = questionsOf(internals(other).collections);
    const [a, b] = await Promise.all([work().run(questions.load()), work().run(questions.load())]);
    expect(b).toBe(a);
    expect(await work().run(questions.load())).toBe(a);
  });

  it('is learned on when the call that began it is stopped, for the questions behind it', async () => {
    const other = await buildCatalog({ parts: [...generateSample(500)], ...sampleMetadata() });
    const questions = questionsOf(internals(other).collections);
    const { signal, abort } = abortable();
    const stopped = other.parts.interpret('resistor', { signal });
    const { learning } = questions as unknown as { learning: Promise<CatalogVocabulary> | undefined };
    expect(learning).toBeDefined();
    abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    expect(await work().run(questions.load())).toBe(await learning);
    expect((await other.parts.interpret('resistor')).readings[0].as).toBe('category');
    await other.close();
  });

  it('takes no processor time of the call that learns it', async () => {
    const other = await buildCatalog({ parts: [...generateSample(500)], ...sampleMetadata() });
    const questions = questionsOf(internals(other).collections);
    const before = performance.now();
    const vocabularyOfOther = await new Work({ ...UNBOUNDED, processor: 1 }).run(questions.load());
    expect(performance.now() - before).toBeGreaterThan(1);
    expect(vocabularyOfOther.lookUp('resistor').categories.length).toBeGreaterThan(0);
    await other.close();
  });

  it('has nothing of an empty catalog', async () => {
    const { collections } = internals(await buildCatalog({ parts: [] }));
    const empty = await learned(collections);
    expect(empty.lookUp('resistor')).toEqual({ categories: [], makers: [], sellers: [], values: [] });
    expect(await corrections(empty, 'resistr')).toEqual([]);
  });
});

async function corrections(of: CatalogVocabulary, piece: string): Promise<string[]> {
  const found = await work().run(of.corrections(piece, work()));
  return found.map(({ text }) => text);
}

describe('a view that hides members', () => {
  const hidden = async (...names: string[]) => learned(internals(catalog).hiding(names).collections);

  it('learns nothing of them', async () => {
    const without = await hidden('brand', 'manufacturer', 'specs.package', 'specs.resistance', 'descriptions', 'offers.seller');
    expect(without.lookUp('yageo').makers).toEqual([]);
    expect(without.lookUp('mouser').sellers).toEqual([]);
    expect(without.lookUp('0603').values).toEqual([]);
    expect(without.numberKeys.map(({ key }) => key)).toEqual([]);
    expect(await corrections(without, 'thikc')).not.toContain('thick');
    expect(await corrections(without, 'yagoe')).not.toContain('yageo');
    expect(await work().run(without.partsWithWord('thick', work()))).toBe(0);
    expect(without.lookUp('resistors').categories).toMatchObject([{ uids: ['all'] }]);
  });

  it('knows no aliases, part numbers and categories that are hidden', async () => {
    const without = await hidden('mpn', 'aliases', 'category_uids');
    expect(without.lookUp('resistors').categories).toEqual([]);
    expect(without.lookUp('phycomp').makers).toEqual([]);
    expect(without.lookUp('yageo').makers).toMatchObject([{ brands: ['Yageo'] }]);
    expect(await corrections(without, 'rc06o3')).not.toContain('rc0603');
  });
});

it('is small', async () => {
  const sample = await buildCatalog({ parts: generateSample(2000), ...sampleMetadata() } as never);
  const vocabulary = await learned(internals(sample).collections);
  expect(vocabulary.numberKeys.length).toBeGreaterThan(3);
  const { bytes } = vocabulary;
  expect(bytes).toBeGreaterThan(0);
  // The words that others are corrected to are learned with the first of them.
  await corrections(vocabulary, 'resitor');
  expect(vocabulary.bytes).toBeGreaterThan(bytes);
  expect(vocabulary.bytes).toBeLessThan(200_000);
});
