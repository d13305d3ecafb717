const QUOTE = '"';

/** Where the quoted cell whose content begins at `start` has its first quote that neither closes it nor is doubled; -1 if nowhere. */
function strayQuote(text: string, start: number, delimiter: string): number {
  for (let at = text.indexOf(QUOTE, start); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    if (text[at + 1] === QUOTE) at++;
    else return closes(text, at, delimiter) ? -1 : at;
  }
  return -1;
}

/** Whether the cell ends behind a quote. Blanks may stand between. */
function closes(text: string, quote: number, delimiter: string): boolean {
  let next = quote + 1;
  while (text[next] === ' ') next++;
  return next >= text.length || text[next] === '\n' || text[next] === delimiter;
}

/** Whether a cell begins with a quote. */
function opens(text: string, quote: number, delimiter: string): boolean {
  let before = quote - 1;
  while (text[before] === ' ') before--;
  return text[before] === delimiter;
}

/** Whether quotes from `start` to `end` close the cell before other quotes open the next one: `"19" rack"`. */
function isClosedWithin(text: string, start: number, end: number, delimiter: string): boolean {
  for (let at = text.indexOf(QUOTE, start); at >= 0 && at < end; at = text.indexOf(QUOTE, at + 1)) {
    if (opens(text, at, delimiter)) return false;
    if (text[at + 1] === QUOTE) at++;
    else if (closes(text, at, delimiter)) return true;
  }
  return false;
}

/**
 * A text in which a cell that goes on behind its quotes, such as `"5 inch" cable`, is quoted as a whole. A parser looks for the end
 * of such a cell at the next quotes, which may be many rows below. If quotes on the same line end it (`"19" rack"`), nothing is wrong.
 * @param starts where the contents of such cells begin, ascending
 * @param isLast whether the file ends with the text
 * @returns undefined if there is nothing to do
 */
export function withQuotedCell(text: string, starts: Iterable<number>, delimiter: string, isLast: boolean): string | undefined {
  for (const start of starts) {
    const stray = strayQuote(text, start, delimiter);
    const newline = stray < 0 ? -1 : text.indexOf('\n', stray);
    if (stray < 0 || (newline < 0 && !isLast)) continue;
    const lineEnd = newline < 0 ? text.length : newline;
    if (isClosedWithin(text, stray + 1, lineEnd, delimiter)) continue;
    const next = text.indexOf(delimiter, stray);
    const end = next < 0 ? lineEnd : Math.min(next, lineEnd);
    const cell = text
      .slice(start - 1, end)
      .replaceAll('""', QUOTE)
      .replaceAll(QUOTE, '""');
    return `${text.slice(0, start - 1)}${QUOTE}${cell}${QUOTE}${text.slice(end)}`;
  }
  return undefined;
}
