import type { CatalogOptions, NamedOptions } from './catalog-options.js';
import { withDigits } from './count-words.js';
import { different } from './merge-pieces.js';
import { leadsOf } from './mountings.js';
import { eitherOf } from './pin-rows.js';
import { spellingsOf } from './spellings.js';
import type { CatalogVocabulary } from './vocabulary.js';

/** Tells what phrases name in a catalog. */
export class PhraseNamer {
  constructor(
    private readonly vocabulary: CatalogVocabulary,
    private readonly options: CatalogOptions,
  ) {}

  /** What a phrase names as it is written. */
  named(phrase: string): NamedOptions {
    return this.options.of(this.vocabulary.lookUp(phrase));
  }

  /** What a phrase names, else what it does with its number in digits, else what a longer name of the trade says in two. */
  namedSomehow(phrase: string): NamedOptions {
    const within = this.namedWithin(phrase);
    if (within) return within;
    const named = this.named(phrase);
    const leads = leadsOf(phrase);
    if (leads) {
      const through = this.named(leads);
      return { ...named, fit: through.fit ?? named.fit, values: eitherOf(through.values, named.values) };
    }
    if (isTold(named)) return named;
    const counted = this.named(withDigits(phrase));
    return isTold(counted) ? counted : (this.namedInTwo(phrase) ?? named);
  }

  /** A name of things with a value, which other things have as well: `buck converter` is no LED driver. */
  private namedWithin(phrase: string): NamedOptions | undefined {
    const within = this.vocabulary.within(phrase);
    if (!within) return undefined;
    const { values } = this.named(within.value);
    const categories = within.things.flatMap((thing) => this.named(thing).categories);
    if (categories.length === 0) return undefined;
    const { fit, categories: own } = this.named(phrase);
    const inTwo = this.options.inTwo(values, different(categories), [...spellingsOf(phrase, this.vocabulary), within.value]);
    return fit === 'whole' ? { ...inTwo, categories: different(inTwo.categories, own) } : inTwo;
  }

  /** A word of the trade for things with a value: `nmos` is an n-channel MOSFET, and catalogs name the two apart. */
  private namedInTwo(phrase: string): NamedOptions | undefined {
    const { vocabulary, options } = this;
    for (const text of vocabulary.synonymsOf(phrase)) {
      for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
        const { values } = this.named(text.slice(0, space));
        const { categories } = this.named(text.slice(space + 1));
        if (values.length > 0 && categories.length > 0) return options.inTwo(values, categories);
      }
    }
    return undefined;
  }
}

/** Whether the names of something say more than that a word stands in them. */
function isTold({ fit }: NamedOptions): boolean {
  return fit !== undefined && fit !== 'inside';
}
