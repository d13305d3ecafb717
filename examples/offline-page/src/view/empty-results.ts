import type { CatalogContents } from '../engine/protocol.js';
import { type Example, examplesOf } from '../parts/examples.js';
import { EMPTY_STATE, isEmptyQuestion, type SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element, fill, setText } from './dom.js';

/** Searches to begin with, derived from the catalog: shown for an empty query, and if there are no hits. */
export class EmptyResults {
  private readonly examples = byId('examples');
  private readonly list = byId('examples-list');
  private readonly nothing = byId('nothing-found');
  private readonly advice = byId('nothing-found-advice');

  constructor(private readonly store: Store) {
    byId('search-all').addEventListener('click', () => store.set({ ...EMPTY_STATE, columns: store.state.columns }));
  }

  opened({ someParts, specs }: CatalogContents): void {
    const examples = examplesOf(someParts, new Map(specs.map((spec) => [spec.key, spec])));
    fill(this.list, ...examples.map((example) => this.example(example)));
  }

  show(isEmpty: boolean, state: SearchState): void {
    this.nothing.hidden = !isEmpty;
    this.examples.hidden = !isEmpty && !isEmptyQuestion(state);
    setText(this.advice, adviceFor(state));
  }

  private example({ q, filter, title }: Example): HTMLElement {
    const ask = () => this.store.set({ ...EMPTY_STATE, q, filter, columns: this.store.state.columns });
    return element('li', {}, element('button', { type: 'button', title, onclick: ask }, element('code', {}, q || filter)));
  }
}

function adviceFor({ q, filter, fields, bounds }: SearchState): string {
  if (fields.size > 0 || bounds.size > 0) return 'The selections above may be too narrow: click a chip to remove it.';
  if (filter.trim() !== '') return 'The filter may be too narrow. Values are in base units: 4700, not 4.7 kΩ.';
  if (q.trim() !== '') return 'Every word must match. With a * it is a part number: lm358*.';
  return 'This catalog is empty.';
}
