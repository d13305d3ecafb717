import type { PreambleReading } from './lexical.js';
import { phrasesOf, type WordRun } from './word-run.js';

const GREETINGS = phrasesOf('hello, hi there, good morning, please');
/** How people begin who ask for something. */
const BEGINNINGS = phrasesOf(
  [
    "i need, i want, i am looking for, i'm looking for, i would like, i'd like, i search, i search for, need, want, looking for, find",
    'we need, we want, we are looking for, we would like, we search, we search for, search for, show me, give me, get me, find me',
    'can you find, can you show me, could you find, could you show me',
    'do you have, have you got, is there, are there, what is, what are, which is, how much is, how much are, how much does',
    'where can i buy, where can i find, where can i get, where to buy, where to find, something like, anything like',
    'ich brauche, ich suche, ich möchte, wir brauchen, wir suchen, brauche, suche, gibt es, haben sie, habt ihr, was kostet',
    'je cherche, je voudrais, il me faut, nous cherchons, avez-vous, vous avez',
    'busco, necesito, quiero, buscamos, necesitamos, tienen, tienes',
    'нужен, нужна, нужно, нужны, мне нужен, мне нужна, мне нужно, мне нужны, ищу, 我需要, 我要, 需要',
  ].join(','),
);
/** What stands between that and the thing. */
const FILLERS = phrasesOf(
  'a, an, the, some, any, all, me some, me all, a good, a suitable, the best, ein, eine, einen, un, une, des, una, unos, unas',
);

/** How a question asks, before it says for what: `I need a 10k resistor`. It says nothing of parts. */
export function preamblesAt(run: WordRun, i: number): PreambleReading[] {
  if (i > 0 || run.at(0)?.isExcluded) return [];
  const greeted = run.phraseEnd(0, GREETINGS);
  const begun = run.phraseEnd(greeted, BEGINNINGS);
  const to = begun > 0 ? run.phraseEnd(begun, FILLERS) : 0;
  return to > 0 && to < run.length ? [{ kind: 'preamble', from: 0, to }] : [];
}
