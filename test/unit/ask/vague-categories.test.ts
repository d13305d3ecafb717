import { expect, it } from 'vitest';
import { tradeWords, tradeWordsInSteps } from '../../../src/ask/trade-words.js';
import { vagueCategories } from '../../../src/ask/vague-categories.js';
import { MakerNames } from '../../../src/ask/vocabulary-makers.js';
import { completed } from '../../support/tasks.js';
import { Impatient, unbounded } from '../../support/unbounded.js';

const many = Array.from({ length: 300 }, (_, i) => `Name${i} (Number ${i} of the Makers)`);

/** How often a task yields where it may, and its result. */
function yields<T>(task: Generator<unknown, T>): { count: number; result: T } {
  let count = 0;
  for (;;) {
    const step = task.next();
    if (step.done) return { count, result: step.value };
    count++;
  }
}

it('are found among the makers, category by category', async () => {
  const makers = await completed(MakerNames.of([{ name: 'Acme', aliases: [], parts: 100 }], [], tradeWords(), unbounded()));
  const names = ['Acme', 'Others', 'Resistors', ...many];
  const categories = names.map((name, i) => ({ uid: `c${i}`, name, aliases: [], parts: 1 + i, parent: null }));
  const { count, result } = yields(vagueCategories(categories, makers, new Impatient()));
  expect(result).toEqual(['c1', 'c0']);
  expect(count).toBe(categories.length);
});

it('and makers are read and joined name by name', () => {
  const named = many.map((name, i) => ({ name, aliases: [`Also ${i}`], parts: 1 }));
  const { count } = yields(MakerNames.of(named, [], tradeWords(), new Impatient()));
  // To read the names and their forms, what stands in brackets, keys and aliases.
  expect(count).toBeGreaterThan(5 * named.length);
});

it('and so is the vocabulary of the trade line by line', () => {
  const own = [['blinky', 'light thing']];
  const { count, result } = yields(tradeWordsInSteps(own, new Impatient()));
  expect(count).toBeGreaterThan(300);
  expect(result).toEqual(tradeWords(own));
  expect(yields(tradeWordsInSteps([], new Impatient())).result).toBe(tradeWords());
});
