import { describe, expect, it } from 'vitest';
import type { BomLine } from '../../../../src/bom/cost/costed-bom.js';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { UnreadableTableError } from '../../../../src/model/errors.js';
import { ValidationError } from '../../../../src/partdex.js';
import { numberCell, row, textCell, workbookOf } from '../../../support/tables/workbooks.js';
import { rejectionOf } from '../../../support/thrown.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const linesOf = async (text: string, map?: object): Promise<BomLine[]> => (await readBom(bytes(text), { map })).lines;

describe('readBom: the headings of tools', () => {
  it('KiCad: semicolons, quoted references, DNP, footprints of libraries', async () => {
    const text =
      '"Reference";"Qty";"Value";"DNP";"Footprint"\n' +
      '"R1,R2,R3";"3";"10k";"";"Resistor_SMD:R_0603_1608Metric"\n' +
      '"C1";"1";"100n";"DNP";"Capacitor_SMD:C_0402_1005Metric"\n';
    expect(await linesOf(text)).toEqual([
      { line: 2, quantity: 3, value: '10k', footprint: 'Resistor_SMD:R_0603_1608Metric', references: ['R1', 'R2', 'R3'] },
      { line: 3, quantity: 1, value: '100n', footprint: 'Capacitor_SMD:C_0402_1005Metric', references: ['C1'], dnp: true },
    ]);
  });

  it('old KiCad: the designation is the value', async () => {
    const [line] = await linesOf(
      '"Id";"Designator";"Footprint";"Quantity";"Designation";"Supplier and ref"\n1;"U1,U2";"SOIC-8";2;"LM358";\n',
    );
    expect(line).toMatchObject({ value: 'LM358', footprint: 'SOIC-8', quantity: 2, references: ['U1', 'U2'] });
  });

  it('Altium: the comment is the value, a name of the maker goes with its number', async () => {
    const text =
      'Comment,Description,Designator,Footprint,LibRef,Quantity,Manufacturer 1,Manufacturer Part Number 1\n' +
      '10k,RES 10K 1% 0603,"R1, R2",RESC1608X55N,RES,2,Yageo,RC0603FR-0710KL\n';
    expect(await linesOf(text)).toEqual([
      {
        line: 2,
        quantity: 2,
        mpn: 'RC0603FR-0710KL',
        brand: 'Yageo',
        value: '10k',
        footprint: 'RESC1608X55N',
        description: 'RES 10K 1% 0603',
        references: ['R1', 'R2'],
      },
    ]);
  });

  it('EasyEDA: tabs, UTF-16, the name is the value, the seller has a number', async () => {
    const text =
      'ID\tName\tDesignator\tFootprint\tQuantity\tManufacturer Part\tManufacturer\tSupplier\tSupplier Part\n' +
      '1\t10uF\tC1,C2\tC0805\t2\tCL21A106KAYNNNE\tSAMSUNG\tLCSC\tC15850\n';
    const encoded = new Uint8Array(2 * text.length + 2);
    encoded.set([0xff, 0xfe]);
    for (let i = 0; i < text.length; i++) encoded[2 * i + 2] = text.charCodeAt(i);
    const { lines } = await readBom({ name: 'bom.csv', data: encoded });
    expect(lines).toMatchObject([
      { value: '10uF', mpn: 'CL21A106KAYNNNE', brand: 'SAMSUNG', sku: 'C15850', seller: 'LCSC', footprint: 'C0805', quantity: 2 },
    ]);
  });

  it('Eagle: parts are references; JLCPCB: a column of one seller', async () => {
    expect(await linesOf('Qty;Value;Device;Package;Parts;Description\n2;4k7;R-EU_R0603;R0603;R1, R5;RESISTOR\n')).toMatchObject([
      { quantity: 2, value: '4k7', footprint: 'R0603', references: ['R1', 'R5'], description: 'RESISTOR' },
    ]);
    expect(await linesOf('Comment,Designator,Footprint,LCSC Part #\n100nF,"C1,C2",C0402,C1525\n')).toMatchObject([
      { quantity: 2, sku: 'C1525', seller: 'LCSC' },
    ]);
  });
});

