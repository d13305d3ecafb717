/** Legal forms: a list or a catalog may have or omit them. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'inc incorporated corp corporation co company ltd limited llc plc gmbh ag kg sa spa bv nv ab'.split(' '),
);

/** Words that many company names have, and that are as often omitted. */
const COMMON_WORDS: ReadonlySet<string> = new Set('elec electric semi tech mfg manufacturing international'.split(' '));

/** Characters that a name needs besides its common words to be distinctive. */
const SHORTEST = 3;

/** How catalogs shorten such words, also inside others: `Intertechnology` is `Intertech`. */
const SHORTENED: readonly (readonly [RegExp, string])[] = [
  [/electronics?/g, 'elec'],
  [/semiconductors?|semicon/g, 'semi'],
  [/technolog(?:y|ies)/g, 'tech'],
];

/** Letters separated by dots, as in `N.V.`. */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])/gu;

/** A name of a brand, read: a list and a catalog have the same few again and again. */
export class BrandName {
  private readonly words: readonly string[];
  private readonly telling: readonly string[];
  private readonly spaced: string;
  private readonly joined: string;
  private readonly tellingJoined: string;

  constructor(name: string) {
    this.words = nameWords(name);
    this.telling = tellingWords(this.words);
    this.spaced = this.words.join(' ');
    this.joined = this.words.join('');
    this.tellingJoined = this.telling.join('');
  }

  /**
   * Whether a brand of a list and one of the catalog are the same name except for legal forms and common words (`Murata
   * Electronics` and `Murata`), words that only one of them has (`Murata Power Solutions`), abbreviations (`ROHM Semicon`), or
   * blanks and punctuation (`ST Microelectronics`). Case and accents are ignored; only whole words are compared.
   */
  isSameBrand(other: BrandName): boolean {
    if (this.words.length === 0 || other.words.length === 0) return false;
    if (this.joined === other.joined || this.tellingJoined === other.tellingJoined) return true;
    return isWithin(this.telling, other.telling) || isWithin(other.telling, this.telling);
  }

  /** Whether two names have the same words except for legal forms and abbreviations: stricter than {@link isSameBrand}. */
  isSameName(other: BrandName): boolean {
    return this.words.length > 0 && this.spaced === other.spaced;
  }
}

/** {@link BrandName.isSameBrand} of two texts. */
export function isSameBrand(listed: string, cataloged: string): boolean {
  return new BrandName(listed).isSameBrand(new BrandName(cataloged));
}

/** {@link BrandName.isSameName} of two texts. */
export function isSameName(listed: string, cataloged: string): boolean {
  return new BrandName(listed).isSameName(new BrandName(cataloged));
}

/** The words of a name, shortened, without legal forms. */
function nameWords(name: string): string[] {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = folded.replace(INITIALS, (letters) => letters.replaceAll('.', ''));
  const short = SHORTENED.reduce((text, [long, shortened]) => text.replace(long, shortened), plain);
  const words = short.match(/[\p{L}\p{N}]+/gu) ?? [];
  const own = words.filter((word) => !LEGAL_FORMS.has(word));
  return own.length > 0 ? own : words;
}

/**
 * The words of a name without common ones, or all of them if hardly anything else is left: `Lite-On` is not `ON Semiconductor`.
 */
function tellingWords(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !COMMON_WORDS.has(word));
  return left.join('').length >= SHORTEST ? left : words;
}

function isWithin(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.includes(word));
}
