import { load } from '../../src/catalog/load.js';
import { Needs } from '../../src/index/section.js';
import { Pauses, type Task } from '../../src/work/pauses.js';

/** The result of a task, with all that it waits for. */
export function completed<T>(task: Task<T>): Promise<T> {
  return new Pauses().run(task);
}

/** Loads the sections that a function adds. */
export async function loadNeeds(add: (needs: Needs) => void): Promise<void> {
  const needs = new Needs();
  add(needs);
  await completed(load(needs));
}
