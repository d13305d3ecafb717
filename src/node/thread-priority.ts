import { constants, getPriority, setPriority } from 'node:os';

/** A thread with so much more "niceness" gets a tenth of the time of one without, where both want the same processor. */
const STEPS = 10;

/**
 * Lets all other threads go before this one where there are more of them than processors (docs/decisions/0097). Only Linux has
 * priorities of threads: elsewhere this does nothing, since it would change the whole process.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + STEPS));
  } catch {
    // Where it is not allowed, the threads are as they are.
  }
}
