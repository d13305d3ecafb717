import { type ColumnFault, HEADER_ROWS, type NamedColumn } from '../../bom/columns.js';

const OPTIONS: Readonly<Record<NamedColumn['role'], string>> = {
  mpn: '--mpn',
  sku: '--sku',
  brand: '--brand',
  seller: '--seller',
  quantity: '--qty',
  reference: '--reference',
};

const LONGEST_HEADING = 40;

/** What is wrong with the columns of a table: its apparent columns, and what would be valid. */
export function describeColumnFault(fault: ColumnFault, table: string): string {
  switch (fault.code) {
    case 'not_a_number':
      return `${optionOf(fault.column)} "${fault.column.name}": without headings columns are named by numbers, from 1`;
    case 'out_of_range':
      return `${optionOf(fault.column)} ${fault.column.name}: the first lines have ${fault.width} columns`;
    case 'missing_number_column':
      return '--no-header needs --mpn or --sku with the number of a column, such as --mpn 2';
    case 'unknown_column':
      return `${optionOf(fault.column)} "${fault.column.name}": "${table}" has no such column; ${headingsOf(fault)}`;
    case 'no_part_numbers':
      return (
        `"${table}" has no column of part numbers in its first ${HEADER_ROWS} lines; ${headingsOf(fault)}. ` +
        'Name it with --mpn or --sku and its heading or number, or change its heading to MPN or SKU; ' +
        'for a table without headings use --no-header --mpn 1'
      );
  }
}

function optionOf({ role }: NamedColumn): string {
  return OPTIONS[role];
}

function headingsOf({ line, headings }: { readonly line?: number | undefined; readonly headings: readonly string[] }): string {
  return `${line === undefined ? 'it' : `line ${line}`} has ${headings.map((heading) => `"${shortened(heading)}"`).join(', ')}`;
}

function shortened(text: string): string {
  return text.length > LONGEST_HEADING ? `${text.slice(0, LONGEST_HEADING)}…` : text;
}
