import { describe, expect, it } from 'vitest';
import { FieldBuilder } from '../../../../src/build/field-builder.js';
import { addStringValues } from '../../../../src/build/text/string-values.js';
import type { TextSink } from '../../../../src/build/text/text-index-builder.js';
import { buildCatalog } from '../../../../src/partdex.js';
import { Pauses } from '../../../../src/work/pauses.js';

/** A sink that keeps what it is given: the values of each document. */
function keeping(): { sink: TextSink; documents: string[][] } {
  const documents: string[][] = [];
  const sink: TextSink = {
    // Every other document lets the caller wait, as a builder in a worker does.
    beginDocument: () => {
      documents.push([]);
      return documents.length % 2 === 0 ? Promise.resolve() : undefined;
    },
    add: () => expect.unreachable(),
    addUtf8: (field, source, from, to) => {
      expect(field).toBe(0);
      documents.at(-1)?.push(new TextDecoder().decode(source.subarray(from, to)));
    },
    sections: () => expect.unreachable(),
  };
  return { sink, documents };
}

/** The values of each document, field after field, as they reach the sink. */
async function gathered(fields: readonly (readonly (readonly string[])[])[], documents: number): Promise<string[][]> {
  const builders = fields.map((values, i) => {
    const builder = new FieldBuilder(`specs.s${i}.value`);
    values.forEach((ofDocument, document) => {
      for (const value of ofDocument) builder.add(document, value);
    });
    return builder;
  });
  const { sink, documents: kept } = keeping();
  await addStringValues(builders, documents, sink, new Pauses());
  return kept;
}

describe('the string values of documents', () => {
  it('are given document by document, field by field, in the order of the document', async () => {
    const fields = [[['b', 'a'], [], ['é𠮷']], [[], [], ['c', '']], [['d']]];
    expect(await gathered(fields, 4)).toEqual([['b', 'a', 'd'], [], ['é𠮷', 'c', ''], []]);
    expect(await gathered([], 2)).toEqual([[], []]);
    expect(await gathered([[]], 0)).toEqual([]);
  });

  // The first list of entries has room for 5,461 values; documents are gathered 4,096 at a time.
  it.each([5461, 5462, 12_000])('are complete with %i values at a time', async (count) => {
    const value = (i: number) => `v${(i * 7) % 4001}`;
    const half = Array.from({ length: Math.ceil(count / 2) }, (_, i) => i);
    const perDocument = 3;
    const of = (offset: number) =>
      Array.from({ length: Math.ceil(half.length / perDocument) }, (_, document) =>
        half.slice(document * perDocument, (document + 1) * perDocument).map((i) => value(i + offset)),
      );
    const [first, second] = [of(0), of(500)];
    const expected = first.map((values, document) => [...values, ...second[document]]);
    expect(expected.flat().length).toBeGreaterThanOrEqual(count);
    expect(first.length).toBeLessThan(4096);
    expect(await gathered([first, second], first.length)).toEqual(expected);
  });

  it('are complete where documents go on behind those of one turn', async () => {
    const documents = 9000;
    const often = Array.from({ length: documents }, (_, i) => [`a${i % 10}`, `b${i}`]);
    const seldom = Array.from({ length: documents }, (_, i) => (i % 4096 === 4095 || i % 4096 === 0 ? [`c${i}`] : []));
    const last = Array.from({ length: documents }, (_, i) => (i === documents - 1 ? ['end'] : []));
    const expected = often.map((values, i) => [...values, ...seldom[i], ...last[i]]);
    expect(await gathered([often, seldom, last], documents)).toEqual(expected);
  });

  it('of one document may be more than a list has room for', async () => {
    const values = Array.from({ length: 20_000 }, (_, i) => `v${i}`);
    expect(await gathered([[[], values, ['x']]], 3)).toEqual([[], values, ['x']]);
  });
});

it('words finds every one of many strings', async () => {
  const count = 2500;
  const specs = (i: number) => ({
    code: { value: [`code${i}`, `kind${i % 5}`] },
    note: { value: [`note ${i % 50} of ${i}`] },
  });
  const parts = Array.from({ length: count }, (_, i) => ({ uid: `u${i}`, mpn: `M${i}`, specs: specs(i) }));
  const catalog = await buildCatalog({ parts } as never);
  const found = async (query: string) => {
    const { results, hits } = await catalog.parts.search({ filter: { queries: [query] }, limit: 3 });
    return [hits, results.map(({ item }) => item.uid)];
  };
  for (const i of [0, 1, 1364, 1365, 1820, 1821, 2047, 2048, count - 1]) {
    expect(await found(`words:code${i}`)).toEqual([1, [`u${i}`]]);
    expect(await found(`words:"note ${i % 50} of ${i}"`)).toEqual([1, [`u${i}`]]);
  }
  expect((await found('words:kind3'))[0]).toBe(count / 5);
  expect((await found('words:"note 7"'))[0]).toBe(count / 50);
});
