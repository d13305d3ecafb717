import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../../examples/offline-page/src/engine/answer-question.js';
import type { PageQuestion } from '../../../../examples/offline-page/src/state/search-state.js';
import { buildCatalog, type Catalog, type Interpretation, type Reading } from '../../../../src/partdex.js';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await buildCatalog({
    parts: [
      { uid: '1', mpn: 'CAP-100', descriptions: [{ value: 'Ceramic capacitor 0.1uF' }], avg_price: 2 },
      { uid: '2', mpn: 'R-1', brand: { uid: 'b', name: 'Capella' } },
      { uid: '3', mpn: 'X', offers: [{ sku: 'CAP 100-2', seller: { uid: 's', name: 'Shop' } }] },
      { uid: '4', mpn: 'Y', descriptions: [{ value: 'a handicap' }] },
    ],
  });
});

afterAll(() => catalog.close());

const question = (text: string, others: Partial<PageQuestion> = {}): PageQuestion => ({
  text,
  changes: new Map(),
  request: {},
  ...others,
});

async function uidsOf(asked: PageQuestion, parts: Parameters<typeof answerQuestion>[0] = catalog.parts): Promise<string[]> {
  const { response } = await answerQuestion(parts, asked);
  return response.results.map(({ item }) => item.uid);
}

it('a question is answered as ask does, with the selections besides', async () => {
  for (const text of ['ceramic capacitor', 'handicap', '"a handicap"']) {
    const { response, understood } = await answerQuestion(catalog.parts, question(text));
    const expected = await catalog.parts.ask(text);
    expect({ ...response, msec: 0 }).toEqual({ ...expected, msec: 0, understood: undefined });
    expect(understood).toEqual(expected.understood);
  }
  expect((await answerQuestion(catalog.parts, question(' '))).response.hits).toBe(4);
  const request = { filter: { queries: ['mpn:x'], fields: {} }, sortby: undefined };
  expect(await uidsOf(question('', { request }))).toEqual(['3']);
});

it('the request that counts are made of has the same hits', async () => {
  for (const text of ['capacitor', 'cerami', 'cap*']) {
    const { response, asked } = await answerQuestion(catalog.parts, question(text));
    expect(response.hits).toBeGreaterThan(0);
    expect((await catalog.parts.search({ ...asked, limit: 0 })).hits).toBe(response.hits);
  }
});

it('a text with wildcards is keywords', async () => {
  const answer = await answerQuestion(catalog.parts, question('cap?00'));
  expect(answer.response.results.map(({ item }) => item.uid)).toEqual(['1']);
  expect(answer.understood).toBeUndefined();
  expect((await answerQuestion(catalog.parts, question('which capacitor?'))).understood).toBeDefined();
});

describe('a word that is half typed', () => {
  it.each([
    ['capa', ['1']],
    ['ceramic capa', ['1']],
    ['capel', ['2']],
    ['cap-1', ['1']],
    ['handica', ['4']],
  ])('%s finds %j', async (text, uids) => {
    const answer = await answerQuestion(catalog.parts, question(text));
    expect(answer.response.results.map(({ item }) => item.uid).sort()).toEqual(uids);
    if (answer.beginning === undefined) return;
    const last = answer.understood?.readings.at(-1) as Reading;
    expect(text.slice(last.offset)).toBe(answer.beginning);
    const { hits } = await catalog.parts.search({ filter: { queries: [String(last.query)] } });
    expect(last.parts).toBe(hits);
  });

  it('is the last one without a blank behind it', async () => {
    expect((await answerQuestion(catalog.parts, question('handica'))).beginning).toBe('handica');
    for (const text of ['', 'handica ', '-handica', '"handica', 'handicap', 'xyzzyq']) {
      expect((await answerQuestion(catalog.parts, question(text))).beginning, text).toBeUndefined();
    }
  });

  it.each(['a(b', 'a:b', 'a"b', 'a[b]', 'a{}', 'a)b', 'AND', 'OR', 'to', 'a-b', 'a\u00a0b', 'a\\b', '(cap', 'NOT'])(
    '%j does not cause an error',
    (text) => expect(answerQuestion(catalog.parts, question(text))).resolves.toBeDefined(),
  );
});

describe('changed readings', () => {
  const reading = (text: string, offset: number, others: Partial<Reading>): Reading => {
    return { text, offset, length: text.length, as: 'words', parts: 1, alternatives: [], ...others };
  };
  const readings = [
    reading('cheapest', 0, { as: 'purchase', field: 'price.USD.1', value: 'price.USD.1 asc', parts: 4 }),
    reading('cap', 9, { query: 'mpn:cap*' }),
    reading('ceramic', 13, { query: 'descriptions.value:ceramic' }),
  ];
  const understood: Interpretation = {
    text: 'cheapest cap ceramic',
    request: { filter: { queries: ['mpn:cap*', 'descriptions.value:ceramic'] }, sortby: 'price.USD.1 asc' },
    readings,
    suggestions: [],
  };
  const asked: unknown[] = [];
  const parts = {
    interpret: async () => understood,
    search: (request: object) => {
      asked.push(request);
      return catalog.parts.search(request);
    },
  };

  it.each<[string, [number, string][], object]>([
    ['none', [], { sortby: 'price.USD.1 asc', filter: { queries: ['mpn:cap*', 'descriptions.value:ceramic'] } }],
    ['one removed', [[13, '']], { sortby: 'price.USD.1 asc', filter: { queries: ['mpn:cap*'] } }],
    [
      'another meaning',
      [[9, 'mpn:x']],
      { sortby: 'price.USD.1 asc', filter: { queries: ['mpn:x', 'descriptions.value:ceramic'] } },
    ],
    ['without the order', [[0, '']], { filter: { queries: ['mpn:cap*', 'descriptions.value:ceramic'] } }],
    [
      'all removed',
      [
        [0, ''],
        [9, ''],
        [13, ''],
      ],
      { filter: { queries: [] } },
    ],
  ])('%s', async (_name, changes, request) => {
    asked.length = 0;
    await answerQuestion(parts, question(understood.text, { changes: new Map(changes) }));
    expect(asked).toEqual([request]);
  });
});
