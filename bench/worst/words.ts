import type { Catalog, Part } from '../../src/partdex.js';

/** The vocabulary of requests: values of the catalog's parts, the most frequent first if that is known. */
export interface Words {
  readonly uids: readonly string[];
  readonly mpns: readonly string[];
  readonly skus: readonly string[];
  readonly brands: readonly string[];
  readonly sellers: readonly string[];
  /** Uids of categories. */
  readonly categories: readonly string[];
  /** Words of descriptions. */
  readonly words: readonly string[];
  /** Three adjacent words of descriptions. */
  readonly phrases: readonly string[];
  /** Spec keys. */
  readonly numbers: readonly string[];
  readonly strings: readonly string[];
  /** Values of each spec key. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** Parts of each category that are read. */
const PARTS_A_CATEGORY = 25;
const CATEGORIES = 40;
const MOST_SPECS = 200;
const VALUES_A_SPEC = 12;

/** Draws the words from the parts of the largest categories, with cheap requests. */
export async function drawWords({ parts, specs }: Catalog): Promise<Words> {
  const categories = await topValues(parts, 'category_uids', CATEGORIES);
  const sample: Part[] = [];
  for (const category of categories.length > 0 ? categories : [undefined]) {
    const { results } = await parts.search({
      ...(category !== undefined && { filter: { fields: { category_uids: [category] } } }),
      sortby: 'uid asc',
      limit: PARTS_A_CATEGORY,
      include: ['specs', 'descriptions'],
    });
    sample.push(...results.map(({ item }) => item));
  }
  const offers = sample.flatMap((part) => part.offers ?? []);
  const texts = sample.flatMap(({ descriptions }) => (descriptions ?? []).map(({ value }) => wordsOf(value ?? '')));
  const keys = [...specs].sort((a, b) => b.parts - a.parts).slice(0, MOST_SPECS);
  return {
    uids: sample.map(({ uid }) => uid),
    mpns: sample.map(({ mpn }) => mpn).filter(isPlain),
    skus: offers.map(({ sku }) => sku ?? '').filter(isPlain),
    brands: await topValues(parts, 'brand.name', 100),
    sellers: await topValues(parts, 'offers.seller.name', 100),
    categories,
    words: byFrequency(texts.flat()),
    phrases: byFrequency(texts.flatMap((words) => words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`))),
    numbers: keys.filter(({ type }) => type === 'number').map(({ key }) => key),
    strings: keys.filter(({ type }) => type === 'string').map(({ key }) => key),
    values: valuesOf(sample),
  };
}

async function topValues(parts: Catalog['parts'], field: string, limit: number): Promise<string[]> {
  const { facet_results } = await parts.search({ limit: 0, facet: { fields: { [field]: { include: true, limit } } } });
  return facet_results.fields[field].facets.map(({ value }) => value);
}

/** Without the special characters of queries. */
function isPlain(text: string): boolean {
  return /^[\p{L}\p{N}./+-]+$/u.test(text);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function byFrequency(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([text]) => text);
}

function valuesOf(sample: readonly Part[]): Record<string, string[]> {
  const values: Record<string, string[]> = Object.create(null);
  for (const { specs } of sample) {
    for (const [key, { value }] of Object.entries(specs ?? {})) {
      const known = (values[key] ??= []);
      for (const one of [value].flat()) {
        const text = String(one);
        if (known.length < VALUES_A_SPEC && !known.includes(text)) known.push(text);
      }
    }
  }
  return values;
}
