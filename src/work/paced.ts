import type { Steps, Task } from './pauses.js';
import type { Work } from './work.js';

/**
 * The result of a computation whose steps know no call: the call yields between them where it is time to.
 * @throws as `Work.check`
 */
export function* paced<T>(steps: Steps<T>, work: Work): Task<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (work.isDue()) yield;
  }
}
