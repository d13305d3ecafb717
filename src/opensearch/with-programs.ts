import { refusalOf } from './capabilities.js';
import type { SearchContext } from './compile/search.js';
import { TooComplexPattern } from './session.js';

/**
 * Runs requests, and once more with programs in place of wildcards where the engine refuses a pattern as too complex.
 * @param run compiles with the context that it is given
 * @throws UnsupportedError if the engine refuses it all the same
 */
export async function withPrograms<T>(context: SearchContext, run: (context: SearchContext) => Promise<T>): Promise<T> {
  try {
    return await run(context);
  } catch (error) {
    if (!(error instanceof TooComplexPattern)) throw error;
  }
  try {
    return await run({ ...context, scripted: true });
  } catch (error) {
    throw error instanceof TooComplexPattern ? refusalOf('patterns', error) : error;
  }
}
