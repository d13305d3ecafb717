import type { CatalogContents, Engine } from '../engine/protocol.js';
import { type Example, examplesOf } from '../parts/examples.js';
import { formatCount } from '../parts/numbers.js';
import { EMPTY_STATE, isEmptyQuestion, type SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element, fill, setText } from './dom.js';

/** Searches to begin with, derived from the catalog, and what to do if there are no hits. */
export class EmptyResults {
  private readonly examples = byId('examples');
  private readonly list = byId('examples-list');
  private readonly nothing = byId('nothing-found');
  private readonly advice = byId('nothing-found-advice');
  private readonly words = byId('nothing-found-words');
  /** The keywords whose words are being counted: counts of others come too late. */
  private counted: string | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly store: Store,
  ) {
    byId('search-all').addEventListener('click', () => store.set({ ...EMPTY_STATE, columns: store.state.columns }));
  }

  opened({ someParts, specs }: CatalogContents): void {
    const examples = examplesOf(someParts, new Map(specs.map((spec) => [spec.key, spec])));
    fill(this.list, ...examples.map((example) => this.example(example)));
  }

  show(isEmpty: boolean, state: SearchState): void {
    this.nothing.hidden = !isEmpty;
    this.examples.hidden = !isEmptyQuestion(state);
    setText(this.advice, adviceFor(state));
    this.words.hidden = true;
    this.counted = isEmpty ? state.q : undefined;
    const terms = isEmpty ? termsOf(state.q) : [];
    // The advice is useful without the counts too.
    if (terms.length > 1) this.count(state.q, terms).catch(() => {});
  }

  /** Shows how many parts have each word alone; a click searches for it. */
  private async count(q: string, terms: readonly string[]): Promise<void> {
    const counts = await Promise.all(terms.map((term) => this.engine.search({ q: term, limit: 0 })));
    if (this.counted !== q) return;
    const items = counts.map(({ response: { hits } }, i) => {
      const ask = () => this.store.set({ ...EMPTY_STATE, q: terms[i], columns: this.store.state.columns });
      const word = element('button', { type: 'button', onclick: ask }, element('code', {}, terms[i]));
      return element('li', { class: hits === 0 ? 'none' : undefined }, word, ` ${formatCount(hits)}`);
    });
    fill(this.words, ...items);
    this.words.hidden = false;
  }

  private example({ q, filter, title }: Example): HTMLElement {
    const ask = () => this.store.set({ ...EMPTY_STATE, q, filter, columns: this.store.state.columns });
    return element('li', {}, element('button', { type: 'button', title, onclick: ask }, element('code', {}, q || filter)));
  }
}

/** Most words that are counted alone. */
const MOST_WORDS = 12;

/** The words and phrases of `q`, without those that are excluded. Close enough to the grammar for advice. */
function termsOf(q: string): string[] {
  const terms = q.match(/-?"[^"]*"?|\S+/g) ?? [];
  return [...new Set(terms)].filter((term) => !term.startsWith('-')).slice(0, MOST_WORDS);
}

function adviceFor({ q, filter, fields, bounds }: SearchState): string {
  if (fields.size > 0 || bounds.size > 0) return 'The selections above may be too narrow: click a chip to remove it.';
  if (filter.trim() !== '') return 'The filter may be too narrow. Values are in base units: 4700, not 4.7 kΩ.';
  if (termsOf(q).length > 1) return 'No part has all of these words. The number of parts with each word alone:';
  if (q.trim() !== '') return 'No part has this word. With a * it is a part number: lm358*.';
  return 'This catalog is empty.';
}
