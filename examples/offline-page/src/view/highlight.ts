import { element } from './dom.js';

/** The words of the keywords by which results are found, in lower case, without operators. */
export function wordsOf(q: string): string[] {
  const words: string[] = [];
  let isExcluded = false;
  for (const piece of q.toLowerCase().match(/-?"[^"]*"?|\S+/g) ?? []) {
    if (piece === 'not') isExcluded = true;
    else {
      if (!isExcluded && !piece.startsWith('-')) words.push(...piece.split(/[\s"*?\\]+/).filter((word) => word.length >= 2));
      isExcluded = false;
    }
  }
  return words;
}

/** The text with its words marked where a run of letters and digits begins with one. */
export function marked(text: string, words: readonly string[]): (string | HTMLElement)[] {
  const lower = text.toLowerCase();
  // The lower case of some letters is longer, and offsets would not agree.
  if (words.length === 0 || lower.length !== text.length) return [text];
  const pieces: (string | HTMLElement)[] = [];
  let done = 0;
  for (const { index } of lower.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) {
    if (index < done) continue;
    const length = Math.max(0, ...words.filter((word) => lower.startsWith(word, index)).map((word) => word.length));
    if (length === 0) continue;
    pieces.push(text.slice(done, index), element('mark', {}, text.slice(index, index + length)));
    done = index + length;
  }
  return [...pieces, text.slice(done)];
}
