import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, parseQuantity } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { anyQuestions, notationsOf, type PartWords, questionsOf, wordsOf } from '../arbitraries/questions.js';
import { forAllAsync } from '../support/for-all.js';
import { RUNS } from '../support/property/settings.js';

const PARTS = 3_000;
/** For the build, on a busy machine. */
const SETUP_TIMEOUT = 300_000;
/** Most milliseconds of processor time that a text may take. What takes more is timed again: compiling and collecting count too. */
const GOAL_MS = 50;
const TIMED_AGAIN = 8;
/** Far more than any text takes on a busy machine. */
const MOST_MS = 2_000;
/** From this number of runs on, the slowest texts are printed. */
const TOLD_RUNS = 10_000;
const FUZZ_TIMEOUT = Math.max(15 * 60_000, RUNS * 1_000);

/** The texts that took the most processor time. */
class Slowest {
  private readonly texts: { readonly text: string; readonly ms: number }[] = [];

  get longest(): number {
    return this.texts[0]?.ms ?? 0;
  }

  note(text: string, ms: number): void {
    this.texts.push({ text, ms });
    this.texts.sort((a, b) => b.ms - a.ms);
    this.texts.length = Math.min(this.texts.length, 10);
  }

  lines(): string[] {
    return this.texts.map(({ text, ms }) => `${ms.toFixed(1)} ${JSON.stringify(text.slice(0, 100))} (${text.length} units)`);
  }
}

/** What a call returns, and the milliseconds of processor time that it took. */
async function timed<T>(call: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const started = process.cpuUsage();
  const value = await call();
  const { user, system } = process.cpuUsage(started);
  return { value, ms: (user + system) / 1000 };
}

const metadata = sampleMetadata();
const parts = [...generateSample(PARTS)];
const names = new Map(metadata.categories.map(({ uid, name }) => [uid, name]));
const units = new Map(metadata.spec_metadata.flatMap(({ key, unit }) => (unit ? [[key, unit] as const] : [])));

/**
 * Of each category the keys that are its only ones of their unit: a quantity of that unit has one meaning there. What else is in
 * volts or millimetres is the interpreter's choice.
 */
function onlyKeys(): Map<string, Map<string, NonNullable<(typeof metadata.spec_metadata)[number]['unit']>>> {
  const keysOf = new Map<string, Set<string>>();
  for (const { category_uids: uids, specs } of parts) {
    const leaf = uids?.at(-1) ?? '';
    const keys = keysOf.get(leaf) ?? new Set();
    keysOf.set(leaf, keys);
    for (const key of Object.keys(specs ?? {})) if (units.has(key)) keys.add(key);
  }
  return new Map(
    [...keysOf].map(([leaf, keys]) => {
      const symbols = [...keys].map((key) => units.get(key)?.symbol);
      const only = [...keys].filter((key) => symbols.filter((symbol) => symbol === units.get(key)?.symbol).length === 1);
      return [leaf, new Map(only.sort().map((key) => [key, units.get(key) as NonNullable<ReturnType<typeof units.get>>]))];
    }),
  );
}

describe('questions', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog({ parts, ...metadata });
  }, SETUP_TIMEOUT);
  afterAll(() => catalog.close());

  /** Whether the answer to a question has a part. */
  async function finds(question: string, uid: string): Promise<boolean> {
    const { request } = await catalog.parts.interpret(question);
    const queries = [...(request.filter?.queries ?? []), `uid:${uid}`];
    return (await catalog.parts.search({ ...request, filter: { ...request.filter, queries } })).hits === 1;
  }

  it('that are made of the words of a part find it', async () => {
    const keys = onlyKeys();
    const asked = fc.constantFrom(...parts).chain((part) => {
      const leaf = part.category_uids?.at(-1) ?? '';
      const words: PartWords = wordsOf(part, names.get(leaf) ?? '', keys.get(leaf) ?? new Map());
      return fc.tuple(fc.constant(part), questionsOf(words));
    });
    await forAllAsync(
      [asked],
      async ([part, question]) => expect(await finds(question, part.uid), `${question} | ${part.mpn} ${part.uid}`).toBe(true),
      Math.ceil(RUNS / 5),
    );
  });

  it(
    'no text is too much, every character has a reading, and each reading has the parts that it says',
    async () => {
      const slowest = new Slowest();
      let checked = 0;
      await forAllAsync(
        [anyQuestions],
        async (text) => {
          const interpret = (asked: string) => catalog.parts.interpret(asked);
          const { value, ms } = await timed(() => interpret(text));
          const { readings, request, text: echoed } = value;
          let least = ms;
          for (let i = 1; least > GOAL_MS && i <= TIMED_AGAIN; i++) {
            least = Math.min(least, (await timed(() => interpret(text + ' '.repeat(i)))).ms);
          }
          slowest.note(text, least);
          expect(echoed).toBe(text);
          let end = 0;
          for (const { offset, length, text: piece } of readings) {
            expect(offset).toBeGreaterThanOrEqual(end);
            expect(piece).toBe(text.slice(offset, offset + length));
            expect(connectingOnly(text.slice(end, offset))).toBe(true);
            end = offset + length;
          }
          expect(connectingOnly(text.slice(end))).toBe(true);
          // Counting again is a search for each reading: some are enough.
          if (checked++ % 10 > 0) return;
          expect(Object.keys(request).filter((member) => !['q', 'filter', 'sortby', 'rank'].includes(member))).toEqual([]);
          for (const { query, parts: count } of readings) {
            if (query === undefined) continue;
            expect((await catalog.parts.search({ filter: { queries: [query] }, limit: 0 })).hits, query).toBe(count);
          }
        },
        RUNS,
      );
      if (RUNS >= TOLD_RUNS) process.stdout.write(`the slowest texts, in ms of processor time:\n${slowest.lines().join('\n')}\n`);
      expect(slowest.longest).toBeLessThan(MOST_MS);
    },
    FUZZ_TIMEOUT,
  );

  it('the notations of a value are read as it', () => {
    for (const { specs } of parts.slice(0, 500)) {
      for (const [key, { value }] of Object.entries(specs ?? {})) {
        const unit = units.get(key);
        if (!unit || value === undefined) continue;
        const [first] = [value].flat().map(String);
        for (const text of notationsOf(first, unit)) {
          const read = parseQuantity(text, unit);
          expect(read && 'value' in read && Number(read.value), `${text} of ${key}`).toBe(Number(first));
        }
      }
    }
  });
});

const CONNECTING = /^(?:and|or|with|for|of|the|a|an|in|on|at|by|from|to|und|mit|für|oder|et|avec|pour|de|con|para|y)$/iu;

/** Whether a text is white space and connecting words. */
function connectingOnly(text: string): boolean {
  return text.split(/\s+/u).every((word) => word === '' || CONNECTING.test(word));
}
