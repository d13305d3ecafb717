import { describe, expect, it } from 'vitest';
import { buildCatalog, ClosedError, ValidationError } from '../../../src/partdex.js';
import { createSuggester, type Suggestion } from '../../../src/suggest/partdex-suggest.js';

const yageo = { uid: 'b-yageo', name: 'Yageo' };
const vishay = { uid: 'b-vishay', name: 'Vishay Dale', aliases: ['VD'] };
const seller = { uid: 's-arrow', name: 'Arrow Electronics' };
const resistance = { value: [10000], metadata: { name: 'Resistance', datatype: 'decimal' as const } };
const offers = (...skus: string[]) => skus.map((sku) => ({ sku, seller }));

const source = {
  parts: [
    { uid: 'p1', mpn: 'RC0603FR-0710KL', brand: yageo, offers: offers('311-10.0KHRCT-ND', 'X1'), category_uids: ['chip'] },
    { uid: 'p2', mpn: 'RC0603FR-07100KL', brand: yageo, offers: offers('311-11.0KHRCT-ND'), category_uids: ['chip'] },
    { uid: 'p3', mpn: 'RC0402FR-0710KL', brand: yageo, specs: { resistance }, category_uids: ['chip'] },
    { uid: 'p4', mpn: '1N4148', brand: vishay, manufacturer: { uid: 'm1', name: 'VISHAY DALE' }, offers: offers('1N4148') },
    { uid: 'p5', mpn: '1N-4148', brand: { name: 'Diotec' }, manufacturer: { uid: 'm2', name: 'Diotec Semiconductor AG' } },
    { uid: 'p6', mpn: '1N4148', brand: vishay, category_uids: ['rect'], offers: offers('---') },
    { uid: 'p7', mpn: '---', brand: vishay },
  ],
  categories: [
    { uid: 'res', name: 'Resistors' },
    { uid: 'chip', name: 'Chip Resistors', parent_uid: 'res' },
    { uid: 'rect', name: 'Rectifiers', ancestor_names: ['Semiconductors', 'Diodes'], aliases: ['Gleichrichter'] },
    { uid: 'none', name: 'Resonators' },
  ],
};

const catalog = await buildCatalog(source);
const suggester = await createSuggester(catalog);
const texts = (typed: string, limit?: number) =>
  suggester.suggest(typed, limit === undefined ? {} : { limit }).map(({ text }) => text);
const first = (typed: string): Suggestion | undefined => suggester.suggest(typed)[0];

describe('part numbers', () => {
  it('are completed whatever the separators and the case', () => {
    expect(texts('rc0603fr07')).toEqual(['RC0603FR-0710KL', 'RC0603FR-07100KL']);
    expect(texts('RC-0603 FR.0710k')).toEqual(['RC0603FR-0710KL']);
    expect(first('rc0603fr0710kl')).toEqual({ kind: 'mpn', text: 'RC0603FR-0710KL', match: 'exact', parts: 1, uid: 'p1' });
  });

  it('are found by their pieces where nothing begins so', () => {
    expect(texts('rc0603-07')).toEqual(['RC0603FR-0710KL', 'RC0603FR-07100KL']);
    expect(suggester.suggest('rc 10k')).toMatchObject([
      { text: 'RC0603FR-0710KL', match: 'words' },
      { text: 'RC0402FR-0710KL', match: 'words' },
    ]);
    expect(texts('10k rc')).toEqual([]);
  });

  it('are first those of parts with more offers, then the shorter ones', () => {
    expect(texts('rc0')).toEqual(['RC0603FR-0710KL', 'RC0603FR-07100KL', 'RC0402FR-0710KL']);
  });

  it('that are written in several ways are one, written as most parts have it', () => {
    expect(first('1n4148')).toEqual({ kind: 'mpn', text: '1N4148', match: 'exact', parts: 3 });
  });

  it('of distributors are there, unless they are the part number too', () => {
    expect(suggester.suggest('311-1')).toMatchObject([
      { kind: 'sku', text: '311-10.0KHRCT-ND', parts: 1, uid: 'p1' },
      { kind: 'sku', text: '311-11.0KHRCT-ND', uid: 'p2' },
    ]);
    expect(suggester.suggest('1N41').map(({ kind }) => kind)).toEqual(['mpn']);
  });
});

