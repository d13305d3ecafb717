import { type DecimalMark, marksIn } from './cells.js';
import type { ColumnFacts } from './column-facts.js';
import type { AssignedColumn } from './column-roles.js';
import { amountsIn } from './prices.js';
import { unitEvidence } from './spec-values.js';
import { readStock } from './stock.js';

/** The decimal mark that the cells of a column show; undefined if none shows one. */
export type Mark = DecimalMark | undefined;

/** The decimal mark that a column shows. Texts that are not numbers show none. */
export function markOfColumn(column: Pick<AssignedColumn, 'as'>, facts: ColumnFacts): Mark {
  const numbersOf = readerOf(column.as);
  return numbersOf && markOfTexts(facts.texts.keys(), numbersOf);
}

/** The decimal mark that the numbers in some texts show; `unknown` if they show both. */
export function markOfTexts(texts: Iterable<string>, numbersOf: (text: string) => readonly string[]): Mark {
  let found: Mark;
  for (const text of texts) {
    if (!text.includes('.') && !text.includes(',')) continue;
    for (const number of numbersOf(text)) {
      for (const mark of marksIn(number)) {
        if (found !== undefined && found !== mark) return 'unknown';
        found = mark;
      }
    }
  }
  return found;
}

/** How the numbers of a cell are found, by the member of its column. */
function readerOf(as: string): ((text: string) => readonly string[]) | undefined {
  if (as.startsWith('specs')) {
    return (text) => (unitEvidence(text, '.') || unitEvidence(text, ',') ? [text] : []);
  }
  if (as === 'offers.prices' || /^offers\.prices\.[A-Z]{3}/.test(as)) return amountsIn;
  if (!/^offers\..*(?:quantity|moq|multiple|days)$/.test(as)) return undefined;
  return (text) => (readStock(text, '.') || readStock(text, ',') ? [text] : []);
}

/** The mark of columns that show none: the one that all other columns show, else that which fits the delimiter. */
export function fileMark(marks: readonly Mark[], delimiter: string | undefined): '.' | ',' {
  const shown = new Set(marks.filter((mark) => mark !== undefined));
  if (shown.size === 1 && shown.has('.')) return '.';
  if (shown.size === 1 && shown.has(',')) return ',';
  return delimiter === ';' ? ',' : '.';
}
