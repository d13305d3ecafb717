import type { CatalogContents } from '../engine/protocol.js';
import { type SpecKeys, specName, specText } from '../parts/specs.js';
import { type SearchState, withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element, icon } from './dom.js';
import type { Panels } from './panels.js';

/** What is chosen, one chip a value; a click takes it back. */
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

  private show({ fields }: SearchState): void {
    const chips = [...fields].flatMap(([field, values]) => values.map((value) => this.chip(field, value, values)));
    this.list.replaceChildren(...chips);
    this.list.hidden = chips.length === 0;
  }

  private chip(field: string, value: string, values: readonly string[]): HTMLElement {
    const remaining = values.filter((other) => other !== value);
    const remove = () => this.store.set(withField(this.store.state, field, remaining));
    const { title, text } = this.words(field, value);
    return element(
      'li',
      {},
      element(
        'button',
        { type: 'button', class: 'chip', title: `Without “${text}”`, onclick: remove },
        element('span', { class: 'field' }, title),
        element('span', {}, text),
        icon('close'),
      ),
    );
  }

  private words(field: string, value: string): { title: string; text: string } {
    const panel = this.panels.of(field);
    if (panel) return { title: panel.title, text: panel.nameOf(value) };
    const key = /^specs\.(.+)\.value$/.exec(field)?.[1];
    if (key === undefined) return { title: field, text: value };
    return { title: specName(key, this.keys), text: specText(key, { value: [value] }, this.keys).text };
  }
}
