import { describe, expect, it } from 'vitest';
import { Lexicon, mostEdits } from '../../../src/ask/vocabulary-lexicon.js';
import { finished, type Steps } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';

const work = new Work(UNBOUNDED);
const done = <T>(task: unknown): T => finished(task as Steps<T>);
const lexiconOf = (...words: string[]) =>
  done<Lexicon>(
    Lexicon.of(
      words.map((word) => ({ word, of: 'word', parts: 1 })),
      work,
    ),
  );

describe('near words', () => {
  const lexicon = lexiconOf('and𠮷a', 'capacitor');
  const near = (word: string) =>
    done<{ text: string; edits: number }[]>(lexicon.near(word, mostEdits(word.length), work)).map(({ text, edits }) => [
      text,
      edits,
    ]);

  it('are compared by UTF-16 units: a word with a character of two is not near to itself', () => {
    expect(near('and𠮷a')).toEqual([]);
    expect(near('and𠮷b')).toEqual([['and𠮷a', 1]]);
  });

  it('differ in two letters of long words', () => {
    expect(near('kapasitor')).toEqual([['capacitor', 2]]);
  });
});