describe('readBom: a column that may have part numbers or references', () => {
  it('has part numbers where its cells are such, and no other column has them', async () => {
    for (const heading of ['Part', 'PART', 'Component', 'Composant', 'Componente', 'Parts', 'Reference', 'Référence']) {
      const lines = await linesOf(`${heading},Qty\nNE555DR,2\nRC0603FR-0710KL,3\n1803303,1\n`);
      expect([heading, lines.map(({ mpn, quantity }) => [mpn, quantity])]).toEqual([
        heading,
        [
          ['NE555DR', 2],
          ['RC0603FR-0710KL', 3],
          ['1803303', 1],
        ],
      ]);
    }
    expect((await readBom('Part,Qty\nNE555DR,2\n')).lines).toEqual([{ line: 2, quantity: 2, mpn: 'NE555DR' }]);
    expect(await linesOf('Part,MPN\nLM358DR2G,A-1\n')).toEqual([{ line: 2, quantity: 1, mpn: 'A-1' }]);
    expect(await linesOf('Part,Ref\nLM358DR2G,U1\n')).toMatchObject([{ mpn: 'LM358DR2G', references: ['U1'] }]);
  });

  it('has references where its cells are such, as Eagle writes them', async () => {
    const text =
      'Part;Value;Device;Package;Description\nC1;100n;C-EUC0603;C0603;CAPACITOR\nR1;10k;R-EU;R0603;RES\n' +
      'IC2A;LM358DR;LM358;SO8;\nU$3;;LOGO;;\nGND1;x1234;GND;;\n';
    const lines = await linesOf(text);
    expect(lines.map(({ references, value }) => [references, value])).toEqual([
      [['C1'], '100n'],
      [['R1'], '10k'],
      [['IC2A'], 'LM358DR'],
      [['GND1'], 'x1234'],
    ]);
    expect(await linesOf('Component,Value\n"C1, C2",100n\nR1-R3,1k\n')).toMatchObject([
      { references: ['C1', 'C2'], quantity: 2 },
      { references: ['R1', 'R2', 'R3'], quantity: 3 },
    ]);
  });

  it('has neither where its cells are names, values or blank, and a map counts before its cells', async () => {
    for (const cells of ['R1,1\nIC12,1', 'Power supply,1\nCover 2,1', 'Resistor,1', '100nF,1\n4.7kOhm,1', '', 'A,1'])
      expect([cells, await rejectionOf(linesOf(`Part,Qty\n${cells}\n`))]).toEqual([cells, expect.any(UnreadableTableError)]);
    expect(await linesOf('Part,Value\nResistor,10k\n')).toEqual([{ line: 2, quantity: 1, value: '10k' }]);
    const map = { columns: { Part: 'ignored', Parts: 'references' } };
    expect(await linesOf('Part,Value\nLM358DR,10k\n', map)).toEqual([{ line: 2, quantity: 1, value: '10k' }]);
    expect(await rejectionOf(linesOf('Parts,Qty\nLM358DR,2\n', map))).toBeInstanceOf(UnreadableTableError);
  });
});

describe('readBom: French and Spanish headings', () => {
  const yageo = {
    line: 2,
    quantity: 2,
    mpn: 'RC0603FR-0710KL',
    brand: 'Yageo',
    value: '10k',
    footprint: '0603',
    references: ['R1', 'R2'],
  };

  it.each([
    'Qté;Référence;Valeur;Boîtier;Fabricant;Référence fabricant',
    'Qte;Reference;Valeur;Boitier;Fabricant;Reference fabricant',
    'Quantité;Repères;Valeur;Empreinte;Marque;Réf. du fabricant',
    'Cantidad;Referencia;Valor;Encapsulado;Fabricante;Referencia fabricante',
    'Cant.;Designador;Valor;Huella;Marca;Número de parte',
    'Cant.;Referencias;Valor;Encapsulado;Fabricante;Código del fabricante',
  ])('%s', async (headings) => {
    expect(await linesOf(`${headings}\n2;R1, R2;10k;0603;Yageo;RC0603FR-0710KL\n`)).toEqual([yageo]);
  });

  it('numbers of sellers, descriptions, and what is placed', async () => {
    const text =
      'Repère;Désignation;Code Farnell;Fournisseur;Référence fournisseur;Monté\n' +
      'R1;Résistance 10k;1234567;Mouser;603-RC0603;oui\nR2;Résistance;;Mouser;603-RC0603;non\n';
    expect(await linesOf(text)).toEqual([
      { line: 2, quantity: 1, description: 'Résistance 10k', sku: '1234567', seller: 'Farnell', references: ['R1'] },
      { line: 3, quantity: 1, description: 'Résistance', sku: '603-RC0603', seller: 'Mouser', references: ['R2'], dnp: true },
    ]);
    const [line] = await linesOf(
      'Designadores\tDescripción\tDistribuidor\tReferencia del proveedor\tNo montar\nC1\tCap\tRS\t77-1\tno\n',
    );
    expect(line).toEqual({ line: 2, quantity: 1, description: 'Cap', sku: '77-1', seller: 'RS', references: ['C1'] });
  });
});

