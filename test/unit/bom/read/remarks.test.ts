import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

async function read(headings: string, ...rows: string[]) {
  const { lines, report } = await readBom([headings, ...rows].join('\n'));
  return { dnp: lines.map(({ dnp }) => dnp === true), notes: report[0].notes };
}

describe('a column of what is placed', () => {
  it.each([
    ['Bestückt', 'x'],
    ['Fitted', 'yes'],
    ['Populated', '✓'],
    ['Mount', '1'],
    ['Monté', 'oui'],
  ])('%s with only %j says by blanks what is not placed', async (heading, mark) => {
    const { dnp, notes } = await read(`MPN;Menge;${heading}`, `A-1;1;${mark}`, 'A-2;2;', 'A-3;1;-');
    expect(dnp).toEqual([false, true, true]);
    expect(notes).toEqual([`2 lines are not placed, since "${heading}" is blank there and marks other lines (line 3, line 4)`]);
  });

  it.each([
    ['denials', ['x', 'nein', '']],
    ['other texts', ['SMT', 'THT', '']],
    ['nothing', ['', '', '']],
  ])('with %s does not', async (_, marks) => {
    const { dnp, notes } = await read('MPN;Menge;Bestückt', ...marks.map((mark, i) => `A-${i};1;${mark}`));
    expect(dnp).toEqual(marks.map((mark) => mark === 'nein'));
    expect(notes).toEqual([]);
  });
});

describe('remarks', () => {
  it.each([
    ['Notes', 'DNP'],
    ['Bemerkung', 'nicht bestücken'],
    ['Bemerkungen', 'Nicht bestückt!'],
    ['Remarks', '(do not populate)'],
    ['Remark', 'DNP, for tests only'],
    ['Notes', 'DNP - see page 2'],
    ['Remarques', 'ne pas monter'],
    ['Notes', 'DNP (see page 2)'],
    ['Notes', 'DNP: spare'],
  ])('in %s say that a line is not placed: %s', async (heading, remark) => {
    const { dnp, notes } = await read(`MPN\tQty\t${heading}`, 'A-1\t1\t', `A-2\t2\t${remark}`);
    expect(dnp).toEqual([false, true]);
    expect(notes).toEqual([`1 line is not placed, since a remark in "${heading}" says it (line 3)`]);
  });

  it.each([
    'not fitted on rev. A',
    'beside R3, DNP',
    'n.b. polarity',
    'do not place near heat',
    'ok',
    'No pop-up noise',
    'no fit-check needed',
    'DNS: 8.8.8.8',
    'DNP (rev. A only)',
    'DNP: variant B',
  ])('may mean something else: %s', async (remark) => {
    expect(await read('MPN\tQty\tNotes', `A-2\t2\t${remark}`)).toEqual({ dnp: [false], notes: [] });
  });
});

it.each([
  [
    'MPN,Alt MPN,Qty',
    '"Alt MPN" may have other numbers of the parts and is not read; the part number of a line is that of "MPN"',
  ],
  [
    'MPN 1,Manufacturer 1,MPN 2,Manufacturer 2,Qty',
    '"MPN 2" may have other numbers of the parts and is not read; the part number of a line is that of "MPN 1"',
  ],
  ['MPN,Alternative Part Number,Qty', '"Alternative Part Number" may have'],
  ['MPN,2nd Source MPN,Qty', '"2nd Source MPN" may have'],
  ['MPN,MPN 2,MPN 3,Qty', '"MPN 2", "MPN 3" may have other numbers of the parts and are not read'],
])('further numbers are noted: %s', async (headings, note) => {
  const { notes } = await read(
    headings,
    headings
      .split(',')
      .map((_, i) => `X-10${i}`)
      .join(',')
      .replace(/[^,]*$/, '1'),
  );
  expect(notes).toEqual([expect.stringContaining(note)]);
});

describe('references that a list has twice', () => {
  it('count once in a cell, with a note', async () => {
    const { lines, report } = await readBom('Designator\tMPN\n"R1, R1, R2"\tA-1\n"C1-C3, C2"\tA-2\n');
    expect(lines.map(({ references, quantity }) => [references, quantity])).toEqual([
      [['R1', 'R2'], 2],
      [['C1', 'C2', 'C3'], 3],
    ]);
    expect(report[0].notes).toEqual([
      '2 cells of "Designator" have a reference twice, which counts once (line 2: "R1", line 3: "C2")',
    ]);
  });

  it('may be threads of screws, which all count', async () => {
    const { lines, report } = await readBom('Designator\tMPN\n"M3, M3, M3, M3"\tA-1\nM3\tA-2\n');
    expect(lines.map(({ quantity }) => quantity)).toEqual([4, 1]);
    expect(report[0].notes).toEqual([]);
  });

  it('are not noted where the line that they continue is not placed', async () => {
    const { lines, report } = await readBom('Designator,Qty,MPN,DNP\n"R1,",2,A-100,x\nR2,,,\nR2,1,B-200,\n');
    expect(lines.map(({ references, dnp }) => [references, dnp])).toEqual([
      [['R1', 'R2'], true],
      [['R2'], undefined],
    ]);
    expect(report[0].notes).toEqual([]);
  });

  it('are noted on several lines, unless one of these is not placed', async () => {
    const { report } = await readBom('Designator\tMPN\tDNP\nR1,R2\tA-1\t\nR2,R3\tA-2\t\nR1\tA-3\tx\n');
    expect(report[0].notes).toEqual(['1 line has a reference of another line (line 3: "R2, as in line 2"); all lines count']);
  });
});

it('words of other references may be there several times', async () => {
  const { lines, report } = await readBom('Customer Reference\tMPN\nBoard A, Board B\tA-1\nBoard A\tA-2\n');
  expect(lines[0].references).toEqual(['Board', 'A', 'Board', 'B']);
  expect(report[0].notes).toEqual([]);
});

it('a comment beside a value is a remark', async () => {
  const { dnp } = await read('Designator,Value,Comment', 'R1,10k,', 'R2,10k,DNP');
  expect(dnp).toEqual([false, true]);
});

it('Bauteil has references', async () => {
  const { lines } = await readBom('Bauteil;Wert;Menge\nR1, R2;10k;2\nC1;100n;1\n');
  expect(lines.map(({ references }) => references)).toEqual([['R1', 'R2'], ['C1']]);
});

it('Part Number has the numbers of Digi-Key beside those of makers', async () => {
  const { lines } = await readBom('Quantity,Part Number,Manufacturer Part Number\n10,311-10.0KHRCT-ND,RC0603FR-0710KL\n');
  expect(lines).toMatchObject([{ mpn: 'RC0603FR-0710KL', sku: '311-10.0KHRCT-ND', seller: 'Digi-Key', quantity: 10 }]);
  const third = await readBom('Quantity,Manufacturer Part Number,MPN 2,Part Number\n10,RC0603FR-0710KL,4711,311-10.0KHRCT-ND\n');
  expect(third.lines).toMatchObject([{ mpn: 'RC0603FR-0710KL', sku: '311-10.0KHRCT-ND', seller: 'Digi-Key' }]);
  const own = await readBom('Quantity,Part Number,Manufacturer Part Number\n10,4711,RC0603FR-0710KL\n');
  expect(own.lines[0].sku).toBeUndefined();
});
