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

/** What happens while calls run. */
export interface Happening {
  /** After which share of the calls. */
  readonly after: number;
  run(): Promise<unknown>;
}

/** Runs something for each of a number of calls, several at a time, and again from the first one until all happenings are over. */
export async function runCalls(
  count: number,
  run: (call: number) => Promise<void>,
  happenings: readonly Happening[],
): Promise<void> {
  const AT_ONCE = 4;
  const left = new Set(happenings);
  const underWay = new Set<Happening>();
  const failures: unknown[] = [];
  let next = 0;
  const reader = async () => {
    while ((next < count || underWay.size > 0) && failures.length === 0) {
      const at = next++;
      for (const happening of left) {
        if (at < happening.after * count) continue;
        left.delete(happening);
        underWay.add(happening);
        void happening
          .run()
          .catch((error: unknown) => failures.push(error))
          .finally(() => underWay.delete(happening));
      }
      await run(at % count);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  if (failures.length > 0) throw failures[0];
}
