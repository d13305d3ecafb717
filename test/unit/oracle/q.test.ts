import { describe, expect, it } from 'vitest';
import { createOracle } from '../../oracle/oracle.js';
import { parseKeywords } from '../../oracle/q.js';

const read = (q: string) => parseKeywords(q).terms.map(({ kind, text, excluded }) => `${excluded ? '-' : ''}${kind[0]}:${text}`);

describe('reading q', () => {
  it.each([
    ['a b', ['w:a', 'w:b']],
    ['"a b" c', ['p:a b', 'w:c']],
    ['"a b', ['p:a b']],
    ['"a"b', ['p:a', 'w:b']],
    ['-a -"b c" NOT d', ['-w:a', '-p:b c', '-w:d']],
    ['not and or AND OR', ['w:not', 'w:and', 'w:or', 'w:AND', 'w:OR']],
    ['a-b c"d e"', ['w:a-b', 'w:c"d', 'w:e"']],
    ['\\-a \\"b \\NOT', ['w:-a', 'w:"b', 'w:NOT']],
    ['a\\ b \\*', ['w:a b', 'w:*']],
    ['a\\', ['w:a\\']],
    ['"a\\" b" "*?"', ['p:a" b', 'p:*?']],
    ['abc* d?', ['p:abc*', 'p:d?']],
    ['NOT NOT a', ['-w:a']],
    ['NOT -a --b', ['-w:a', '-w:b']],
    ['-NOT a', ['-w:NOT', 'w:a']],
    ['- a', ['w:a']],
    ['a NOT', ['w:a']],
    ['NOT - a', ['-w:a']],
    ['', []],
  ])('%j', (q, terms) => expect(read(q)).toEqual(terms));

  it('warns of what is ignored', () => {
    expect(parseKeywords('a - b').warnings).toEqual([{ about: '-' }]);
    expect(parseKeywords('a NOT').warnings).toEqual([{ about: 'NOT' }]);
    expect(parseKeywords('a NOT b').warnings).toEqual([]);
  });
});

describe('matching q', () => {
  const oracle = createOracle({
    parts: [
      {
        uid: '1',
        mpn: 'RC0603FR-07 10KL',
        brand: { uid: 'b', name: 'Yageo Corp' },
        descriptions: [{ value: 'thick film resistor' }],
      },
      {
        uid: '2',
        mpn: 'LM317T',
        offers: [{ sku: '296-LM-317T', seller: { name: 'Digi-Key' } }],
        descriptions: { value: 'film, thick' },
      },
      { uid: '3', mpn: '---', brand: { name: 'Film Yageo' } },
    ],
    brands: [
      { uid: 'b', name: 'Yageo', aliases: ['Guoju'] },
      { uid: 'c', name: 'Texas Instruments' },
    ],
  });
  const hits = (q: string) =>
    oracle
      .search('parts', { q, sortby: 'uid' })
      .ordered.map(({ uid }) => uid)
      .join('');

  it.each([
    ['', '123'],
    ['rc0603fr0710kl', '1'],
    ['RC0603-FR-0710-KL', '1'],
    ['10kl', '1'],
    ['rc0603', ''],
    ['thick film', '12'],
    ['"thick film"', '1'],
    ['thick-film', '1'],
    ['yageo film', '13'],
    ['yageo corp', '1'],
    ['"corp thick"', ''],
    ['film -yageo', '2'],
    ['-film', ''],
    ['NOT thick', '3'],
    ['digi-key', '2'],
    ['"296 LM"', '2'],
    ['296lm317t', '2'],
    ['*317*', '2'],
    ['lm31?t', '2'],
    ['lm31?', ''],
    ['31*', '123'],
    ['?rc0603*', ''],
    ['rc-06*', '1'],
    ['"*317*"', ''],
    ['— film', '123'],
    ['-*317*', '13'],
  ])('%j finds %j', (q, uids) => expect(hits(q)).toBe(uids));

  it('names ignored terms', () => {
    expect(oracle.search('parts', { q: '— a* ab?' }).warnings).toEqual([{ about: '—' }, { about: 'a*' }, { about: 'ab?' }]);
    expect(oracle.search('brands', { q: 'yag*' }).warnings).toEqual([{ about: 'yag*' }]);
  });

  it('searches names and aliases of the other collections', () => {
    const brands = (q: string) => oracle.search('brands', { q }).ordered.map(({ uid }) => uid);
    expect(brands('guoju')).toEqual(['b']);
    expect(brands('instruments')).toEqual(['c']);
    expect(brands('corp')).toEqual([]);
    expect(brands('texas-instruments')).toEqual(['c']);
    expect(brands('texasinstruments')).toEqual([]);
  });
});
