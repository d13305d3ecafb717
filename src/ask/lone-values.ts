import { groupsOf, phraseKey } from './forms.js';
import type { Question } from './question.js';

/** Values that are names of things where nothing else in a question is one: LED drivers have the topology of a buck converter, too. */
const THINGS: ReadonlyMap<string, string> = new Map([
  ['buck', 'buck converter'],
  ['stepdown', 'step down converter'],
  ['boost', 'boost converter'],
  ['stepup', 'step up converter'],
]);

/**
 * A question in which such a word is the name of the thing.
 * @param isThing whether the catalog has a category that is called by a word
 */
export function withLoneValues(question: Question, isThing: (word: string) => boolean): Question {
  const { words } = question;
  const lone = words.filter(({ key }) => THINGS.has(key));
  const [word] = lone;
  if (lone.length !== 1 || word.kind !== 'word' || word.isExcluded) return question;
  if (words.some((other) => other !== word && other.kind === 'word' && isThing(other.text))) return question;
  const text = THINGS.get(word.key) as string;
  const named = { ...word, text, groups: groupsOf(text), key: phraseKey(text) };
  return { ...question, words: words.map((other) => (other === word ? named : other)) };
}
