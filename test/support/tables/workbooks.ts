import { strToU8, zipSync } from 'fflate';

const XMLNS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

/** A sheet as its XML. */
export interface WrittenSheet {
  /** Its rows. */
  readonly rows: string;
  /** What follows them, such as the merged cells. */
  readonly behind?: string;
  /** Its state: `hidden`. */
  readonly state?: string;
}

/** What the sheets of a workbook share. */
export interface SharedXml {
  /** The items of the table of texts. */
  readonly texts?: string;
  /** The codes of number formats; the cells of style 1 have the first. */
  readonly formats?: readonly string[];
  /** What follows the styles of cells. */
  readonly behindStyles?: string;
  /** Attributes of `workbookPr`. */
  readonly properties?: string;
}

/** A workbook, sheets of which are named S1, S2 and so on. */
export function workbookOf(sheets: readonly (string | WrittenSheet)[], shared: SharedXml = {}): Uint8Array {
  const written = sheets.map((sheet) => (typeof sheet === 'string' ? { rows: sheet } : sheet));
  const each = (text: (n: number, sheet: WrittenSheet) => string) => written.map((sheet, i) => text(i + 1, sheet)).join('');
  const { texts = '', formats = [], behindStyles = '', properties = '' } = shared;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const named = each((n, { state }) => `<sheet name="S${n}" sheetId="${n}"${state ? ` state="${state}"` : ''} r:id="r${n}"/>`);
  const codes = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`).join('');
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`)].join('');
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook ${XMLNS} xmlns:r="${OFFICE}"><workbookPr ${properties}/><sheets>${named}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${PACKAGE}>${each((n) => relation(`r${n}`, 'worksheet', `worksheets/sheet${n}.xml`))}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('s', 'styles', 'styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst ${XMLNS}>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet ${XMLNS}><numFmts>${codes}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${styles}</cellXfs>${behindStyles}</styleSheet>`,
  };
  written.forEach(({ rows, behind = '' }, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet ${XMLNS}><sheetData>${rows}</sheetData>${behind}</worksheet>`;
  });
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A cell with a text of its own; without a place it follows the cell before. */
export function textCell(text: string, place?: string): string {
  return `<c${place === undefined ? '' : ` r="${place}"`} t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
}

/** A cell with a number, in a style. */
export function numberCell(number: number | string, style = 0): string {
  return `<c s="${style}"><v>${number}</v></c>`;
}

/** A row without a number. */
export function row(...cells: string[]): string {
  return `<row>${cells.join('')}</row>`;
}
