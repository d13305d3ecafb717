import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/index/segment.js';
import type { Part } from '../../../src/partdex.js';
import { bindFilter, needFilter } from '../../../src/query/bind-filter.js';
import type { PlanNode } from '../../../src/query/plan.js';
import { finished } from '../../../src/work/pauses.js';
import { fold, mapLiterals, readWord, tokens, wholeMatcher } from '../../oracle/text.js';
import { expectRows } from '../../support/bound.js';
import { resolvedFilter } from '../../support/checked.js';
import { forAllAsync } from '../../support/for-all.js';
import { segmentOf } from '../../support/segments.js';
import { loadNeeds } from '../../support/tasks.js';
import { Impatient } from '../../support/unbounded.js';

const DESCRIPTIONS = 'descriptions.value';

interface Opened {
  readonly segment: Segment;
  /** The parts in the order of rows. */
  readonly parts: readonly Part[];
}

async function opened(parts: readonly Part[]): Promise<Opened> {
  const { segment } = await segmentOf({ parts: [...parts] });
  const ranks = (await segment.uidOrder.load()).ranks;
  const uids = await segment.field('uid')?.dictionary.load();
  const byUid = new Map(parts.map((part) => [part.uid, part]));
  return { segment, parts: Array.from(ranks, (rank) => byUid.get(uids?.value(rank) as string) as Part) };
}

const textsOf = (part: Part, field: string): string[] =>
  field === DESCRIPTIONS
    ? ((part.descriptions ?? []) as { value: string }[]).map(({ value }) => value)
    : part.short_description === undefined
      ? []
      : [part.short_description as string];

/** By the definition: some token matches, or a whole value; everything with a value matches `*`. */
function rowsMeant({ parts }: Opened, field: string, written: string): number[] {
  const pattern = readWord(written);
  const fits = wholeMatcher(mapLiterals(pattern, fold));
  const matches = (text: string) => written === '*' || [...tokens(text), fold(text)].some(fits);
  return parts.flatMap((part, row) => (textsOf(part, field).some(matches) ? [row] : []));
}

const TYPES = {
  collection: 'parts',
  specType: () => undefined,
  specUnit: () => undefined,
  specKeys: () => [],
  isMultiValued: () => true,
} as const;

async function bind({ segment }: Opened, field: string, written: string): Promise<PlanNode> {
  // What the grammar of queries takes for its own.
  const value = written.replace(/[()"[\]{}:\p{White_Space}]/gu, '\\$&');
  const resolved = resolvedFilter(`${field}:${value}`, TYPES);
  await loadNeeds((needs) => needFilter(resolved, segment, needs));
  return finished(bindFilter(resolved, segment, new Impatient()));
}

/** How many leaves a plan has. */
function leavesOf(node: PlanNode): number {
  if ('children' in node) return node.children.reduce((sum, child) => sum + leavesOf(child), 0);
  return node.kind === 'not' ? leavesOf(node.child) : 1;
}

async function expectMatches(catalog: Opened, field: string, written: string): Promise<void> {
  const node = await bind(catalog, field, written);
  const expected = rowsMeant(catalog, field, written);
  try {
    expectRows(node, expected, catalog.parts.length);
    // However many tokens match: their rows are one set, and those of whole values another.
    expect(leavesOf(node)).toBeLessThanOrEqual(2);
  } catch (error) {
    throw new Error(`${field}:${written}: ${(error as Error).message}`, { cause: error });
  }
}

/** Words in fields of all kinds, folded alike and not, with characters that separate and that do not. */
const WORDS = [
  ...['film', 'Film', 'FILM', 'films', 'thick', 'low', 'low-noise', 'lownoise', 'noise', 'a', 'b', 'ab', 'aba', 'abab'],
  ...['10k', '10kΩ', '0.1uF', '0.1', '.1', '1.', 'µA', 'uA', 'é', 'e', 'É', 'Würth', 'wurth', 'ﬁlm', 'ﬀ', '電気', '電', '𠮷', '😀'],
  ...['™', '—', '-', '--', '+', '(x)', 'x:y', '"q"', '\\', '*', '?', 'e\u0301', '\u0301', '\ud800', '\u{1d7d9}', 'ß', 'Σ', 'ς'],
]; // biome-ignore format: a list
const word = () => fc.constantFrom(...WORDS);
const value = () =>
  fc
    .array(word(), { maxLength: 4, size: 'max' })
    .chain((words) => fc.constantFrom(' ', '  ', '-', '').map((by) => words.join(by)));

/** What may be a uid: texts with lone surrogates may not. */
const seller = () => word().filter((text) => text !== '\ud800');

const part = (uid: number): fc.Arbitrary<Part> =>
  fc
    .record({
      mpn: word(),
      brand: fc.option(value()),
      sellers: fc.array(seller(), { maxLength: 2 }),
      sku: word(),
      descriptions: fc.oneof(fc.constant([]), fc.array(value(), { maxLength: 3 })),
      short: fc.option(value()),
    })
    .map(
      ({ mpn, brand, sellers, sku, descriptions, short }) =>
        ({
          uid: `u${String(uid).padStart(3, '0')}`,
          mpn,
          ...(brand && { brand: { uid: 'b', name: brand } }),
          offers: sellers.map((name, i) => ({ sku: `${sku}${i}`, seller: { uid: name, name } })),
          descriptions: (descriptions as string[]).map((text) => ({ value: text })),
          ...(short !== null && { short_description: short }),
        }) as unknown as Part,
    );

const catalogs = () =>
  fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()).chain(([count, isRepeated]) =>
    fc.tuple(...Array.from({ length: count }, (_, i) => part(i))).map((parts: Part[]) =>
      // Repeated, so that terms are dense, and have few exceptions where one part is another.
      isRepeated
        ? Array.from({ length: 300 }, (_, i) => ({
            ...parts[i % 17 === 0 ? i % parts.length : 0],
            uid: `u${String(i).padStart(3, '0')}`,
          }))
        : parts,
    ),
  );

/** Patterns of words, of what is left of them, and of wildcards. */
const pattern = () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('*', '?', '*', '?*') },
    { weight: 2, arbitrary: word().map((text) => text.replace(/[*?\\]/g, '\\$&')) },
    {
      weight: 2,
      arbitrary: word().map((text) =>
        [...text]
          .slice(0, 2)
          .join('')
          .replace(/[*?\\]/g, '\\$&'),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(' ', '-', 'e\u0301', '.') },
  );
  return fc
    .array(piece, { minLength: 1, maxLength: 5, size: 'max' })
    .map((pieces) => pieces.join(''))
    .filter((written) => readWord(written).some((one) => typeof one !== 'string'));
};

