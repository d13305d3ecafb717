import { describe, expect, it } from 'vitest';
import { formatChanges, parseChanges } from '../../../src/partdex.js';

describe('parseChanges', () => {
  it('reads one change a line', () => {
    const lines = [
      '{"put":{"uid":"a","mpn":"1"}}',
      '',
      '{"uid":"b","mpn":"2"}',
      '{"patch":{"uid":"c","mpn":null}}',
      '{"remove":"d"}',
      '{"brand":{"uid":"x","name":"X"}}',
      '{"removeRecords":{"sellers":["s"],"categories":["c1","c2"]}}',
    ];
    expect(parseChanges(`\uFEFF${lines.join('\r\n')}\n`)).toEqual({
      put: [
        { uid: 'a', mpn: '1' },
        { uid: 'b', mpn: '2' },
      ],
      patch: [{ uid: 'c', mpn: null }],
      remove: ['d'],
      brands: [{ uid: 'x', name: 'X' }],
      removeRecords: { sellers: ['s'], categories: ['c1', 'c2'] },
    });
  });

  it.each(['[]', '{"put":{},"patch":{}}', '{"brands":{}}', '{"removeRecords":{"parts":["a"]}}', '{"__proto__":1}', '{'])(
    'refuses %s with its line',
    (line) => {
      expect(() => parseChanges(`{"remove":"a"}\n${line}`)).toThrow(/^changes:2: /);
    },
  );

  it('reads what formatChanges writes', async () => {
    const changes = {
      put: [{ uid: 'a', mpn: '1' }],
      remove: ['b'],
      categories: [{ uid: 'c', name: 'C' }],
      spec_metadata: [{ key: 'k' }],
      removeRecords: { brands: ['x'] },
    };
    expect(parseChanges(await formatChanges(changes as never))).toEqual(changes);
    await expect(formatChanges({ put: 'abc' } as never)).rejects.toMatchObject({ code: 'validation' });
  });
});
