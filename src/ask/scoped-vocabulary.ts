import { fold } from '../analysis/text.js';
import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { any, beginsWith, is, isOneOf, valueField, words } from './conditions.js';
import type { Evidence } from './evidence.js';
import type { Within } from './trade-words.js';
import type { CatalogVocabulary, Correction, Meanings, NumberKey } from './vocabulary.js';

/** Names that are counted together: most of those that a client may not see are left out at once. */
const BATCH = 32;
/** Corrections that are looked at for each that is wanted. */
const MORE_CORRECTIONS = 4;

/** A field, and how its values are compared. */
interface NamedField {
  readonly field: string;
  readonly condition: (names: readonly string[]) => Filter;
  /** Values with one key are found together. */
  readonly keyOf: (name: string) => string;
}

const namesOf = (field: string): NamedField => ({
  field,
  condition: (names) => isOneOf(field, names),
  keyOf: fold,
});

const BRANDS = namesOf('brand.name');
const MANUFACTURERS = namesOf('manufacturer.name');
const SELLERS = namesOf('offers.seller.name');
const CATEGORIES: NamedField = {
  field: 'category_uids',
  condition: (uids) => is('category_uids', uids),
  keyOf: (uid) => uid,
};

/** Names of a field that some part in scope has, those of the most parts first, and the sum of their parts. */
interface Seen {
  readonly names: readonly string[];
  readonly parts: number;
}

/**
 * The vocabulary of a catalog for one question of a client that may see only some parts: names, values and uids of no part in scope are
 * left out. What was looked up for the first time is counted by `settle`; until then it has no meaning.
 */
export class ScopedVocabulary implements CatalogVocabulary {
  readonly longestSpan: number;
  readonly bytes: number;
  readonly numberKeys: readonly NumberKey[];
  /** A client sees the uids of categories that its questions name alone. */
  readonly vagueCategories: readonly string[] = [];
  /** The number of parts in scope of each name, by field. */
  private readonly counts = new Map<string, Map<string, number>>();
  private readonly pending = new Map<string, { readonly field: NamedField; readonly names: Set<string> }>();

  /**
   * @param evidence counts the parts in scope
   * @param categoryName the name of a category
   */
  constructor(
    private readonly whole: CatalogVocabulary,
    private readonly evidence: Evidence,
    private readonly categoryName: (uid: string) => string | undefined,
  ) {
    this.longestSpan = whole.longestSpan;
    this.bytes = whole.bytes;
    this.numberKeys = whole.numberKeys;
  }

  lookUp(span: string): Meanings {
    const { categories, makers, sellers, values } = this.whole.lookUp(span);
    return {
      categories: telling(categories).flatMap((candidate) => {
        const { names: uids, parts } = this.seen(CATEGORIES, candidate.uids);
        const { names: except } = this.seen(CATEGORIES, candidate.except);
        return uids.length === 0 ? [] : { ...candidate, name: this.categoryName(uids[0]) ?? uids[0], uids, except, parts };
      }),
      makers: telling(makers).flatMap((candidate) => {
        const brands = this.seen(BRANDS, candidate.brands);
        const manufacturers = this.seen(MANUFACTURERS, candidate.manufacturers);
        const name = brands.names[0] ?? manufacturers.names[0];
        const parts = Math.max(brands.parts, manufacturers.parts);
        return name === undefined ? [] : { ...candidate, name, brands: brands.names, manufacturers: manufacturers.names, parts };
      }),
      sellers: telling(sellers).flatMap((candidate) => {
        const { names, parts } = this.seen(SELLERS, candidate.sellers);
        return names.length === 0 ? [] : { ...candidate, name: names[0], sellers: names, parts };
      }),
      values: telling(values).flatMap((candidate) => {
        const { names, parts } = this.seen(namesOf(valueField(candidate.key)), candidate.values);
        if (names.length === 0) return [];
        const { alone: all, ...rest } = candidate;
        const alone = all?.filter((name) => names.includes(name)) ?? [];
        const seen = { ...rest, value: alone[0] ?? names[0], values: names, parts };
        return alone.length > 0 ? { ...seen, alone } : seen;
      }),
    };
  }

  synonymsOf(span: string): readonly string[] {
    return this.whole.synonymsOf(span);
  }

  isSynonym(span: string): boolean {
    return this.whole.isSynonym(span);
  }

  usedFor(span: string): readonly string[] {
    return this.whole.usedFor(span);
  }

  within(span: string): Within | undefined {
    return this.whole.within(span);
  }

  isTradeText(text: string): boolean {
    return this.whole.isTradeText(text);
  }

  partsWithWord(word: string, _work: Work): Task<number> {
    return this.evidence.countWithin(this.evidence.everything, words(word));
  }

  *corrections(piece: string, work: Work, most?: number, edits?: number): Task<readonly Correction[]> {
    const wanted = most ?? 8;
    const seen: Correction[] = [];
    for (const correction of yield* this.whole.corrections(piece, work, wanted * MORE_CORRECTIONS, edits)) {
      const parts = yield* this.evidence.countWithin(this.evidence.everything, meantBy(correction));
      if (parts > 0) seen.push({ ...correction, parts });
      if (seen.length === wanted) break;
    }
    return seen;
  }

  /** Counts what was looked up since. Returns whether there was anything: what is looked up again may have further meanings. */
  *settle(): Task<boolean> {
    if (this.pending.size === 0) return false;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { field, names } of pending) {
      const all = [...names];
      for (let from = 0; from < all.length; from += BATCH) yield* this.count(field, all.slice(from, from + BATCH));
    }
    return true;
  }

  private *count(field: NamedField, names: readonly string[]): Task<void> {
    const parts = yield* this.evidence.countWithin(this.evidence.everything, field.condition(names));
    if (parts === 0 || names.length === 1) {
      const counts = this.countsOf(field);
      for (const name of names) counts.set(field.keyOf(name), parts);
      return;
    }
    const middle = names.length >>> 1;
    yield* this.count(field, names.slice(0, middle));
    yield* this.count(field, names.slice(middle));
  }

  private countsOf({ field }: NamedField): Map<string, number> {
    let counts = this.counts.get(field);
    if (!counts) this.counts.set(field, (counts = new Map()));
    return counts;
  }

  private seen(field: NamedField, names: readonly string[]): Seen {
    const counts = this.countsOf(field);
    const found = new Map<string, { readonly name: string; readonly parts: number }>();
    for (const name of names) {
      const key = field.keyOf(name);
      const parts = counts.get(key);
      if (parts === undefined) this.wait(field, name);
      else if (parts > 0 && !found.has(key)) found.set(key, { name, parts });
    }
    const sorted = [...found.values()].sort((a, b) => b.parts - a.parts);
    return { names: sorted.map(({ name }) => name), parts: sorted.reduce((sum, { parts }) => sum + parts, 0) };
  }

  private wait(field: NamedField, name: string): void {
    const waiting = this.pending.get(field.field);
    if (waiting) waiting.names.add(name);
    else this.pending.set(field.field, { field, names: new Set([name]) });
  }
}

/** Names in which a word only stands somewhere mean nothing. */
function telling<T extends { readonly fit: string }>(candidates: readonly T[]): T[] {
  return candidates.filter(({ fit }) => fit !== 'inside');
}

/** The parts that have the word of a correction. */
function meantBy({ text, display, of }: Correction): Filter {
  return of === 'part number' ? any([beginsWith('mpn', text), beginsWith('offers.sku', text)]) : words(display);
}