describe('readBom: rows', () => {
  it('counts references where there is no quantity, ranges too', async () => {
    const lines = await linesOf('Ref,Value\n"R1-R4, R7",10k\nU1,NE555\n');
    expect(lines.map(({ quantity }) => quantity)).toEqual([5, 1]);
    expect(lines[0].references).toEqual(['R1', 'R2', 'R3', 'R4', 'R7']);
  });

  it('reports totals and rows without a part, which it leaves out; a quantity that it cannot read is counted', async () => {
    const { lines, report } = await readBom(bytes('My board,,\n\nRef,MPN,Qty\nR1,ABC-1,ten\nMH1,,1\nTotal,,2\nRef,MPN,Qty\n'));
    expect(lines).toEqual([{ line: 4, quantity: 1, mpn: 'ABC-1', references: ['R1'] }]);
    expect(report[0].left_out.map(({ line, why }) => [line, why])).toEqual([
      [5, 'it names no part'],
      [6, 'a line of totals'],
      [7, 'it repeats the headings'],
    ]);
    expect(report[0].columns.map(({ heading, as, unread }) => [heading, as, unread])).toEqual([
      ['Ref', 'references', 0],
      ['MPN', 'mpn', 0],
      ['Qty', 'quantity', 1],
    ]);
    expect(report[0]).toMatchObject({ source: 'table', rows: 4, parts: 1 });
  });

  it('knows lines that are not placed by their value and by a column of what is fitted', async () => {
    const lines = await linesOf('Ref,Value,Fitted\nR1,10k,yes\nR2,10k DNP,yes\nR3,10k,No\nR4,DNP,\n');
    expect(lines.map(({ dnp = false }) => dnp)).toEqual([false, true, true, true]);
  });

  it('blank marks do not say that a line is not placed, other words do, also those of columns of what is placed', async () => {
    const marked = async (heading: string, ...marks: string[]) =>
      (await linesOf(`MPN\t${heading}\n${marks.map((mark) => `A-1\t${mark}\n`).join('')}`)).map(({ dnp = false }) => dnp);
    expect(await marked('DNP', '-', 'N/A', '~', '', '0', 'no', 'populated', 'x', 'DNP')).toEqual([
      ...[false, false, false, false, false, false, false, true, true],
    ]);
    expect(await marked('Bestückung', 'ja', 'nein', 'nicht bestückt', '-')).toEqual([false, true, true, false]);
    expect(await marked('Fitted', 'yes', 'DNF', 'do not populate', 'not placed', '')).toEqual([false, true, true, true, false]);
  });

  it('the word may be before a value too, and a part number may begin with its letters', async () => {
    const lines = await linesOf('Ref,Value\nR1,DNP 10k\nR2,DNP (10k)\nR3,DNI/100n\nU1,DNP015A-2\n');
    expect(lines.map(({ dnp = false }) => dnp)).toEqual([true, true, true, false]);
  });

  it('knows short words for lines that are not placed, and words in brackets', async () => {
    const marked = async (values: string[]) => {
      const lines = await linesOf(`Ref\tValue\n${values.map((value) => `C1\t${value}\n`).join('')}`);
      return lines.filter(({ dnp }) => dnp).map(({ value }) => value);
    };
    const words = ['NF', 'nf', '(NF)', 'no stuff', 'do not stuff', 'N/M', 'n.b.', 'n. b.', '<DNP>', '[DNP]', '<DNP> 10k'];
    expect(await marked(words)).toEqual(words);
    const behind = ['10k NF', '100n (NF)', '10k <NF>', '10k N/M', '10k [n.b.]', '10k n.b.'];
    expect(await marked(behind)).toEqual(behind);
    const stressed = [
      '*DNP*',
      '10k *DNP*',
      '10k -DNP-',
      '10k DNP!',
      '10k*DNP*',
      '**DNP**',
      '*DNP* 10k',
      '-DNP- 10k',
      'DNP! 10k',
      '-DNI-',
    ];
    expect(await marked(stressed)).toEqual(stressed);
    expect(await marked(['DNP-10k', 'DNS-1234', '!DNP', 'X*DNPX*'])).toEqual([]);
    expect(await marked(['100 NF', '100NF', '4.7 nF', '5 N/m', 'NB', 'NF-12', 'ABC-NF', 'NFM18', '1n.b'])).toEqual([]);
    const fitted = await linesOf('MPN,Fitted\nA-1,NF\nA-2,no stuff\nA-3,yes\n');
    expect(fitted.map(({ dnp = false }) => dnp)).toEqual([true, true, false]);
  });

  it('leaves out the totals of orders', async () => {
    const totals = [
      'Merchandise Total:',
      'Merchandise Total',
      'Order total',
      'Sub Total',
      'Subtotal',
      'Grand Total',
      'Net total',
      'Sous-total',
      'Total TTC',
      'Total général',
      'Total cost',
    ];
    for (const heading of ['MPN', 'SKU']) {
      const { lines, report } = await readBom(bytes(`${heading},Qty\nA-1,2\n${totals.map((total) => `${total},5\n`).join('')}`));
      expect(lines).toHaveLength(1);
      expect(report[0].left_out.map(({ why }) => why)).toEqual(totals.map(() => 'a line of totals'));
    }
    const [line] = await linesOf('MPN,Qty\nMerchandise Totalizer 5,2\n');
    expect(line.mpn).toBe('Merchandise Totalizer 5');
  });

  it('leaves out totals in the column of part numbers, and words for empty cells', async () => {
    const { lines, report } = await readBom(
      bytes('MPN,Manufacturer,Value,Qty\nA-1,any,,2\nNA,k.A.,10k,3\nTotal,,,5\nTotal cost:,,,\n'),
    );
    expect(lines).toEqual([
      { line: 2, quantity: 2, mpn: 'A-1' },
      { line: 3, quantity: 3, value: '10k' },
    ]);
    expect(report[0].left_out.map(({ line, why }) => [line, why])).toEqual([
      [4, 'a line of totals'],
      [5, 'a line of totals'],
    ]);
  });

  it('a value counts before a comment, which counts where there is none', async () => {
    const lines = await linesOf('Comment,Value,Designator\nRes1,10k,R1\n100n,,C1\n');
    expect(lines.map(({ value }) => value)).toEqual(['10k', '100n']);
  });

  it('quantities may be fractions of a metre, but not what could be a thousand', async () => {
    expect((await linesOf('MPN,Qty\nW-1,1.5\nW-2,1.500\n')).map(({ quantity }) => quantity)).toEqual([1.5, 1]);
    const semicolons = 'MPN;Qty\nW-1;1,5\nW-2;1.5\nW-3;1,500\nW-4;2,50\n';
    expect((await linesOf(semicolons)).map(({ quantity }) => quantity)).toEqual([1.5, 1.5, 1500, 2.5]);
    const swapped = semicolons.replace('1,500', '1.500');
    expect((await linesOf(swapped, { decimal: ',' })).map(({ quantity }) => quantity)).toEqual([1.5, 1.5, 1500, 2.5]);
  });

  it('reads pasted numbers of digits alone: the longer one is the part', async () => {
    const { lines } = await readBom('1217861, 10\n25 1217862\n300, 300\n');
    expect(lines.map(({ mpn, quantity }) => [mpn, quantity])).toEqual([
      ['1217861', 10],
      ['1217862', 25],
      ['300', 300],
    ]);
  });

  it('reads what was pasted, with headings or without', async () => {
    const { lines } = await readBom('10 x NE555DR\nLM358DR, 4\n\nRC0603FR-0710KL\n');
    expect(lines).toEqual([
      { line: 1, quantity: 10, mpn: 'NE555DR' },
      { line: 2, quantity: 4, mpn: 'LM358DR' },
      { line: 4, quantity: 1, mpn: 'RC0603FR-0710KL' },
    ]);
    expect((await readBom('MPN\tQty\nNE555DR\t10\n')).lines).toEqual([{ line: 2, quantity: 10, mpn: 'NE555DR' }]);
  });

  it('refuses pasted lines with further cells, as sizes and commas in a part number show', async () => {
    const lists = ['R1,10k,0603\nR2,1k,0603\n', 'R1,10k,1206\n', 'R1;10k;1206\n', 'R1|10k|1206', 'NE555 05', '0603 RC0603'];
    lists.push('R1,10k\nR2,1k\n', '1217861, 010', 'C1 100nF 0603', '1,R1,100');
    for (const text of lists) expect([text, await rejectionOf(readBom(text))]).toEqual([text, expect.any(UnreadableTableError)]);
  });

  it('reads pasted order codes with a comma, and commas at the end of lines', async () => {
    const { lines } = await readBom('74HC595D,118 10\n5 x 74HC00D,653\n74HC04D,118, 3\nNE555,4\nLM358DR,\nLM324,7,\nLM2, 0\n');
    expect(lines.map(({ mpn, quantity }) => [mpn, quantity])).toEqual([
      ['74HC595D,118', 10],
      ['74HC00D,653', 5],
      ['74HC04D,118', 3],
      ['NE555', 4],
      ['LM358DR', 1],
      ['LM324', 7],
      ['LM2', 0],
    ]);
  });

  it('keeps names that every object has', async () => {
    expect(await linesOf('MPN,Value\n__proto__,constructor\n')).toEqual([
      { line: 2, quantity: 1, mpn: '__proto__', value: 'constructor' },
    ]);
  });
});