describe('names', () => {
  it('are brands with their uid, categories with their path, specs with their key', () => {
    expect(first('yag')).toEqual({ kind: 'brand', text: 'Yageo', match: 'prefix', parts: 3, uid: 'b-yageo' });
    expect(first('chip')).toEqual({
      ...{ kind: 'category', text: 'Chip Resistors', match: 'prefix', parts: 3, uid: 'chip', path: ['Resistors'] },
    });
    expect(first('rectifiers')).toMatchObject({ match: 'exact', path: ['Semiconductors', 'Diodes'] });
    expect(first('resistance')).toEqual({ kind: 'spec', text: 'Resistance', match: 'exact', parts: 1, key: 'resistance' });
    expect(first('arrow')).toEqual({ kind: 'seller', text: 'Arrow Electronics', match: 'prefix', parts: 4, uid: 's-arrow' });
  });

  it('of brands that have no record have no uid', () => {
    expect(first('diotec')).toEqual({ kind: 'brand', text: 'Diotec', match: 'exact', parts: 1 });
  });

  it('of manufacturers are there where no brand has them', () => {
    expect(suggester.suggest('vishay').map(({ kind }) => kind)).toEqual(['brand']);
    expect(first('semiconductor ag')).toMatchObject({ kind: 'manufacturer', uid: 'm2', match: 'words' });
  });

  it('are found by their words in any order, by aliases and by keys', () => {
    expect(first('res chi')).toMatchObject({ text: 'Chip Resistors', match: 'words' });
    expect(first('vd')).toMatchObject({ text: 'Vishay Dale', match: 'exact' });
    expect(first('gleich')).toMatchObject({ text: 'Rectifiers', match: 'prefix' });
  });

  it('that no part has are not suggested', () => {
    expect(texts('resona')).not.toContain('Resonators');
  });

  it.each(['vihsay', 'vishaay', 'visay', 'vishqy', 'vishya dale', 'dale vishya', 'vihs'])('are found as %s', (typed) => {
    expect(suggester.suggest(typed)).toMatchObject([{ text: 'Vishay Dale', match: 'fuzzy' }]);
  });

  it.each(['ishay', 'vxxhay', 'vsh', 'vishay9x'])('are not found as %s', (typed) => {
    expect(suggester.suggest(typed)).toEqual([]);
  });
});

describe('the list', () => {
  it('has names before part numbers, unless a digit was typed, and what fits better before', () => {
    expect(suggester.suggest('r').map(({ kind }) => kind)).toEqual([
      ...['category', 'category', 'spec', 'mpn', 'mpn', 'mpn', 'category'],
    ]);
    expect(suggester.suggest('1').map(({ kind }) => kind)).toEqual(['mpn']);
  });

  it('is not all of one kind', async () => {
    const parts = Array.from({ length: 40 }, (_, i) => ({
      ...{ uid: `p${i}`, mpn: `abc${i}`, brand: { uid: `b${i}`, name: `Abc ${i}` }, offers: offers(`ABC-s${i}`) },
      ...{ specs: { [`abc_${i}`]: { value: ['x'] } } },
    }));
    const many = await createSuggester(await buildCatalog({ parts }));
    const kinds = (limit: number) => many.suggest('abc', { limit }).map(({ kind }) => kind);
    const counts = (limit: number) => kinds(limit).filter((kind, i, all) => all.indexOf(kind) === i);
    expect(kinds(10)).toEqual([...['brand', 'brand', 'brand', 'spec', 'spec', 'spec', 'mpn', 'mpn', 'mpn', 'sku']]);
    expect(counts(100)).toEqual(['brand', 'spec', 'mpn', 'sku']);
    expect(kinds(1)).toEqual(['brand']);
    expect(kinds(0)).toEqual([]);
  });

  it('has at most as many as asked for, ten by default', () => {
    expect(texts('r', 2)).toHaveLength(2);
    expect(texts('r', 0)).toEqual([]);
  });

  it.each(['', ' ', '---', '*', '™', '\u0301', '\ud800', '😀'])('is empty for %j', (typed) => {
    expect(suggester.suggest(typed)).toEqual([]);
  });

  it.each([
    'a'.repeat(10_000),
    'rc '.repeat(3_333),
    Array.from({ length: 2_000 }, (_, i) => `w${i}`).join(' '),
    'é'.repeat(10_000),
    '\ud83d'.repeat(10_000),
    'rc*0603?',
    '__proto__',
    'constructor',
    'x'.repeat(100_000),
  ])('is what it is for %#', (typed) => {
    expect(Array.isArray(suggester.suggest(typed))).toBe(true);
  });

  it('is for wildcards what it is without', () => {
    expect(suggester.suggest('rc0603*')).toEqual(suggester.suggest('rc0603'));
  });
});

