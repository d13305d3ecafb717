import type { Catalog } from '../catalog/catalog.js';
import { type CatalogInternals, internalsOf } from '../catalog/internals.js';
import type { Running } from '../catalog/running.js';
import { MemberReader } from '../model/check-arguments.js';
import { withoutIssues, wrongArgument } from '../model/issues.js';
import { isPlainObject } from '../model/plain.js';
import { Pauses } from '../work/pauses.js';
import { chooseSuggestions } from './choose.js';
import { gatherNamed } from './named.js';
import { Names } from './names.js';
import { NumberCompleter } from './number-completer.js';
import type { Suggestion, SuggestOptions } from './suggestion.js';
import { readTypedText } from './typed-text.js';

/** Completes text while a user types it. */
export interface Suggester {
  /**
   * Completions of the text, the best first: part numbers that begin with it, names that have its words. Empty for a text without
   * letters and digits, or of more than 10,000 UTF-16 units. The same text always gives the same list.
   *
   * - Better matches go first, in the order of `SuggestionMatch`. `fuzzy` ones appear only if no name fits otherwise.
   * - Names go before part numbers, unless a digit was typed. Names of more parts go first; part numbers are ordered by the
   *   number of offers of their parts, then by length, then in code-point order.
   * - No kind takes more than three tenths of the list as long as another one fits as well.
   * @param text the content of the search box
   * @throws `ValidationError`; `ClosedError` after `close()` of the catalog
   */
  suggest(text: string, options?: SuggestOptions): Suggestion[];
}

const DEFAULT_LIMIT = 10;
const MOST_SUGGESTIONS = 100;
const LONGEST_TEXT = 10_000;
const WARM_UP_TEXTS = ['a', 'c 10', 'capcitor'];
const WARM_UPS = 10;

class CatalogSuggester implements Suggester {
  constructor(
    private readonly running: Running,
    private readonly names: Names,
    private readonly mpns: NumberCompleter,
    private readonly skus: NumberCompleter,
  ) {}

  suggest(text: string, options?: SuggestOptions): Suggestion[] {
    this.running.checkOpen();
    if (typeof text !== 'string') throw wrongArgument('text', 'a string', text);
    return this.complete(text, readLimit(options));
  }

  /**
   * Warms up before the first request: code that has not run yet is slow, and the first key should be answered as quickly as the
   * others.
   */
  warmUp(): void {
    for (let i = 0; i < WARM_UPS; i++) for (const text of WARM_UP_TEXTS) this.complete(text, DEFAULT_LIMIT);
  }

  private complete(text: string, limit: number): Suggestion[] {
    if (limit === 0 || text.length > LONGEST_TEXT) return [];
    const typed = readTypedText(text);
    if (typed.form === '') return [];
    const mpns = this.mpns.complete(typed, limit, 0);
    // Twice as many: each of them may be the number of a part.
    const skus = this.skus.complete(typed, 2 * limit, mpns.length);
    const names = this.names.complete(typed, limit);
    if (names.length === 0) names.push(...this.names.completeFuzzy(typed, limit));
    return chooseSuggestions([...mpns, ...skus, ...names], typed, limit).map(({ suggestion }) => suggestion);
  }
}

function readLimit(options: unknown): number {
  if (options === undefined || options === null) return DEFAULT_LIMIT;
  if (!isPlainObject(options)) throw wrongArgument('options', 'an object', options);
  return withoutIssues(options, (issues) =>
    MemberReader.of(options, [], ['limit'], issues).count('limit', DEFAULT_LIMIT, MOST_SUGGESTIONS),
  );
}

async function makeSuggester(specs: Catalog['specs'], internals: CatalogInternals): Promise<Suggester> {
  const pauses = new Pauses();
  const parts = internals.segments('parts');
  const mpns = await NumberCompleter.load('mpn', parts, pauses);
  const skus = await NumberCompleter.load('sku', parts, pauses);
  const names = new Names(await gatherNamed(internals, specs));
  const suggester = new CatalogSuggester(internals.running, names, mpns, skus);
  suggester.warmUp();
  return suggester;
}

/**
 * Makes a suggester for the search box of a catalog. Make it once: it then answers every key. It reads the part numbers, the
 * names and the numbers of offers; docs/embedding.md, "Suggestions as you type", has the cost. Closing the catalog ends both.
 * @throws `ValidationError` for a value that is not a catalog; `ClosedError`, `CorruptCatalogError`, `UnreadableFileError`
 */
export async function createSuggester(catalog: Catalog): Promise<Suggester> {
  // Of one commit, if the catalog changes meanwhile.
  const [internals, { specs }] = [internalsOf(catalog), catalog];
  return internals.running.run(() => makeSuggester(specs, internals));
}
