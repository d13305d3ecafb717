import { describe, expect, it } from 'vitest';
import { buildCatalog, type Part } from '../../../src/partdex.js';
import { bindKeywords, needKeywords } from '../../../src/query/keywords.js';
import { evaluate } from '../../../src/query/plan.js';
import { resolveKeywords } from '../../../src/resolve/keywords.js';
import { finished } from '../../../src/work/pauses.js';
import { read } from '../../support/row-sets.js';
import { segmentOf } from '../../support/segments.js';
import { loadNeeds } from '../../support/tasks.js';
import { unbounded } from '../../support/unbounded.js';

describe('resolveKeywords', () => {
  it.each([
    ['', []],
    [
      '10k film',
      [
        { kind: 'words', tokens: ['10k'] },
        { kind: 'words', tokens: ['film'] },
      ],
    ],
    ['"Thick  FILM"', [{ kind: 'words', tokens: ['thick', 'film'], partNumber: 'thickfilm' }]],
    ['RC0603-10K', [{ kind: 'words', tokens: ['rc0603', '10k'], partNumber: 'rc060310k' }]],
    ['-film', [{ kind: 'words', excluded: true }]],
    ['rc*10k', [{ kind: 'pattern', excluded: false }]],
    ['NOT rc?06', [{ kind: 'pattern', excluded: true }]],
    ['"rc*"', [{ kind: 'words', tokens: ['rc'] }]],
    ['\\*abc\\?', [{ kind: 'words', tokens: ['abc'] }]],
  ])('reads %j', (q, expected) => {
    const { terms, warnings } = finished(resolveKeywords(q, 'parts'));
    expect(terms).toMatchObject(expected);
    expect(terms.length).toBe(expected.length);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['—', 'parts', /^— is ignored: it has no letter or digit$/],
    ['"---"', 'parts', /^"---" is ignored/],
    ['ab*', 'parts', /^ab\* is ignored: a part number with wildcards needs at least 3 letters or digits$/],
    ['a-*-b?', 'parts', /needs at least 3/],
    ['***', 'parts', /needs at least 3/],
    ['abc*', 'brands', /^abc\* is ignored: wildcards look at part numbers, and brands have none$/],
    ['-', 'parts', /"-"/],
  ] as const)('ignores %j in %s, with a warning', (q, collection, message) => {
    const { terms, warnings } = finished(resolveKeywords(q, collection));
    expect(terms).toEqual([]);
    expect(warnings.length).toBe(1);
    expect(warnings[0]).toMatch(message);
  });

  it('counts letters by code points after folding', () => {
    expect(finished(resolveKeywords('Ω*', 'parts')).terms.length).toBe(1);
    expect(finished(resolveKeywords('𠮷電*', 'parts')).terms.length).toBe(0);
    expect(finished(resolveKeywords('𠮷電1*', 'parts')).terms.length).toBe(1);
  });

  it('leaves out terms beyond the limits, with a warning', () => {
    const q = `${Array.from({ length: 8 }, (_, i) => `-*ab${i}* cd${i}*`).join(' ')} last`;
    const { terms, warnings } = finished(resolveKeywords(q, 'parts', { terms: 16, wildcards: 5 }));
    expect(terms.map(({ kind, excluded }) => `${kind}${excluded ? ' excluded' : ''}`)).toEqual([
      ...Array.from({ length: 5 }, () => ['pattern excluded', 'pattern']).flat(),
      ...Array.from({ length: 3 }, () => 'pattern'),
    ]);
    expect(warnings).toEqual([
      'only 5 part numbers may have a wildcard before their end: 3 are ignored',
      'only the first 16 terms count: 1 more is ignored',
    ]);
    expect(finished(resolveKeywords(q, 'parts')).warnings).toEqual([]);
  });

  it('takes any text', () => {
    for (const q of ['a'.repeat(400_000), `${'a'.repeat(300_000)}*`, 'a '.repeat(20_000), '\ud800', '\0', '"'.repeat(1000)]) {
      expect(() => finished(resolveKeywords(q, 'parts'))).not.toThrow();
    }
  });
});

