import { describe, expect, it } from 'vitest';
import type { CatalogVocabulary } from '../../../src/ask/vocabulary.js';
import { KeptParts } from '../../../src/catalog/kept-parts.js';
import { KeptVocabularies, type QuestionVocabulary } from '../../../src/catalog/question-vocabulary.js';
import { RowSet } from '../../../src/index/row-set/row-set.js';
import type { Filter } from '../../../src/parser/ast.js';
import { buildCatalog } from '../../../src/partdex.js';

const filled = (field: string): Filter => ({ kind: 'field', field, operand: { kind: 'pattern', parts: [{ kind: 'any_run' }] } });
const list = (count: number) => [RowSet.list(new Uint32Array(count), count)];

describe('the parts that are kept for all questions', () => {
  it('are within a number of bytes, their keys and the entries themselves included', () => {
    const kept = new KeptParts({ bytes: 100_000, entries: 1000 });
    const view = kept.view();
    for (let i = 0; i < 500; i++) {
      view.keep(filled(`${i}`.padEnd(1000, 'x')), [RowSet.none]);
      expect(kept.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(kept.size).toBeGreaterThan(20);
    expect(kept.size).toBeLessThan(50);
    view.keep(filled('large'), list(100_000));
    expect([kept.size, kept.bytes]).toEqual([0, 0]);
  });

  it('are within a number of entries, of all views together', () => {
    const kept = new KeptParts({ bytes: 1 << 30, entries: 10 });
    const [a, b] = [kept.view(), kept.view()];
    a.keep(filled('one'), list(3));
    for (let i = 0; i < 8; i++) b.keep(filled(`${i}`), list(1));
    expect(b.find(filled('one'))).toBeUndefined();
    expect(a.find(filled('one'))?.[0].count).toBe(3);
    for (let i = 8; i < 17; i++) b.keep(filled(`${i}`), list(1));
    expect(kept.size).toBe(10);
    expect(a.find(filled('one'))?.[0].count).toBe(3);
    expect(b.find(filled('7'))).toBeUndefined();
  });

  it('subtract what is replaced', () => {
    const kept = new KeptParts();
    const view = kept.view();
    view.keep(filled('a'), list(1000));
    const { bytes } = kept;
    view.keep(filled('a'), list(1000));
    expect([kept.bytes, kept.size]).toEqual([bytes, 1]);
  });

  it('are those of a typed condition from the second time on', () => {
    const kept = new KeptParts();
    const view = kept.view();
    view.keepAgain(filled('a'), list(3));
    expect(view.find(filled('a'))).toBeUndefined();
    view.keepAgain(filled('a'), list(3));
    expect(view.find(filled('a'))?.[0].count).toBe(3);
  });

  it('have a name each; an entry that was dropped and comes back has another', () => {
    const kept = new KeptParts({ bytes: 1 << 30, entries: 2 });
    const view = kept.view();
    expect(view.nameOf(filled('a'))).toBeUndefined();
    for (const field of ['a', 'b']) view.keep(filled(field), list(3));
    const names = ['a', 'b'].map((field) => view.nameOf(filled(field)));
    expect(new Set([...names, kept.view().nameOf(filled('a'))]).size).toBe(3);
    for (const field of ['c', 'd', 'a']) view.keep(filled(field), list(3));
    expect(names).not.toContain(view.nameOf(filled('a')));
  });

  it('remember only the latest typed conditions, and no long ones', () => {
    const kept = new KeptParts();
    const view = kept.view();
    view.keepAgain(filled('a'), list(3));
    for (let i = 0; i < 1024; i++) view.keepAgain(filled(`${i}`), list(1));
    view.keepAgain(filled('a'), list(3));
    const long = filled('x'.repeat(20_000));
    for (let i = 0; i < 3; i++) view.keepAgain(long, list(1));
    expect(kept.size).toBe(0);
    const packages = filled('x'.repeat(19_000));
    for (let i = 0; i < 2; i++) view.keepAgain(packages, list(1));
    expect(view.find(packages)).toBeDefined();
  });

  it('have no words that are typed once', async () => {
    const catalog = await buildCatalog({
      parts: [
        { uid: 'u1', mpn: 'A1', category_uids: ['c1'] },
        { uid: 'u2', mpn: 'A2', descriptions: [{ value: 'chip resistor no1 no2 no3' }] },
      ],
      categories: [{ uid: 'c1', name: 'Chip Resistors' }],
    } as never);
    const { kept } = (catalog.parts as unknown as { context: { kept: KeptParts } }).context;
    expect((await catalog.parts.interpret('resistor')).readings[0].parts).toBe(2);
    const { size } = kept;
    expect(size).toBeGreaterThan(0);
    for (const text of ['no1', 'no2', 'no3']) {
      expect((await catalog.parts.interpret(text)).readings.every(({ parts }) => parts > 0)).toBe(true);
    }
    expect(kept.size).toBe(size);
    // Another text with the same word: questions asked again are remembered as they are.
    expect((await catalog.parts.interpret('no1 ')).readings).toMatchObject([{ parts: 1 }]);
    expect(kept.size).toBeGreaterThan(size);
    expect((await catalog.parts.interpret('no1')).readings).toMatchObject([{ parts: 1 }]);
    await catalog.close();
  });
});

it('vocabularies of views go when they have too many bytes together, the least used first', () => {
  const forgotten: string[] = [];
  const vocabulary = (name: string) => ({ forget: () => forgotten.push(name) }) as unknown as QuestionVocabulary;
  const [a, b, c] = ['a', 'b', 'c'].map(vocabulary);
  const kept = new KeptVocabularies(100);
  kept.use(a, 40);
  kept.use(b, 40);
  kept.use(a, 40);
  expect(forgotten).toEqual([]);
  kept.use(c, 40);
  expect(forgotten).toEqual(['b']);
  kept.use(b, 500);
  expect(forgotten).toEqual(['b', 'a', 'c']);
});

it('a vocabulary that was dropped is learned again', async () => {
  const catalog = await buildCatalog({ parts: [{ uid: 'u1', mpn: 'A1', brand: { uid: 'b1', name: 'Acme' } }] } as never);
  const { questions } = (catalog.parts as unknown as { context: { questions: QuestionVocabulary } }).context;
  const learned = () => (questions as unknown as { learned: CatalogVocabulary | undefined }).learned;
  expect((await catalog.parts.interpret('acme')).readings).toMatchObject([{ as: 'brand' }]);
  const before = learned();
  questions.forget();
  expect((await catalog.parts.interpret('acme')).readings).toMatchObject([{ as: 'brand' }]);
  expect(learned()).toBeDefined();
  expect(learned()).not.toBe(before);
  await catalog.close();
});
