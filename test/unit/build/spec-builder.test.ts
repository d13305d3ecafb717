import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';

const meta = (datatype: unknown) => ({ metadata: { datatype } });

/** The spec `k` of a catalog where each part has one of `specs`. */
async function specOf(specs: readonly object[], given?: string) {
  const parts = specs.map((k, i) => ({ uid: `u${i}`, mpn: 'm', specs: { k } }));
  const spec_metadata = given === undefined ? [] : [{ key: 'k', datatype: given }];
  const catalog = await buildCatalog({ parts, spec_metadata } as unknown as CatalogSource);
  const { specs: all } = catalog;
  await catalog.close();
  return all[0];
}

describe('the type of a spec key', () => {
  it.each<[object[], string | undefined, 'string' | 'number']>([
    [[{ value: ['a'], ...meta('decimal') }], undefined, 'number'],
    [[{ value: [1], ...meta('string') }], undefined, 'string'],
    // One vote a value, one at least a part.
    [
      [
        { value: ['1', '2'], ...meta('string') },
        { value: ['1'], ...meta('integer') },
      ],
      undefined,
      'string',
    ],
    [[{ value: ['1'], ...meta('integer') }, { value: ['1'], ...meta('decimal') }, { value: ['x'] }], undefined, 'number'],
    [[{ ...meta('decimal') }, { value: [], ...meta('decimal') }, { value: ['x'] }], undefined, 'number'],
    // A tie is string.
    [
      [
        { value: ['1'], ...meta('string') },
        { value: ['1'], ...meta('integer') },
      ],
      undefined,
      'string',
    ],
    // Without metadata each value votes for itself.
    [[{ value: [1, 2, 'x'] }], undefined, 'number'],
    [[{ value: [1, 'x'] }], undefined, 'string'],
    [[{ value: ['1'] }], undefined, 'string'],
    [[{ value: [1], ...meta('float') }], undefined, 'number'],
    [[{ value: ['1'], ...meta(null) }], undefined, 'string'],
    // Without values too the lower bound, else the upper one.
    [[{ min_value: 1, max_value: 'x' }], undefined, 'number'],
    [[{ max_value: 1, min_value: 'x' }], undefined, 'string'],
    [[{ max_value: 1 }], undefined, 'number'],
    [[{ value: ['x'], min_value: 1 }], undefined, 'string'],
    [[{}], undefined, 'string'],
    // What is given beside the parts is the default.
    [[{ value: ['1'] }], 'integer', 'number'],
    [[{ value: [1] }], 'string', 'string'],
    [[{ value: ['1'], ...meta('float') }], 'decimal', 'number'],
    [[{ value: ['1'], ...meta(undefined) }], 'decimal', 'number'],
    [[{ value: ['1'], metadata: null }], 'decimal', 'number'],
    [[{ value: ['1'], ...meta('string') }], 'decimal', 'string'],
    // Of several parts that say the same as text each one votes.
    [
      [{ value: ['1'], ...meta('decimal') }, { value: ['1'], ...meta('decimal') }, { value: ['x', 'y', 'z'] }],
      undefined,
      'string',
    ],
  ])('of %j, given %s, is %s', async (specs, given, type) => expect((await specOf(specs, given)).type).toBe(type));
});

it('counts parts with a value, and distinct values', async () => {
  const spec = await specOf([{ value: [1, '1.0'], ...meta('decimal') }, { value: ['2', 'x'] }, { value: ['x'] }, {}], 'decimal');
  expect(spec).toMatchObject({ type: 'number', parts: 2, values: 2 });
});
