import { expect, it } from 'vitest';
import type { CountedWord } from '../../../src/ask/vocabulary-lexicon.js';
import { LexiconOnUse } from '../../../src/ask/vocabulary-lexicon-on-use.js';
import { completed } from '../../support/tasks.js';
import { rejectionOf } from '../../support/thrown.js';

const WORDS = Array.from({ length: 2000 }, (_, i): CountedWord => ({ word: `word${i}`, of: 'word', parts: 1 }));

/** Words that note how often they are read. */
function counted(words: readonly CountedWord[]) {
  const read = { begun: 0, ended: 0 };
  const lexicon = new LexiconOnUse(function* () {
    read.begun++;
    yield* words;
    read.ended++;
  });
  return { lexicon, read };
}

it('learns its words when it is first needed, once for all who need it', async () => {
  const { lexicon, read } = counted(WORDS);
  expect(read.begun).toBe(0);
  expect(lexicon.bytes).toBe(0);
  const [one, other] = await Promise.all([completed(lexicon.load()), completed(lexicon.load())]);
  expect(one.size).toBe(WORDS.length);
  expect(other).toBe(one);
  expect(await completed(lexicon.load())).toBe(one);
  expect(lexicon.bytes).toBe(one.bytes);
  expect(read).toEqual({ begun: 1, ended: 1 });
});

it('goes on where the call that began it has ended', async () => {
  const { lexicon, read } = counted(WORDS);
  const call = lexicon.load();
  const { value } = call.next();
  expect(value).toBeInstanceOf(Promise);
  await value;
  expect(read).toEqual({ begun: 1, ended: 1 });
  expect(call.return(undefined as never).done).toBe(true);
  expect((await completed(lexicon.load())).size).toBe(WORDS.length);
  expect(read.begun).toBe(1);
});

it('tries again after a failure', async () => {
  let times = 0;
  const lexicon = new LexiconOnUse(function* () {
    if (times++ === 0) throw new Error('away');
    yield* WORDS;
  });
  expect(await rejectionOf(completed(lexicon.load()))).toMatchObject({ message: 'away' });
  expect((await completed(lexicon.load())).size).toBe(WORDS.length);
});
