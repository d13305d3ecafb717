import { beforeAll, describe, expect, it } from 'vitest';
import type { BomLine } from '../../../src/bom/bom-line.js';
import { BATCH, type LineMatch, matchLines } from '../../../src/bom/match-lines.js';
import { buildCatalog, type Catalog, type Part } from '../../../src/partdex.js';

const offer = (sku: string, seller: string) => ({ sku, seller: { uid: seller, name: seller } });
const part = (uid: string, mpn: string, brand: string, ...offers: object[]): Part => ({
  uid,
  mpn,
  brand: { uid: brand, name: brand },
  offers: offers as Part['offers'],
});

const PARTS = [
  part('1', 'RC0603FR-0710KL', 'Yageo', offer('311-10.0KHRCT-ND', 'Digi-Key'), offer('C98220', 'LCSC')),
  part('2', 'LM358', 'Texas Instruments', offer('296-1395', 'Digi-Key'), offer('X358', 'Mouser')),
  part('3', 'LM358', 'Onsemi', offer('488-358', 'Digi-Key')),
  part('4', 'LM-358', 'Rohm'),
  part('5', 'STM32F103C8T6', 'ST', offer('497-6063-ND', 'Digi-Key')),
  part('6', 'AB?12*', 'Odd', offer('AB?12*-S', 'LCSC')),
  part('7', 'ABX12Y', 'Odd'),
  part('8', 'SAME-1', 'Acme', offer('shared', 'One')),
  part('9', 'OTHER-1', 'Acme', offer('SHARED', 'One'), offer('x', 'Two')),
  part('10', 'THIRD-1', 'Acme', offer('S-1', 'One')),
  part('11', 'FOURTH-1', 'Acme', offer('S1', 'Two')),
  part('12', 'TWIN-1', 'Murata Electronics', offer('TW-1', 'One')),
  part('13', 'TWIN-1', 'Murata', offer('TW-2', 'Two')),
  part('14', 'TWIN-1', 'Onsemi'),
  ...Array.from({ length: 98 }, (_, i) => part(`many${i}`, 'MANY-1', i === 97 ? 'Acme' : `Maker ${i}`)),
  ...Array.from({ length: 101 }, (_, i) => part(`more${i}`, 'MORE-1', i === 100 ? 'Acme' : `Maker ${i}`)),
];

let catalog: Catalog;
let requested: number[];

beforeAll(async () => {
  catalog = await buildCatalog({ parts: PARTS }, { limits: { matchQueries: BATCH } });
});

function lineOf(given: Partial<BomLine>): BomLine {
  return { line: 1, cells: [], mpn: '', skus: [], brand: '', seller: '', reference: '', quantity: {}, ...given };
}

async function matchAll(lines: readonly Partial<BomLine>[], settings: { wildcards?: boolean; exact?: boolean } = {}) {
  requested = [];
  return matchLines(
    lines.map(lineOf),
    (request) => {
      requested.push(request.queries.length);
      return catalog.parts.match(request);
    },
    { wildcards: false, exact: false, ...settings },
  );
}

async function match(line: Partial<BomLine>, settings?: { wildcards?: boolean; exact?: boolean }) {
  const [found] = await matchAll([line], settings);
  return found;
}

const reported = ({ kind, part: found, candidates }: LineMatch) => [kind, found?.uid, candidates];

describe('a line of parts', () => {
  it.each([
    [{ mpn: 'RC0603FR-0710KL' }, 'exact', '1'],
    [{ mpn: 'rc0603fr 0710kl' }, 'normalised', '1'],
    [{ mpn: '311-10.0KHRCT-ND' }, 'sku', '1'],
    [{ mpn: 'c98220' }, 'sku', '1'],
    [{ skus: ['C98220'] }, 'sku', '1'],
    [{ skus: ['RC0603FR-0710KL'] }, 'exact', '1'],
    [{ skus: ['nothing', 'C98220'] }, 'sku', '1'],
    [{ mpn: 'nothing', skus: ['C98220'] }, 'sku', '1'],
    [{ mpn: 'RC0603FR-0710KL', skus: ['X358'] }, 'exact', '1'],
    [{ mpn: 'lm358', brand: 'onsemi' }, 'normalised', '3'],
    [{ mpn: 'LM358', brand: 'Rohm' }, 'normalised', '4'],
    [{ skus: ['C98220'], seller: 'lcsc' }, 'sku', '1'],
  ])('%o is found: %s', async (line, kind, uid) => {
    expect(reported(await match(line))).toEqual([kind, uid, 1]);
  });

  it('without a number is not asked for', async () => {
    expect(reported(await match({ brand: 'Yageo' }))).toEqual(['no number', undefined, 0]);
    expect(requested).toEqual([]);
  });

  it('is ambiguous where several parts match equally well', async () => {
    const found = await match({ mpn: 'LM358' });
    expect(reported(found)).toEqual(['ambiguous', '2', 3]);
    // One that is written in another way is no worse a candidate only where none is written so.
    expect(found.others.map(({ uid }) => uid)).toEqual(['3']);
    const alike = await match({ mpn: 'lm 358' });
    expect([reported(alike), alike.others.map(({ uid }) => uid)]).toEqual([
      ['ambiguous', '2', 3],
      ['3', '4'],
    ]);
  });

  it('with a number of a seller too is not', async () => {
    expect(reported(await match({ mpn: 'LM358', skus: ['488-358'] }))).toEqual(['exact', '3', 1]);
    expect(reported(await match({ mpn: 'LM358', skus: ['what', '488358'] }))).toEqual(['exact', '3', 1]);
    expect(reported(await match({ mpn: 'LM358', skus: ['C98220'] }))).toEqual(['ambiguous', '2', 3]);
  });

  it('by the number of a seller prefers the one that is written so', async () => {
    expect(reported(await match({ skus: ['S-1'] }))).toEqual(['sku', '10', 2]);
    expect(reported(await match({ skus: ['s 1'] }))).toEqual(['ambiguous', '10', 2]);
    expect(reported(await match({ skus: ['s 1'], seller: 'Two' }))).toEqual(['sku', '11', 1]);
  });
});

