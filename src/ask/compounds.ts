import { groupsOf, phraseKey } from './forms.js';
import type { Question, QuestionWord } from './question.js';
import { MOST_WORDS } from './question-words.js';
import type { Resolved } from './resolution.js';

/** A dash or slash between two letters or digits, or behind a unit: `LM2596-module`, `0603-1%/25V`. */
const JOINT = /(?<=[\p{L}\p{N}%])[-/](?=[\p{L}\p{N}])/u;
/** So many times a value: `4x10k`. */
const TIMES = /^([248]x)(\d[\d.,]*(?:[rkm]\d*|k?ohms?|k?Ω|[numµ]f))$/iu;

/**
 * A question in which each compound that no part has is several words: `STM32F103-board`. The same question where there is none.
 * @param resolved what the pieces of the question mean
 */
export function withCompoundsApart(question: Question, resolved: readonly Resolved[]): Question {
  const empty = new Set(resolved.filter(isEmpty).map(({ piece }) => piece.from));
  const words: QuestionWord[] = [];
  let left = MOST_WORDS - question.words.length;
  for (const [at, word] of question.words.entries()) {
    const isApart = empty.has(at) && word.kind === 'word' && !word.isExcluded;
    const [, ...times] = (isApart && TIMES.exec(word.text)) || [];
    const parts = times.length > 0 || !isApart ? times : word.text.split(JOINT);
    if (parts.length < 2 || parts.length - 1 > left) {
      words.push(word);
      continue;
    }
    left -= parts.length - 1;
    words.push(...wordsOf(word, question, parts, times.length > 0 ? 0 : 1));
  }
  return words.length === question.words.length ? question : { ...question, words };
}

/** A single word that no part has. */
function isEmpty({ piece, meant, found }: Resolved): boolean {
  return piece.to - piece.from === 1 && meant !== undefined && !piece.isFirm && found.parts === 0;
}

/**
 * The words of a compound of a question, each with the mark behind it.
 * @param mark characters of a mark between two words
 */
export function wordsOf(word: QuestionWord, { read }: Question, parts: readonly string[], mark = 1): QuestionWord[] {
  const end = word.offset + word.length;
  let offset = word.offset;
  // With a fraction in one character it is not as it is typed.
  let at = Math.max(offset, read.indexOf(word.text, offset));
  return parts.map((text, i) => {
    at += text.length + mark;
    const next = i === parts.length - 1 ? end : Math.min(at, end);
    const part = { ...word, text, offset, length: next - offset, groups: groupsOf(text), key: phraseKey(text) };
    offset = next;
    return part;
  });
}
