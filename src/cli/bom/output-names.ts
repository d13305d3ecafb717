import { CommandError } from '../failure.js';

const XLSX = /\.xlsx$/i;
const WORKBOOK = /\.(?:xls|xlsm|xlsb|ods|numbers)$/i;
const DOCUMENT = /\.(?:pdf|docx?|odt|rtf|html?|xml|zip|gz|pdx)$/i;
const TABS = /\.(?:tsv|tab)$/i;

/** The form that the name of an output promises. */
export type PromisedForm = 'xlsx' | 'json' | 'ndjson' | 'tabs' | 'csv';

/** The form of an output by its name. @throws CommandError for a name of a file of another kind, which no program could open */
export function promisedForm<Form extends PromisedForm>(output: string, forms: readonly Form[]): Form {
  const form = formOf(output);
  const found = forms.find((one) => one === form);
  if (found) return found;
  const isWorkbook = WORKBOOK.test(output) || form === 'xlsx';
  if (isWorkbook && forms.some((one) => one === 'xlsx')) {
    throw new CommandError(`-o "${output}": a workbook is written as .xlsx; name it so, or .csv or .json`);
  }
  if (isWorkbook) {
    const csv = output.replace(/\.[^.]*$/, '.csv');
    throw new CommandError(`-o "${output}": the result is CSV, which a workbook program opens as ${csv}; name it so`);
  }
  const names = forms.map((one) => `.${one === 'tabs' ? 'tsv' : one}`);
  throw new CommandError(`-o "${output}": a list is written as ${names.slice(0, -1).join(', ')} or ${names.at(-1)}; name it so`);
}

function formOf(output: string): PromisedForm | undefined {
  if (XLSX.test(output)) return 'xlsx';
  if (WORKBOOK.test(output) || DOCUMENT.test(output)) return undefined;
  if (TABS.test(output)) return 'tabs';
  if (/\.json$/i.test(output)) return 'json';
  return /\.(?:ndjson|jsonl)$/i.test(output) ? 'ndjson' : 'csv';
}
