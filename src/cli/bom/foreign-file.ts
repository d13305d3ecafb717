/** The advice if a spreadsheet was not saved as text. */
const SAVE = 'in the spreadsheet, save it as CSV (UTF-8) and match that file';

export const ZERO_BYTES = 'has zero bytes, which no text has: save it as CSV in UTF-8, or in UTF-16 with its byte-order mark';

/** Files that people mistake for a table, by their first bytes. */
const KINDS: readonly { readonly start: string; readonly text: string }[] = [
  { start: '\xd0\xcf\x11\xe0', text: `is a workbook of an older Excel (.xls) or with a password: ${SAVE}` },
  { start: '{\\rtf', text: 'is a document of a word processor, not CSV' },
  { start: '%PDF', text: 'is a PDF, not CSV: ask for the table that it was made of' },
  {
    start: '<',
    text: `is a web page or XML, not CSV: open it in a spreadsheet, then ${SAVE.replace('in the spreadsheet, ', '')}`,
  },
  { start: 'PARTDEX\0', text: 'is a catalog; the parts list comes after it: partdex match <catalog> <bom>' },
];

/** Why a file with these first bytes is not a table of text, as words that follow its name; undefined if it may be one. */
export function foreignFile(head: Uint8Array): string | undefined {
  const start = String.fromCharCode(...head.subarray(0, 8));
  return KINDS.find((kind) => start.startsWith(kind.start))?.text;
}
