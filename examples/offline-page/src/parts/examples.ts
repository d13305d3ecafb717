import type { Part } from 'partdex';
import { type SpecKeys, specFieldOf, specName, specText, valuesOf } from './specs.js';

/** A search that has hits in this catalog. */
export interface Example {
  readonly q: string;
  readonly filter: string;
  /** The feature of the query language that it demonstrates. */
  readonly title: string;
}

/** A few searches derived from parts of the catalog. */
export function examplesOf(parts: readonly Part[], keys: SpecKeys): Example[] {
  return [
    wordsExample(parts),
    phraseExample(parts),
    partNumberExample(parts),
    rangeExample(parts, keys),
    stockExample(parts),
  ].filter((example) => example !== undefined);
}

const WORD = /^[\p{L}][\p{L}\p{N}]{3,}$/u;

/** The words of a description that can be searched. */
function wordsOf(part: Part): string[] {
  const words = part.descriptions?.[0]?.value.split(/\s+/) ?? [];
  return words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
}

function wordsExample(parts: readonly Part[]): Example | undefined {
  for (const part of parts) {
    const words = [...new Set(wordsOf(part).filter((word) => WORD.test(word)))];
    if (words.length >= 2) return { q: words.slice(0, 2).join(' ').toLowerCase(), filter: '', title: 'words, in any field' };
  }
  return undefined;
}

function phraseExample(parts: readonly Part[]): Example | undefined {
  // From the end, so that it shows other parts than the previous example.
  for (const part of [...parts].reverse()) {
    const words = wordsOf(part);
    const i = words.findIndex((word, at) => WORD.test(word) && WORD.test(words[at + 1] ?? ''));
    const other = parts.map(brandWord).find((word) => WORD.test(word) && word !== brandWord(part) && !words.includes(word));
    if (i >= 0 && other)
      return { q: `"${words[i]} ${words[i + 1]}" -${other}`, filter: '', title: 'a phrase, and what to leave out' };
  }
  return undefined;
}

function brandWord({ brand }: Part): string {
  return brand?.name?.split(/\s/)[0] ?? '';
}

function partNumberExample(parts: readonly Part[]): Example | undefined {
  for (const { mpn } of parts) {
    const beginning = /^[A-Za-z0-9]{4,6}/.exec(mpn)?.[0];
    if (beginning) return { q: `${beginning}*`, filter: '', title: 'part numbers: * any characters, ? exactly one' };
  }
  return undefined;
}

const PLAIN_KEY = /^\w+$/;

/** A range from the median up, of the quantity that distinguishes these parts best. */
function rangeExample(parts: readonly Part[], keys: SpecKeys): Example | undefined {
  let best: { key: string; values: number[]; distinct: number } | undefined;
  for (const [key, values] of quantitiesOf(parts, keys)) {
    const distinct = new Set(values).size;
    if (distinct > (best?.distinct ?? 1)) best = { key, values, distinct };
  }
  if (!best) return undefined;
  const { key, values } = best;
  const middle = values.sort((a, b) => a - b)[values.length >> 1];
  const text = specText(key, { value: [middle] }, keys).text;
  return { q: '', filter: `${specFieldOf(key)}:[${middle} TO *]`, title: `${specName(key, keys)} of ${text} or more` };
}

function quantitiesOf(parts: readonly Part[], keys: SpecKeys): Map<string, number[]> {
  const quantities = new Map<string, number[]>();
  for (const part of parts) {
    for (const [key, spec] of Object.entries(part.specs ?? {})) {
      const known = keys.get(key);
      if (known?.type !== 'number' || !known.metadata?.unit || !PLAIN_KEY.test(key)) continue;
      const values = valuesOf(spec).map(Number).filter(Number.isFinite);
      quantities.set(key, [...(quantities.get(key) ?? []), ...values]);
    }
  }
  return quantities;
}

function stockExample(parts: readonly Part[]): Example | undefined {
  const stocked = parts.some(({ offers }) => offers?.some(({ in_stock_quantity }) => Number(in_stock_quantity) >= 1000));
  if (!stocked) return undefined;
  return { q: '', filter: 'offers.in_stock_quantity:[1000 TO *]', title: 'an offer with 1,000 or more in stock' };
}
