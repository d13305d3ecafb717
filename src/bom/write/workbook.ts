import { strToU8, zipSync } from 'fflate';
import type { OutputCell } from './bom-rows.js';

/** Characters of a cell that spreadsheet programs read. */
const LONGEST_CELL = 32_767;
/** Digits of a number of a workbook. */
const MOST_DIGITS = 15;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const RELATIONS = `${OFFICE}/relationships`;
const APPLICATION = 'docProps/app.xml';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Characters of the narrowest and the widest column. */
const NARROWEST = 8;
const WIDEST = 48;

/** The first bytes of a workbook have this text: its first file is not compressed. */
export const WORKBOOK_MARK = '<Application>partdex</Application>';

/**
 * The bytes of a workbook of one sheet, the first row of which are headings. Formulas have their results, so that programs that do not
 * compute show them. Texts are never formulas, whatever they begin with.
 */
export function workbookBytes(rows: readonly (readonly OutputCell[])[]): Uint8Array {
  const sheetRows = rows.map((cells, i) => `<row r="${i + 1}">${cells.map((cell, j) => cellXml(cell, i, j)).join('')}</row>`);
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const files: Record<string, string> = {
    [APPLICATION]: `<Properties xmlns="${OFFICE}/extended-properties">${WORKBOOK_MARK}</Properties>`,
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}` +
      `${override('/xl/worksheets/sheet1.xml', 'worksheet')}${override('/xl/styles.xml', 'styles')}` +
      `<Override PartName="/${APPLICATION}" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>`,
    '_rels/.rels': relations([
      ['officeDocument', 'xl/workbook.xml'],
      ['extended-properties', APPLICATION],
    ]),
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="BOM" sheetId="1" r:id="rId1"/></sheets>` +
      '<calcPr fullCalcOnLoad="1"/></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml':
      `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills>` +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
      '<cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}">${views}${columnsXml(rows)}<sheetData>${sheetRows.join('')}</sheetData></worksheet>`,
  };
  // Without times, the same list gives the same bytes.
  const entries = Object.entries(files).map(
    ([name, xml]) => [name, [strToU8(HEAD + xml), { mtime: new Date(1980, 0, 1), level: name === APPLICATION ? 0 : 6 }]] as const,
  );
  return zipSync(Object.fromEntries(entries) as never);
}

function override(part: string, kind: string): string {
  return `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
}

function relations(targets: readonly (readonly [string, string])[]): string {
  const list = targets.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

/** Columns as wide as their texts, within bounds. */
function columnsXml(rows: readonly (readonly OutputCell[])[]): string {
  const columns = rows[0].map((_, j) => {
    let width = NARROWEST;
    for (const cells of rows) width = Math.max(width, Math.min(WIDEST, cells[j].text.length + 2));
    return `<col min="${j + 1}" max="${j + 1}" width="${width}" customWidth="1"/>`;
  });
  return `<cols>${columns.join('')}</cols>`;
}

function cellXml(cell: OutputCell, row: number, column: number): string {
  if (cell.kind === 'text' && cell.text === '') return '';
  const place = `r="${String.fromCharCode(65 + column)}${row + 1}"${row === 0 ? ' s="1"' : ''}`;
  if (cell.kind === 'formula') {
    const result = isNumber(cell.text) ? `<v>${cell.text}</v>` : '';
    return `<c ${place}><f>${escaped(cell.formula)}</f>${result}</c>`;
  }
  if (cell.kind === 'number' && isNumber(cell.text)) return `<c ${place}><v>${cell.text}</v></c>`;
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell.text.slice(0, LONGEST_CELL))}</t></is></c>`;
}

/** Whether a decimal is the same as a number of a workbook. */
function isNumber(text: string): boolean {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
  return digits.length <= MOST_DIGITS && Number.isFinite(Number(text)) && (Number(text) !== 0 || digits === '');
}

/** Control characters, and halves of pairs, that XML does not have. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

function escaped(text: string): string {
  return text
    .replace(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
