import type { Interpretation } from 'partdex';
import type { Answer, CatalogContents } from '../engine/protocol.js';
import { type Example, examplesOf } from '../parts/examples.js';
import { EMPTY_STATE, isEmptyQuestion, type SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element, fill, setText } from './dom.js';

/** Searches to begin with, derived from the catalog, and what to do if there are no hits. */
export class EmptyResults {
  private readonly examples = byId('examples');
  private readonly list = byId('examples-list');
  private readonly nothing = byId('nothing-found');
  private readonly advice = byId('nothing-found-advice');
  private readonly suggestions = byId('suggestions');

  constructor(private readonly store: Store) {
    byId('search-all').addEventListener('click', () => store.set({ ...EMPTY_STATE, columns: store.state.columns }));
  }

  opened({ someParts, specs }: CatalogContents): void {
    const examples = examplesOf(someParts, new Map(specs.map((spec) => [spec.key, spec])));
    fill(this.list, ...examples.map((example) => this.example(example)));
  }

  show({ response: { hits }, understood }: Answer, state: SearchState): void {
    this.nothing.hidden = hits > 0;
    this.examples.hidden = !isEmptyQuestion(state);
    const near = hits === 0 ? (understood?.suggestions ?? []) : [];
    setText(this.advice, near.length > 0 ? 'Did you mean:' : adviceFor(state, understood));
    fill(this.suggestions, ...near.map((text) => this.suggestion(text)));
    this.suggestions.hidden = near.length === 0;
  }

  /** A question like the one that found nothing; a click asks it. */
  private suggestion(q: string): HTMLElement {
    return element('li', {}, element('button', { type: 'button', onclick: () => this.store.set({ q }) }, element('code', {}, q)));
  }

  private example({ q, filter, title }: Example): HTMLElement {
    const ask = () => this.store.set({ ...EMPTY_STATE, q, filter, columns: this.store.state.columns });
    return element('li', {}, element('button', { type: 'button', title, onclick: ask }, element('code', {}, q || filter)));
  }
}

function adviceFor({ q, filter, fields, bounds }: SearchState, understood: Interpretation | undefined): string {
  if (fields.size > 0 || bounds.size > 0) return 'The selections above may be too narrow: click a chip to remove it.';
  if (filter.trim() !== '') return 'The filter may be too narrow. Plain numbers are in base units: 4700 is 4.7 kΩ.';
  if (understood && understood.readings.length > 1) return 'No part has all of it. Remove one of the pieces above.';
  if (q.trim() !== '') return 'No part has this. With a * it is a part number: lm358*.';
  return 'This catalog is empty.';
}
