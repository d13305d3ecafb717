import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { rejectionOf } from '../../../support/thrown.js';

const EAGLE = `Partlist

Exported from board.sch at 03.12.2021 11:00

EAGLE Version 9.6.2 Copyright (c) 1988-2020 Autodesk, Inc.

Assembly variant:

Part     Value          Device          Package      Library         Sheet

C1       100n           C-EUC0603       C0603        rcl             1
IC1      NE555D         NE555D          SO08         linear          1
JP1                     PINHD-1X4       1X04         pinhead         1
R1       10k, 1 %       R-EU_R0603      R0603        rcl             1
`;

describe('a list whose columns are aligned by blanks', () => {
  it('is read, as Eagle writes it', async () => {
    for (const text of [EAGLE, EAGLE.replaceAll('\n', '\r\n')]) {
      const { lines, report } = await readBom({ name: 'board.txt', data: new TextEncoder().encode(text) });
      expect(lines.map(({ references, value, footprint }) => [references, value, footprint])).toEqual([
        [['C1'], '100n', 'C0603'],
        [['IC1'], 'NE555D', 'SO08'],
        [['R1'], '10k, 1 %', 'R0603'],
      ]);
      expect(lines[0].line).toBe(11);
      expect(report[0].columns.map(({ heading, as }) => `${heading}: ${as}`)).toEqual([
        'Part: references',
        'Value: value',
        'Device: ignored',
        'Package: footprint',
        'Library: ignored',
        'Sheet: ignored',
      ]);
    }
  });

  it('has its columns compared with all lines, and no more than 100 of them', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `${String(i + 1).padEnd(6)}A-${i}`);
    const read = (...lines: string[]) => readBom({ name: 'a.txt', data: new TextEncoder().encode(lines.join('\n')) });
    expect((await read('Qty   MPN', ...rows)).lines).toHaveLength(3000);
    expect(await rejectionOf(read('Qty   MPN', ...rows, 'and so on'))).toMatchObject({ code: 'unreadable_table' });
    const wide = (columns: number) => `Qty   MPN   ${'X  '.repeat(columns - 2)}`;
    expect((await read(wide(100), ...rows)).lines).toHaveLength(3000);
    expect(await rejectionOf(read(wide(101), ...rows))).toMatchObject({ code: 'unreadable_table' });
  });

  it('is not taken for one where words cross the columns, or the map says what separates cells', async () => {
    const data = new TextEncoder().encode('Qty  Manufacturer Part Number\n10 NE555DR\n');
    expect(
      (await readBom({ name: 'a.txt', data: new TextEncoder().encode('Qty  MPN\n10   NE555DR\n2    LM358\n') })).lines,
    ).toHaveLength(2);
    expect(await rejectionOf(readBom({ name: 'a.txt', data }))).toMatchObject({ code: 'unreadable_table' });
    const given = { name: 'board.txt', data: new TextEncoder().encode(EAGLE) };
    expect(await rejectionOf(readBom(given, { map: { delimiter: ';' } }))).toMatchObject({ code: 'unreadable_table' });
  });
});
