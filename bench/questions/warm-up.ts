import { Random } from '../../src/sample/random.js';

/**
 * Other questions of the same words, so that measured questions are answered by a warm engine that has not seen them: two to four
 * words of any of the given ones.
 * @param count how many
 */
export function otherQuestions(texts: readonly string[], count: number, seed: number): string[] {
  const given = new Set(texts);
  const words = texts.flatMap((text) => text.split(/\s+/));
  const random = new Random(seed, 'questions');
  const questions: string[] = [];
  while (questions.length < count) {
    const text = Array.from({ length: 2 + random.below(3) }, () => random.pick(words)).join(' ');
    if (!given.has(text)) questions.push(text);
  }
  return questions;
}
