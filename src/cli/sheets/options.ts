import { type Command, Option } from 'commander';
import { commaSeparated } from '../options.js';

/** Options of a search whose results are written as a sheet. */
export interface SheetOptions {
  csv?: string;
  xlsx?: string;
  columns?: string[];
  rawCells?: boolean;
  force?: boolean;
  /** Of the column `price`. */
  currency: string;
}

const OTHERS = ['json', 'ndjson', 'all', 'count', 'show', 'include', 'hide'];

export function addSheetOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--csv <file>', 'every result as CSV, or as many as --limit says (.tsv: with tabs); - for the output').conflicts(
        [...OTHERS, 'xlsx'],
      ),
    )
    .addOption(new Option('--xlsx <file>', 'the same as a workbook').conflicts(OTHERS))
    .option(
      '--columns <names>',
      'of the sheet: members such as mpn,brand.name,specs.resistance.value, or description, category, stock, price',
      commaSeparated,
    )
    .option('--raw-cells', 'with --csv: no apostrophe before texts that a spreadsheet takes for formulas')
    .option('--force', 'with --csv and --xlsx: replace any file of that name');
}

/** Refuses options that only sheets have, and names of another kind of file. */
export function checkSheetOptions(command: Command, { csv, xlsx, columns, rawCells, force }: SheetOptions): void {
  const own = columns ? '--columns' : rawCells ? '--raw-cells' : force ? '--force' : undefined;
  if (own !== undefined && csv === undefined && (xlsx === undefined || rawCells)) {
    command.error(`error: option '${own}' goes with '--csv'${rawCells ? '' : " or '--xlsx'"}`);
  }
  if (columns?.length === 0) command.error("error: option '--columns' names no column");
  if (csv !== undefined && /\.(?:xlsx?|xlsm|ods)$/i.test(csv))
    command.error(`error: --csv "${csv}": a workbook is written by --xlsx`);
  if (xlsx !== undefined && !/\.xlsx$/i.test(xlsx)) command.error(`error: --xlsx "${xlsx}": the name must end in .xlsx`);
}
