import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchRequest } from '../../../../src/partdex.js';
import { metadata, partdex, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

/** Runs a search of the sample. */
function search(...args: string[]) {
  return partdex('search', sample.path, ...args);
}

describe('a search that finds nothing', () => {
  it('ends well and says what to try', async () => {
    const { status, out, err } = await search('-q', 'nosuchword');
    expect(status).toBe(0);
    expect(out).toMatch(/^no part found, [\d.]+ ms\n$/);
    expect(err).toMatch(/^try: another word.*\ntry: partdex explain .*catalog\.pdx .*\n$/);
  });

  it('says what each condition finds alone', async () => {
    const [brand] = metadata.brands;
    const { err } = await search('-q', 'res nosuchword', '--field', `brand.name=${brand.name}`, '-f', 'mpn:R*', '--limit', '0');
    const hits = async (request: SearchRequest) => (await sample.catalog.parts.search(request)).hits;
    const lines = err.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(lines[0]).toEqual(['alone, each condition finds:']);
    expect(lines[1]).toEqual(['-q res', `${await hits({ q: 'res' })} parts`]);
    expect(lines[2]).toEqual(['-q nosuchword', '0 parts']);
    expect(lines[3]).toEqual([
      `--field brand.name=${brand.name}`,
      `${await hits({ filter: { fields: { 'brand.name': [brand.name] } } })} parts`,
    ]);
    expect(lines[4]).toEqual(['--filter mpn:R*', `${await hits({ filter: { queries: ['mpn:R*'] } })} parts`]);
    expect(err).toContain('try: fewer words: every one has to be there\n');
  });

  it('prints nothing that a terminal would obey', async () => {
    const evil = '\u001b[31mevil\u202e';
    const { err } = await search('--field', `brand.name=${evil}`, '--field', `specs.x${evil}.value=1`);
    expect(err).toContain('[31mevil');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
    expect(err).not.toMatch(/[\u001b\u202e]/);
  });

  it('says that --field takes whole values', async () => {
    const { err } = await search('--field', 'brand.name=nobody');
    expect(err).toContain("try: --filter 'brand.name:…' instead of --field");
  });

  it('counts phrases and exclusions as they are', async () => {
    const { err } = await search('-q', '"thin nosuchword" -film NOT res "open');
    const hits = async (q: string) => (await sample.catalog.parts.search({ q })).hits;
    const lines = err.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(lines.slice(1, 5)).toEqual([
      ['-q "thin nosuchword"', '0 parts'],
      ['-q -film', `${await hits('-film')} parts`],
      ['-q NOT res', `${await hits('-res')} parts`],
      ['-q "open', `${await hits('open')} parts`],
    ]);
  });

  it('says that a collection is empty', async () => {
    const bare = sample.file('empty.pdx');
    await partdex('build', await sample.write('empty.ndjson', ['{"uid":"1","mpn":"A"}']), '-o', bare);
    const { err } = await partdex('search', bare, '--collection', 'sellers');
    expect(err).toBe('there are no sellers in this catalog\n');
  });
});

describe('a file that is not a catalog', () => {
  it('is reported by its name', async () => {
    expect(await partdex('search', sample.file('parts.ndjson'))).toEqual({
      status: 1,
      out: '',
      err: `error: "${sample.file('parts.ndjson')}" is not a partdex catalog\n`,
    });
    const missing = await partdex('search', sample.file('nowhere.pdx'));
    expect(missing.status).toBe(1);
    expect(missing.err).toMatch(/^error: .*nowhere\.pdx.*no such file.*\n$/);
  });
});