const FIXED = [
  ...['*', '?', '?*', '*?', '??', '??*', '*a*', 'a*', '*a', 'lo*', '*oise', 'low-n*', 'low*noise', '*w-n*', '*w?n*', 'low?noise'],
  ...['-*', '*-', '*-*', '--*', '(*', '*)', '™*', '*™*', '0.*', '0?1*', '*.1*', '1.*', '*k', '10k?', '*Ω', '*ohm', 'É*', 'e*', '*É*'],
  ...['ﬁ*', 'fi*', 'f*', '𠮷*', '?*?', '電*', '*気', '*\\**', '\\**', '\\?*', '\\\\*', '* *', 'a *', '*film*low*', 'film*film', '😀*', '*😀'],
]; // biome-ignore format: a list

describe('a pattern of descriptions', () => {
  it('finds what brute force finds', () =>
    forAllAsync(
      [catalogs(), fc.array(pattern(), { minLength: 12, maxLength: 12 })],
      async (parts, patterns) => {
        const catalog = await opened(parts);
        for (const field of [DESCRIPTIONS, 'short_description']) {
          for (const written of patterns) await expectMatches(catalog, field, written);
        }
      },
      60,
    ));

  it.each(FIXED)('finds the rows of %s among values of every kind', async (written) => {
    const catalog = await everything;
    await expectMatches(catalog, DESCRIPTIONS, written);
    await expectMatches(catalog, 'short_description', written);
  });
});

/** Every word as a description of its own and beside others, in descriptions and in the other fields of the same index. */
const everything: Promise<Opened> = opened(
  [
    '',
    ...WORDS,
    ...WORDS.map((one, i) => `${one} ${WORDS[(i * 7 + 3) % WORDS.length]}`),
    ...WORDS.map((one) => `x${one}film low`),
  ].map(
    (text, i) =>
      ({
        uid: `u${String(i).padStart(3, '0')}`,
        mpn: WORDS[(i * 5) % WORDS.length],
        brand: { uid: 'b', name: WORDS[(i * 3) % WORDS.length] },
        descriptions: i % 11 === 5 ? [] : [{ value: text }, ...(i % 4 === 0 ? [{ value: WORDS[(i * 13) % WORDS.length] }] : [])],
        ...(i % 3 === 0 && { short_description: text }),
      }) as unknown as Part,
  ),
);

describe('a pattern among many words', () => {
  let catalog: Opened;

  beforeAll(async () => {
    // More words than are united between two steps; most of them are part numbers, and some of those are described, too.
    const parts = Array.from({ length: 6000 }, (_, i) => ({
      uid: `u${String(i).padStart(5, '0')}`,
      mpn: `c${i}`,
      offers: [{ sku: `c${i + 500}x`, seller: { uid: 's', name: i % 2 === 0 ? 'common' : 'other' } }],
      descriptions: i % 3 === 0 ? [{ value: i % 9 === 0 ? `c${i} common` : `d${i} common` }] : [],
    })) as unknown as Part[];
    catalog = await opened(parts);
  });

  it.each(['c*', '*c*', 'd*', 'd1*', '*9', 'c?', 'co*', '*mm*', 'c*common', '*0 c*', 'zz*', '*zz*'])(
    'finds the rows of %s',
    (written) => expectMatches(catalog, DESCRIPTIONS, written),
  );

  it('is one leaf, whatever the number of words', async () => {
    for (const written of ['c*', '*c*', 'd*', '*1*']) {
      expect(await bind(catalog, DESCRIPTIONS, written)).toMatchObject({ kind: 'long_leaf', access: 'postings' });
    }
    expect(await bind(catalog, DESCRIPTIONS, '*')).toMatchObject({ kind: 'leaf', access: 'codes' });
    expect(await bind(catalog, DESCRIPTIONS, '?*')).toMatchObject({ kind: 'leaf', access: 'codes' });
    expect(await bind(catalog, DESCRIPTIONS, 'zz*')).toMatchObject({ kind: 'none' });
  });

  it('of a field that no part has finds nothing', async () => {
    for (const written of ['*', '?*', 'c*', '*c*']) await expectMatches(catalog, 'short_description', written);
  });
});
