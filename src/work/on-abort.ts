import { type Link, LinkedList } from './linked-list.js';

/** The functions that wait for a signal to be aborted, and the listener that calls them. */
interface Waiting {
  readonly functions: LinkedList<() => void>;
  readonly listener: () => void;
}

const waiting = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls a function when a signal is aborted. All callers share one listener of the signal: Node warns of a leak when there are more than
 * ten, and a program may make any number of calls with one signal.
 * @returns removes the function; the signal has no listener when all are removed
 */
export function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const { functions, listener } = waiting.get(signal) ?? listen(signal);
  let added: Link<() => void> | undefined = functions.add(abort);
  return () => {
    if (!added) return;
    functions.remove(added);
    added = undefined;
    if (functions.size > 0) return;
    signal.removeEventListener('abort', listener);
    waiting.delete(signal);
  };
}

function listen(signal: AbortSignal): Waiting {
  const functions = new LinkedList<() => void>();
  // As with listeners of their own, one that throws stops none of the others; but one that is removed meanwhile is called all the same.
  const listener = () => {
    for (const abort of functions.values()) {
      try {
        abort();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };
  signal.addEventListener('abort', listener);
  const added = { functions, listener };
  waiting.set(signal, added);
  return added;
}
