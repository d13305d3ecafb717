import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { UnreadableTableError } from '../../../../src/model/errors.js';
import { rejectionOf } from '../../../support/thrown.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const seconds = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await run();
  return process.cpuUsage(before).user / 1e6;
};

describe('blank rows of a parts list', () => {
  const count = 3_000_000;
  const blank = '\n'.repeat(count);

  it('are not kept, and lines have their places in the file', { timeout: 60_000 }, async () => {
    const data = gzipSync(bytes(`MPN,Qty\n${blank}A,1\n\n,\n- , n/a\n${blank}B,none\n${blank}`));
    expect(data.length).toBeLessThan(30_000);
    const before = process.memoryUsage().heapUsed;
    let read: Awaited<ReturnType<typeof readBom>> | undefined;
    const time = await seconds(async () => {
      read = await readBom({ name: 'b.csv.gz', data });
    });
    expect(read?.lines).toEqual([
      { line: count + 2, mpn: 'A', quantity: 1 },
      { line: 2 * count + 6, mpn: 'B', quantity: 1 },
    ]);
    expect(read?.report[0].rows).toBe(2);
    expect(read?.report[0].columns[1].examples).toEqual([{ line: 2 * count + 6, text: 'none' }]);
    // It takes less than a second, and took 15 of them and two gigabytes.
    expect(time).toBeLessThan(5);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000);
  });

  it('of a pasted text without headings neither', { timeout: 60_000 }, async () => {
    const { lines } = await readBom(`LM358 2\r\n\r${blank}NE555 3`);
    expect(lines).toEqual([
      { line: 1, mpn: 'LM358', quantity: 2 },
      { line: count + 2, mpn: 'NE555', quantity: 3 },
    ]);
  });

  it('may be objects without members, or cells without texts', { timeout: 60_000 }, async () => {
    const objects = `[{"MPN":"A"},${'{},'.repeat(100_000)}\n{"MPN":"B"}]`;
    expect((await readBom(bytes(objects))).lines.map(({ mpn, line }) => [mpn, line])).toEqual([
      ['A', 1],
      ['B', 2],
    ]);
    const cells = `MPN;Qty\nA;1\n${' ;\t\n'.repeat(100_000)}B;2\n`;
    expect((await readBom(bytes(cells))).lines.map(({ mpn, line }) => [mpn, line])).toEqual([
      ['A', 2],
      ['B', 100_003],
    ]);
  });
});

describe('a parts list that is too large for memory', { timeout: 60_000 }, () => {
  const faultOf = async (text: string, name = 'b.csv.gz') => {
    const error = await rejectionOf(readBom({ name, data: name.endsWith('.gz') ? gzipSync(bytes(text)) : bytes(text) }));
    expect(error).toBeInstanceOf(UnreadableTableError);
    return error as UnreadableTableError;
  };

  it('is refused for its rows, with the line', async () => {
    const error = await faultOf(`MPN,Qty\n${'A,\n'.repeat(1_100_000)}`);
    expect(error).toMatchObject({ source: 'b.csv.gz', line: 1_048_577 });
    expect(error.message).toContain('it has over 1048576 rows; a parts list has fewer');
  });

  it('is refused for its cells', async () => {
    const objects = Array.from({ length: 5000 }, (_, i) => `{"MPN":"A","m${i}":1}`);
    expect((await faultOf(`[${objects.join(',\n')}]`, 'b.json')).message).toContain('it has over 8388608 cells');
    expect((await faultOf(`MPN,Qty\n${`A${','.repeat(100_000)}\n`.repeat(100)}`)).message).toContain('it has over 8388608 cells');
  });

  it('is refused for its bytes, unpacked', async () => {
    const row = `A,${' '.repeat(1_000_000)}\n`;
    const piece = bytes(row);
    async function* data() {
      yield bytes('MPN,Qty\n');
      for (let i = 0; i < 300; i++) yield piece;
    }
    const error = await rejectionOf(readBom({ name: 'b.csv', data: data() }));
    expect(error).toBeInstanceOf(UnreadableTableError);
    expect((error as Error).message).toContain('it has over 268435456 bytes, unpacked; a parts list has fewer');
  });

  it('is refused for its references', async () => {
    const error = await faultOf(`MPN,Reference\n${'A,R1-R1000\n'.repeat(2_000)}`);
    expect(error).toMatchObject({ source: 'b.csv.gz', line: 1_050 });
    expect(error.message).toContain('it has over 1048576 references');
    expect((await faultOf(`MPN,Reference\nA,"${'R1-R1000 '.repeat(100_000)}"\n`)).line).toBe(2);
  });
});

describe('long cells of references', () => {
  it('are read in linear time', async () => {
    const gap = ' '.repeat(500_000);
    const wrapped = `MPN,Reference\nA,"R1,"\n${',"R2,"\n'.repeat(50_000)}`;
    const time = await seconds(async () => {
      const { lines } = await readBom(`MPN,Reference\nA,R1${gap}R2\nB,R1${gap}-${gap.slice(1)}R3\n`);
      expect(lines.map(({ references }) => references)).toEqual([
        ['R1', 'R2'],
        ['R1', 'R2', 'R3'],
      ]);
      expect((await readBom(wrapped)).lines[0].references).toHaveLength(50_001);
    });
    expect(time).toBeLessThan(5);
  });
});