describe('bindKeywords', () => {
  const parts = [
    { uid: '0', mpn: 'LM-317', descriptions: [{ value: 'regulator' }] },
    { uid: '1', mpn: 'LM317', offers: [{ sku: 'X/1' }] },
    { uid: '2', mpn: 'other', offers: [{ sku: 'lm 317' }, { sku: 'LM317' }] },
    { uid: '3', mpn: 'LM317T', descriptions: [{ value: 'as lm317 but LM 317' }] },
    { uid: '4', mpn: 'z', descriptions: [{ value: '317 lm' }] },
  ] as unknown as Part[];

  async function bound(q: string) {
    const { segment } = await segmentOf({ parts });
    const uids = await segment.field('uid')!.dictionary.load();
    const ranks = (await segment.uidOrder.load()).ranks;
    const work = unbounded();
    const { terms } = finished(resolveKeywords(q, 'parts'));
    await loadNeeds((needs) => needKeywords(terms, segment, needs));
    const keywords = finished(bindKeywords(terms, segment, work));
    const universe = segment.universe(work);
    const { scratch } = universe;
    const names = (rows: Iterable<number>) => Array.from(rows, (row) => uids.value(ranks[row])).sort();
    return { keywords, names, found: names(read(finished(evaluate(keywords.node, universe)), scratch)) };
  }

  it.each([
    ['lm317', ['0', '1', '2', '3']],
    ['lm-317', ['0', '1', '2', '3']],
    ['"lm 317" -t', ['0', '1', '2', '3']],
    ['317 lm', ['0', '2', '3', '4']],
    ['"317 lm"', ['4']],
    ['x1', ['1']],
    ['lm317 regulator', ['0']],
    ['lm317 -regulator', ['1', '2', '3']],
    ['NOT lm317', ['4']],
    ['lm3*', ['0', '1', '2', '3']],
    ['lm3* -x/1', ['0', '2', '3']],
    ['*17t', ['3']],
    ['none', []],
    ['', ['0', '1', '2', '3', '4']],
  ])('finds the parts of %j', async (q, expected) => expect((await bound(q)).found).toEqual(expected));

  it('knows the parts whose number is the term, and how many rows each token has', async () => {
    const { keywords, names } = await bound('LM317 "lm 317" lm31* nothing-317');
    const [word, phrase, pattern, absent] = keywords.scored;
    expect(names(word.exactRows)).toEqual(['0', '1', '2']);
    expect(names(phrase.exactRows)).toEqual(['0', '1', '2']);
    expect([word.counts, phrase.counts, pattern.counts, absent.counts]).toEqual([[3], [4, 4], [4], [0, 4]]);
    expect([pattern.terms, absent.terms]).toEqual([undefined, undefined]);
    expect(keywords.excludes).toBe(false);
    expect((await bound('a -b')).keywords.excludes).toBe(true);
  });
});

describe('a part number', () => {
  it('may be that of more parts than a call takes arguments', async () => {
    const count = 150_000;
    const parts = Array.from({ length: count }, (_, i): Part => ({ uid: i.toString(16).padStart(16, '0'), mpn: 'N/A' }));
    const catalog = await buildCatalog({ parts });
    expect((await catalog.parts.search({ q: 'na', limit: 1 })).hits).toBe(count);
    expect((await catalog.parts.search({ q: 'n/a', limit: 1 })).hits).toBe(count);
  }, 30_000);
});

describe('needKeywords', () => {
  const parts = Array.from({ length: 50 }, (_, i) => ({
    uid: `u${i}`,
    mpn: `RC0603-${i}K`,
    offers: [{ sku: `311-${i}` }],
    descriptions: [{ value: 'thick film resistor' }],
  })) as unknown as Part[];

  /** The sections of part numbers that a `q` on a fresh catalog reads. */
  async function readBy(q: string): Promise<string[]> {
    const { segment } = await segmentOf({ parts });
    const { terms } = finished(resolveKeywords(q, 'parts'));
    await loadNeeds((needs) => needKeywords(terms, segment, needs));
    finished(bindKeywords(terms, segment, unbounded()));
    return segment.numberFields.flatMap((field) =>
      (['dictionary', 'postings'] as const).filter((part) => field[part].isLoaded).map((part) => `${field.info.name} ${part}`),
    );
  }

  it('of words that are not part numbers reads none', async () => {
    expect(await readBy('thick "film resistor" -chip')).toEqual([]);
  });

  it('of a part number reads those of the fields that may have it', async () => {
    expect(await readBy('rc0603 7k')).toEqual([]);
    expect(await readBy('"RC0603 7K"')).toEqual(['mpn dictionary', 'mpn postings']);
    expect(await readBy('-311-9')).toEqual(['offers.sku dictionary', 'offers.sku postings']);
  });
});
