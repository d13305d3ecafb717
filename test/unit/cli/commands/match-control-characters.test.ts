import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapturedTerminal } from '../../../support/captured-terminal.js';
import { partdex, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

const records = (csv: string) => parse(csv, { columns: true, bom: true }) as Record<string, string>[];

describe('control characters of a match', () => {
  const NAUGHTY = 'A\u001b[2JB\u009b1A\u0007\u202eC\rD';
  let naughty: string;
  let bom: string;
  /** What may move the cursor or turn text round; line ends and tabs are the table's own. */
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
  const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

  beforeAll(async () => {
    const part = { uid: '1', mpn: NAUGHTY, brand: { uid: 'b', name: 'Bell\u0007\nBrand' } };
    const parts = await sample.write('naughty.ndjson', [JSON.stringify(part)]);
    naughty = sample.file('naughty.pdx');
    expect((await partdex('build', parts, '-o', naughty)).status).toBe(0);
    bom = sample.file('naughty.csv');
    await writeFile(bom, 'MPN,"No\u001b[1mte"\r\nA2JB1ACD,"x\u001b[31my"\r\n');
  });

  it.each([
    ['a terminal', { isTTY: true }],
    ['a terminal without colors and bars', { isTerminal: true }],
  ])('become blanks on %s', async (_, settings) => {
    const { status, out, err } = await runOn(new CapturedTerminal(settings), 'match', naughty, bom);
    expect(status).toBe(0);
    expect(out).not.toMatch(CONTROL);
    expect(err).not.toMatch(CONTROL);
    const [row] = records(out);
    expect(row).toMatchObject({ 'No [1mte': 'x [31my', match: 'normalised', 'matched mpn': 'A [2JB 1A  C D' });
    expect(row['matched brand']).toBe('Bell  Brand');
  });

  it('stay as they are in a pipe and in a file', async () => {
    const path = sample.file('naughty-matched.csv');
    expect((await runOn(new CapturedTerminal({ isTTY: true }), 'match', naughty, bom, '-o', path)).status).toBe(0);
    for (const text of [(await partdex('match', naughty, bom)).out, await readFile(path, 'utf8')]) {
      const [row] = records(text);
      expect(row).toMatchObject({
        'No\u001b[1mte': 'x\u001b[31my',
        'matched mpn': NAUGHTY,
        'matched brand': 'Bell\u0007\nBrand',
      });
    }
  });

  it('do not come from what is between the cells of a list either', async () => {
    const list = await sample.write('sep.csv', ['sep=\u001b', 'MPN\u001bNote', 'A2JB1ACD\u001b[2J']);
    const { out } = await runOn(new CapturedTerminal({ isTTY: true }), 'match', naughty, list);
    expect(out).toContain('A2JB1ACD,[2J,normalised');
    expect(out).not.toMatch(CONTROL);
    expect((await partdex('match', naughty, list)).out).toContain('A2JB1ACD\u001b[2J\u001bnormalised');
    const tabs = await sample.write('sep.tsv', ['MPN\tNote', 'A2JB1ACD\tx']);
    expect((await runOn(new CapturedTerminal({ isTTY: true }), 'match', naughty, tabs)).out).toContain('A2JB1ACD\tx\tnormalised');
  });
});
