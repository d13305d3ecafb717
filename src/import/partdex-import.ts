/**
 * Tables become parts: spreadsheets and other exports, for `buildCatalog`. Runs in Node and in browsers; the libraries for each kind of
 * file are loaded when the first of them is read. docs/import.md says how columns are read.
 * @module partdex/import
 */

export { UnreadableTableError } from '../model/errors.js';
export type { TableData, TableInput } from './formats/bytes.js';
export { proposeBrands } from './propose-brands.js';
export type { ColumnReport, ImportReport, TableReport } from './report.js';
export type { ColumnMap, TableMap } from './table-map.js';
export { inferMap, readTable, readTables, type TableOptions, type TableSource } from './table-source.js';