describe('a brand that the catalog writes in another way', () => {
  it.each([
    [{ mpn: 'RC0603FR-0710KL', brand: 'YAGEO Corp' }, 'exact', '1'],
    [{ mpn: 'rc0603fr 0710kl', brand: 'Yageo Corporation' }, 'normalised', '1'],
    [{ mpn: 'LM358', brand: 'Texas Instruments Inc.' }, 'exact', '2'],
    [{ mpn: 'LM358', brand: 'ON Semiconductor' }, 'exact', '3'],
    [{ mpn: 'LM358', brand: 'Rohm Co., Ltd.' }, 'normalised', '4'],
    [{ mpn: 'C98220', brand: 'Yageo Group' }, 'sku', '1'],
    [{ skus: ['C98220'], brand: 'Yageo Group', seller: 'LCSC' }, 'sku', '1'],
    [{ mpn: 'nothing', skus: ['C98220'], brand: 'Yageo Group' }, 'sku', '1'],
    [{ mpn: 'MANY-1', brand: 'Acme Inc.' }, 'exact', 'many97'],
  ])('matches by its words: %o', async (line, kind, uid) => {
    const found = await match(line);
    expect([...reported(found), found.isBrandByWords]).toEqual([kind, uid, 1, true]);
  });

  it('is not said of one that the catalog has so', async () => {
    expect((await match({ mpn: 'LM358', brand: 'texas' })).isBrandByWords).toBe(false);
  });

  it('is that with the same words, if there is one', async () => {
    expect(reported(await match({ mpn: 'TWIN-1', brand: 'Murata Inc.' }))).toEqual(['exact', '13', 1]);
    expect(reported(await match({ mpn: 'TWIN-1', brand: 'Murata Electronics Co.' }))).toEqual(['exact', '12', 1]);
  });

  it('may be that of several parts, one of which the number of a seller identifies', async () => {
    const line = { mpn: 'TWIN-1', brand: 'Murata Manufacturing' };
    const found = await match(line);
    expect([reported(found), found.others.map(({ uid }) => uid)]).toEqual([['ambiguous', '12', 2], ['13']]);
    expect(reported(await match({ ...line, skus: ['tw2'] }))).toEqual(['exact', '13', 1]);
  });

  it('is not looked for among more parts than can be looked at', async () => {
    expect((await match({ mpn: 'MORE-1', brand: 'Acme Inc.' })).kind).toBe('not found');
    expect((await match({ mpn: 'MORE-1', brand: 'Acme' })).kind).toBe('exact');
  });

  it('does not make a number of another seller match', async () => {
    const { kind, suggestions } = await match({ skus: ['C98220'], brand: 'Yageo Group', seller: 'Mouser' });
    expect([kind, suggestions[0].reason]).toEqual(['not found', 'other brand or seller']);
  });
});

describe('a seller that the catalog writes in another way', () => {
  it.each([
    [{ skus: ['311-10.0KHRCT-ND'], seller: 'Digikey' }, '1'],
    [{ skus: ['311-10.0KHRCT-ND'], seller: 'DigiKey Corp.' }, '1'],
    [{ skus: ['311-10.0KHRCT-ND'], seller: 'Digi-Key Electronics' }, '1'],
    [{ skus: ['311-10.0KHRCT-ND'], seller: 'DIGIKEY ELECTRONICS' }, '1'],
    [{ skus: ['X358'], seller: 'Mouser Electronics' }, '2'],
    [{ skus: ['X358'], seller: 'Mouser Electronics Inc.', brand: 'Texas Instruments' }, '2'],
    [{ skus: ['X358'], seller: 'Mouser Electronics', brand: 'Texas Instruments Inc.' }, '2'],
    [{ mpn: 'nothing', skus: ['X358'], seller: 'Mouser Electronics' }, '2'],
  ])('matches by its words: %o', async (line, uid) => {
    expect(reported(await match(line))).toEqual(['sku', uid, 1]);
  });

  it('is that of the parts, of several with a number', async () => {
    expect(reported(await match({ skus: ['s 1'], seller: 'Two Electronics' }))).toEqual(['sku', '11', 1]);
  });

  it('is not another one', async () => {
    for (const seller of ['Mouser', 'Mouser Electronics', 'Electronics']) {
      const { kind, suggestions } = await match({ skus: ['C98220'], seller });
      expect([kind, suggestions[0].reason]).toEqual(['not found', 'other seller']);
      expect(suggestions[0].text).toContain(`not offered by "${seller}"`);
    }
  });

  it('gets near matches of its own parts', async () => {
    const [{ item }] = (await match({ skus: ['C9822'], seller: 'LCSC Electronics' })).suggestions;
    expect(item.uid).toBe('1');
    expect((await match({ skus: ['C9822'], seller: 'Mouser Electronics' })).suggestions).toEqual([]);
  });
});