it('has names of any text', async () => {
  const names = ['__proto__', 'constructor', 'toString', '电阻 器', '𠮷a', `Long${'g'.repeat(70_000)}`];
  const parts = names.map((name, i) => ({ uid: `${i}`, mpn: `${i}`, brand: { uid: `b${i}`, name } }));
  const strange = await createSuggester(await buildCatalog({ parts }));
  for (const [i, typed] of ['__proto__', 'constr', 'tostring', '电阻', '𠮷', 'longggggggggggggggggggggg'].entries()) {
    expect(strange.suggest(typed)).toMatchObject([{ kind: 'brand', text: names[i], uid: `b${i}` }]);
  }
});

it('finds a misspelled word beside one of which it is a misspelling', async () => {
  const parts = [{ uid: '1', mpn: '1', brand: { uid: 'b', name: 'Accb Acbc' } }];
  const similar = await createSuggester(await buildCatalog({ parts }));
  expect(similar.suggest('aabc')).toMatchObject([{ text: 'Accb Acbc', match: 'fuzzy' }]);
});

it('completes nothing where there is nothing', async () => {
  const empty = await createSuggester(await buildCatalog({ parts: [] }));
  expect(empty.suggest('rc')).toEqual([]);
});

it('gives lists that the caller may keep and change, and shares no more than it protects', () => {
  const answer = suggester.suggest('chip');
  Object.assign(answer[0], { text: 'changed' });
  expect(() => (answer[0].path as string[]).push('changed')).toThrow(TypeError);
  expect(first('chip')).toMatchObject({ text: 'Chip Resistors', path: ['Resistors'] });
});

describe('errors', () => {
  it.each([[5], [null], [undefined], [{}], [['rc']]])('the text %j is not a string', (typed) => {
    expect(() => suggester.suggest(typed as unknown as string)).toThrow(expect.objectContaining({ argument: 'text' }));
  });

  it.each([[-1], [101], [1.5], ['10'], [Number.NaN]])('the limit %j is refused', (limit) => {
    const refused = () => suggester.suggest('rc', { limit: limit as number });
    expect(refused).toThrow(ValidationError);
    expect(refused).toThrow(expect.objectContaining({ argument: 'limit' }));
  });

  it('unknown options are refused', () => {
    expect(() => suggester.suggest('rc', { limits: 3 } as object)).toThrow('limits is not an argument; did you mean "limit"?');
    expect(() => suggester.suggest('rc', 'x' as unknown as object)).toThrow('options must be an object');
  });

  it.each([[undefined], [null], ['catalog.pdx'], [{ parts: [] }]])('%j is not a catalog', async (given) => {
    await expect(createSuggester(given as never)).rejects.toMatchObject({ name: 'ValidationError', argument: 'catalog' });
  });

  it('a catalog that closes waits for a suggester that is being made', async () => {
    const closing = await buildCatalog(source);
    const making = createSuggester(closing);
    await closing.close();
    const own = await making;
    expect(() => own.suggest('rc')).toThrow(ClosedError);
  });

  it('a closed catalog completes nothing more', async () => {
    const closing = await buildCatalog(source);
    const own = await createSuggester(closing);
    expect(own.suggest('rc')).not.toEqual([]);
    await closing.close();
    expect(() => own.suggest('rc')).toThrow(ClosedError);
    await expect(createSuggester(closing)).rejects.toThrow(ClosedError);
  });
});
