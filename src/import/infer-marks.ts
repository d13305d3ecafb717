import { type DecimalMark, marksIn, textOf } from './cells.js';
import type { ColumnFacts } from './column-facts.js';
import type { AssignedColumn } from './column-roles.js';
import { readPieces } from './price-pieces.js';
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
  if (as === 'offers.prices.pieces') return (text) => (readPieces(text, '.') || readPieces(text, ',') ? [text] : []);
  if (!/^offers\..*(?:quantity|moq|multiple|days)$/.test(as)) return undefined;
  return (text) => (readStock(text, '.') || readStock(text, ',') ? [text] : []);
}

/** Members that are numbers of pieces, which are whole. */
const OF_PIECES = /^offers\..*(?:quantity|moq|multiple|pieces)$/;
/** Numbers with points, and those whose points may group thousands. */
const WITH_POINT = /(?<![.,\d])\d[\d,]*\.\d[\d.,]*/g;
const WITH_COMMA = /(?<!\d)\d+,\d/;
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/**
 * The mark of a column of pieces that shows none. Numbers such as `12.500` are thousands, since pieces are whole. They are not
 * read if each cell is such as `1.000`, which may have three decimals, or if other columns show a point. Commas alone group thousands.
 * @param shown the marks that the columns show
 */
export function markOfPieces(
  column: Pick<AssignedColumn, 'as'>,
  facts: ColumnFacts,
  shown: readonly Mark[],
  delimiter: string | undefined,
): Mark {
  if (!OF_PIECES.test(column.as)) return undefined;
  const texts = [...facts.texts.keys()];
  const numbers = texts.flatMap((text) => text.match(WITH_POINT) ?? []);
  if (numbers.length === 0 && texts.some((text) => WITH_COMMA.test(text))) return '.';
  if (numbers.length === 0 || !numbers.every((number) => GROUPED.test(number))) return undefined;
  const mark = shownMark(shown) ?? (delimiter === ';' ? ',' : undefined);
  if (mark !== undefined) return mark === ',' ? ',' : 'unknown';
  return facts.share((cell) => textOf(cell).includes('.000'), false) === 1 ? 'unknown' : ',';
}

/** The mark that all columns show which show one. */
function shownMark(marks: readonly Mark[]): '.' | ',' | undefined {
  const shown = new Set(marks.filter((mark) => mark !== undefined));
  const [mark] = shown;
  return shown.size === 1 && mark !== 'unknown' ? mark : undefined;
}

/** The mark of columns that show none: the one that all other columns show, else that which fits the delimiter. */
export function fileMark(marks: readonly Mark[], delimiter: string | undefined): '.' | ',' {
  return shownMark(marks) ?? (delimiter === ';' ? ',' : '.');
}
