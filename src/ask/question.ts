import { LONGEST_QUESTION, MOST_WORDS, type QuestionWord, readWords } from './question-words.js';

export type { QuestionWord, WordKind } from './question-words.js';

/** A question, cut into pieces, in the order of their offsets. */
export interface Question {
  readonly text: string;
  /** The beginning of the text that is read. */
  readonly read: string;
  readonly words: readonly QuestionWord[];
  /** What stands behind the 1,000th UTF-16 unit or the 64th word, and is not read. */
  readonly rest: { readonly offset: number; readonly length: number } | undefined;
}

/**
 * Cuts a question into its pieces. Never throws; takes a time that is linear in the part that is read. Source: questions and
 * tables, C6 to C8.
 */
export function readQuestion(text: string): Question {
  const read = text.slice(0, LONGEST_QUESTION);
  const { words, end } = readWords(read, MOST_WORDS);
  return { text, read, words, rest: restOf(text, end) };
}

function restOf(text: string, from: number): Question['rest'] {
  const rest = text.slice(from);
  const offset = from + rest.length - rest.trimStart().length;
  const length = rest.trim().length;
  return length === 0 ? undefined : { offset, length };
}
