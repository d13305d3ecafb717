import { formatQuantity } from 'partdex';
import type { CatalogContents } from '../engine/protocol.js';
import { rangeText, type SpecKeys, specOfField, specSymbol, specText } from '../parts/specs.js';
import type { Bounds } from '../state/bounds.js';
import { type SearchState, withBounds, withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element, fill, icon } from './dom.js';
import type { Panels } from './panels.js';
import { specTitle } from './spec-panel.js';

/** The selections, one chip for each value; a click removes one. */
export class Chips {
  private readonly list = byId('chips');
  private keys: SpecKeys = new Map();

  constructor(
    private readonly store: Store,
    private readonly panels: Panels,
  ) {
    store.subscribe((state) => this.show(state));
  }

  opened({ specs }: CatalogContents, state: SearchState): void {
    this.keys = new Map(specs.map((spec) => [spec.key, spec]));
    this.show(state);
  }

  private show({ fields, bounds }: SearchState): void {
    const ofValues = [...fields].flatMap(([field, values]) => values.map((value) => this.valueChip(field, value, values)));
    const ofBounds = [...bounds].map(([field, range]) => this.boundsChip(field, range));
    const chips = [...ofValues, ...ofBounds];
    fill(this.list, ...chips);
    this.list.hidden = chips.length === 0;
  }

  private valueChip(field: string, value: string, values: readonly string[]): HTMLElement {
    const others = values.filter((other) => other !== value);
    return chip(this.titleOf(field), this.textOf(field, value), () => this.store.set(withField(this.store.state, field, others)));
  }

  private boundsChip(field: string, { from, to }: Bounds): HTMLElement {
    const spec = specOfField(field);
    const format = (number: string | undefined) =>
      number === undefined ? undefined : formatQuantity(number, spec && specSymbol(spec.key, this.keys));
    return chip(this.titleOf(field), rangeText(format(from), format(to)), () =>
      this.store.set(withBounds(this.store.state, field, undefined)),
    );
  }

  private titleOf(field: string): string {
    const spec = specOfField(field);
    return spec ? specTitle(spec.key, spec.member, this.keys) : (this.panels.of(field)?.title ?? field);
  }

  private textOf(field: string, value: string): string {
    const spec = specOfField(field);
    if (!spec) return this.panels.of(field)?.nameOf(value) ?? value;
    return spec.member === 'value' ? specText(spec.key, { value: [value] }, this.keys).text : value;
  }
}

/** The selection, in two words; a click removes it. */
function chip(title: string, text: string, onclick: () => void): HTMLElement {
  return element(
    'li',
    {},
    element(
      'button',
      { type: 'button', class: 'chip', title: `Without “${text}”`, onclick },
      element('span', { class: 'field' }, title),
      element('span', {}, text),
      icon('close'),
    ),
  );
}