describe('readBom: the map', () => {
  it('says what columns have, which line has the headings, and which mark is the decimal one', async () => {
    const map = { columns: { Our: 'mpn', Number: 'quantity', MPN: 'ignored' }, header: 2, decimal: ',', delimiter: ';' };
    expect(await linesOf('MPN;x;y\nOur;Number;MPN\nA-1;1.000;Z\n', map)).toEqual([{ line: 3, quantity: 1000, mpn: 'A-1' }]);
  });

  it('is rejected where it is wrong', async () => {
    const error = await rejectionOf(readBom(bytes('a'), { map: { columns: { A: 'mnp', B: 1 }, heeder: 1 } as never }));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues.map(({ path }) => path)).toEqual(['columns.A', 'columns.B', 'heeder']);
  });

  it('has all its faults in one error, with those of the options and of the source', async () => {
    const pathsOf = async (wrong: Promise<unknown>) =>
      ((await rejectionOf(wrong)) as ValidationError).issues.map(({ path }) => path);
    const map = { header: 0, delimiter: 'ab', encoding: 'xx', decimal: 'x', heeder: 1, columns: { Foo: 'mmpn' }, sheets: 5 };
    const ofMap = ['header', 'delimiter', 'encoding', 'decimal', 'heeder', 'columns.Foo', 'sheets'];
    expect(await pathsOf(readBom('x', { map } as never))).toEqual(ofMap);
    expect(await pathsOf(readBom(5 as never, { map: { header: 0 }, maps: 1 } as never))).toEqual([
      'source',
      'options.maps',
      'header',
    ]);
    expect(await pathsOf(readBom(5 as never, null as never))).toEqual(['options', 'source']);
    expect(await pathsOf(readBom('x', { map: 7 } as never))).toEqual(['']);
  });
});

