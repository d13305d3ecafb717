import type { Highlight, Part } from 'partdex';
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

/** A place in a text. */
type Place = Pick<Highlight, 'offset' | 'length'>;

/** What is marked in the rows of an answer. */
export interface Marks {
  /** The words that were typed. */
  readonly words: readonly string[];
  /** By the uid of a part: what met the question. */
  readonly found: ReadonlyMap<string, readonly Highlight[]>;
}

/** A text of a part with what met the question marked. @param path of the text in the document: `descriptions[0].value` */
export function markedIn({ uid }: Part, path: string, text: string, { words, found }: Marks): (string | HTMLElement)[] {
  return marked(
    text,
    words,
    found.get(uid)?.filter((highlight) => highlight.path === path),
  );
}

/** The text with some places marked, and with its words where a run of letters and digits begins with one. */
export function marked(text: string, words: readonly string[], places: readonly Place[] = []): (string | HTMLElement)[] {
  const all = [...places, ...wordPlaces(text, words)].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const pieces: (string | HTMLElement)[] = [];
  let done = 0;
  for (const { offset, length } of all) {
    if (offset < done) continue;
    pieces.push(text.slice(done, offset), element('mark', {}, text.slice(offset, offset + length)));
    done = offset + length;
  }
  return [...pieces, text.slice(done)];
}

function wordPlaces(text: string, words: readonly string[]): Place[] {
  const lower = text.toLowerCase();
  // The lower case of some letters is longer, and offsets would not agree.
  if (words.length === 0 || lower.length !== text.length) return [];
  const places: Place[] = [];
  for (const { index: offset } of lower.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) {
    const length = Math.max(0, ...words.filter((word) => lower.startsWith(word, offset)).map((word) => word.length));
    if (length > 0) places.push({ offset, length });
  }
  return places;
}
