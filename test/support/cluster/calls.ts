import { type Call, drawCalls } from '../../../scripts/record/calls.mjs';
import { sampleVocabulary } from '../../../scripts/record/vocabulary.mjs';
import { type Catalog, PartdexError, UnsupportedError } from '../../../src/partdex.js';

/** Random requests of every kind for parts, made of what a catalog has; one in eight is wrong. The same for the same seed. */
export async function callsFor(catalog: Catalog, count: number, seed: number): Promise<Call[]> {
  const calls: Call[] = [];
  for (const call of drawCalls(await sampleVocabulary(catalog), seed)) {
    // Scans of a large catalog take too long.
    if (call.collection === 'parts' && ['search', 'match', 'get', 'getMulti'].includes(call.method)) calls.push(call);
    if (calls.length === count) break;
  }
  return calls;
}

/** What a cluster refuses. */
export const REFUSED = 'refused';

/** The answer of a catalog as a text, without its time and without cursors, which are those of one catalog; or its error. */
export async function answerTo(catalog: Catalog, { method, arguments: given = [] }: Call): Promise<string> {
  const { parts } = catalog as unknown as { parts: Record<string, (...args: readonly unknown[]) => Promise<unknown>> };
  try {
    const answer = (await parts[method](...given)) ?? null;
    return JSON.stringify(answer, (key, value: unknown) => {
      if (key === 'msec') return 0;
      return key === 'next' ? typeof value : value;
    });
  } catch (error) {
    if (error instanceof UnsupportedError) return REFUSED;
    const { name, message, stack } = error as Error;
    return `${name}: ${message}${error instanceof PartdexError ? '' : stack}`;
  }
}