describe('readBom: what is not a parts list', () => {
  it('says what is missing', async () => {
    expect(await rejectionOf(readBom(bytes('a,b\n1,2\n')))).toBeInstanceOf(UnreadableTableError);
    expect(await rejectionOf(readBom('[{"mpn":"A","qty":2},'))).toBeInstanceOf(UnreadableTableError);
    expect(await rejectionOf(readBom('some words that are not parts'))).toBeInstanceOf(UnreadableTableError);
    expect(await rejectionOf(readBom(5 as never))).toBeInstanceOf(ValidationError);
  });

  it('is JSON that is nested too deep', async () => {
    const nested = bytes(`[{"MPN":"A1","a":${'{"b":'.repeat(5000)}1${'}'.repeat(5000)}}]`);
    const error = await rejectionOf(readBom({ name: 'x.json', data: nested }));
    expect(error).toBeInstanceOf(UnreadableTableError);
    expect(error).toMatchObject({ source: 'x.json', line: 1 });
  });
});

describe('options', () => {
  it('are refused where they are unknown', async () => {
    const wrong = readBom('LM358\t2', { maps: {} } as never);
    await expect(wrong).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'unknown_argument', path: 'options.maps' }],
    });
    await expect(readBom('LM358\t2', 7 as never)).rejects.toMatchObject({ code: 'validation' });
  });
});

describe('readBom: a workbook', () => {
  const rows =
    row(textCell('MPN'), textCell('Qty'), textCell('Value')) +
    row(textCell('A'), numberCell(5, 1), textCell('x')) +
    row(textCell('B'), numberCell(1.234), '<c><f>1+1</f></c>');

  it('has quantities as its numbers, whatever their format and the mark of the list are', async () => {
    for (const map of [{}, { decimal: ',' }] as const) {
      const { lines } = await readBom(workbookOf([rows], { formats: ['0" m"'] }), { map });
      expect(lines.map(({ quantity }) => quantity)).toEqual([5, 1.234]);
    }
  });

  it('has its notes in the report', async () => {
    const { report } = await readBom(workbookOf([rows], { formats: ['0'] }));
    expect(report[0].notes).toEqual([expect.stringContaining('1 formula has no result')]);
  });
});