describe('a line that is not found', () => {
  it.each([
    [{ mpn: 'STM32F103C8T6TR' }, 'suffix', '5'],
    [{ mpn: 'STM32F1O3C8T6' }, 'edit', '5'],
    [{ mpn: 'RC0603FR-0710KL', brand: 'TI' }, 'other brand', '1'],
    [{ skus: ['C98220'], seller: 'Mouser' }, 'other seller', '1'],
    [{ skus: ['C98220'], seller: 'Mouser', brand: 'TI' }, 'other brand or seller', '1'],
    [{ mpn: 'C9822' }, 'suffix', '1'],
  ])('%o gets a suggestion: %s', async (line, reason, uid) => {
    const { kind, part: found, suggestions } = await match(line);
    expect([kind, found]).toEqual(['not found', undefined]);
    expect([suggestions[0].reason, suggestions[0].item.uid]).toEqual([reason, uid]);
    expect(suggestions[0].text).not.toBe('');
  });

  it.each([
    [{ mpn: 'RC0603FR-0710K', brand: 'YAGEO Corp' }, '1'],
    [{ skus: ['C9822'], brand: 'YAGEO Corp' }, '1'],
    [{ mpn: 'RC0603FR-0710K', brand: 'Rohm Corp' }, undefined],
    [{ mpn: 'RC0603FR-0710K', brand: 'Rohm' }, undefined],
  ])('gets one of its brand, be it written in another way: %o', async (line, uid) => {
    const { kind, suggestions } = await match(line);
    expect([kind, suggestions[0]?.item.uid]).toEqual(['not found', uid]);
  });

  it('gets that of its second number where the first is like nothing', async () => {
    const { suggestions } = await match({ mpn: 'QQQQQQQQ', skus: ['C9822'] });
    expect(suggestions.map(({ item }) => item.uid)).toEqual(['1']);
  });

  it('may have none', async () => {
    expect((await match({ mpn: 'QQQQQQQQ' })).suggestions).toEqual([]);
  });
});

describe('wildcards', () => {
  it('are characters, unless they are enabled', async () => {
    expect(reported(await match({ mpn: 'AB?12*' }))).toEqual(['exact', '6', 1]);
    expect(reported(await match({ skus: ['AB?12*-S'] }))).toEqual(['sku', '6', 1]);
    expect((await match({ mpn: 'RC0603*' })).kind).toBe('not found');
  });

  it('find parts where they are', async () => {
    expect(reported(await match({ mpn: 'rc0603*kl' }, { wildcards: true }))).toEqual(['wildcard', '1', 1]);
    expect(reported(await match({ mpn: '*358' }, { wildcards: true }))).toEqual(['ambiguous', '2', 3]);
    expect(reported(await match({ mpn: 'ABX12?' }, { wildcards: true }))).toEqual(['wildcard', '7', 1]);
    expect(reported(await match({ mpn: 'AB\\?12\\*' }, { wildcards: true }))).toEqual(['exact', '6', 1]);
  });

  it('of less than three characters are reported, and affect no other line', async () => {
    const [faulty, found] = await matchAll([{ mpn: '*a*' }, { mpn: 'rc0603*kl' }], { wildcards: true });
    expect(faulty).toMatchObject({ kind: 'not found', suggestions: [] });
    expect(faulty.error).toMatch(/^mpn: a part number with wildcards needs at least three other characters/);
    expect(found.kind).toBe('wildcard');
  });
});

describe('exact comparison', () => {
  it('minds all but the case', async () => {
    expect(reported(await match({ mpn: 'rc0603fr-0710kl' }, { exact: true }))).toEqual(['normalised', '1', 1]);
    const { kind, suggestions } = await match({ mpn: 'RC0603FR0710KL' }, { exact: true });
    expect([kind, suggestions[0].reason, suggestions[0].item.uid]).toEqual(['not found', 'other spelling', '1']);
  });
});

it('asks for many lines at a time, and for each no more often than it has to', async () => {
  const lines = Array.from({ length: BATCH }, (_, i) => (i % 2 === 0 ? { mpn: 'RC0603FR-0710KL' } : { mpn: 'QQQQQQQQ' }));
  const found = await matchAll(lines);
  expect(found.map(({ kind }) => kind)).toEqual(lines.map((_, i) => (i % 2 === 0 ? 'exact' : 'not found')));
  expect(requested).toEqual([BATCH, BATCH / 2, BATCH / 2]);
});
