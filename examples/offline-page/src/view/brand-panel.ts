import type { CatalogContents } from '../engine/protocol.js';
import { formatCount } from '../parts/numbers.js';
import { type SearchState, withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { element, replaceInside } from './dom.js';
import { type Panel, panelElement, searchField } from './panels.js';

const MOST_SHOWN = 60;

/** The brands: any number of them is chosen. */
export class BrandPanel implements Panel {
  readonly field = 'brand.uid';
  readonly title = 'Brand';
  private readonly list = element('ul', { class: 'choices found' });
  private readonly search = searchField('Find a brand', () => this.render());
  readonly element = panelElement(this.title, this.search, this.list);
  private names = new Map<string, string>();
  private chosen: readonly string[] = [];

  constructor(private readonly store: Store) {}

  opened({ brands }: CatalogContents): void {
    this.names = new Map(brands.map(({ uid, name }) => [uid, name]));
    this.element.hidden = brands.length === 0;
    this.search.value = '';
    this.render();
  }

  show({ fields }: SearchState): void {
    const chosen = fields.get(this.field) ?? [];
    if (chosen.join('\n') === this.chosen.join('\n')) return;
    this.chosen = chosen;
    this.render();
  }

  nameOf(uid: string): string {
    return this.names.get(uid) ?? uid;
  }

  /** Those that are chosen come first, so that they can be seen and taken back. */
  private render(): void {
    const wanted = this.search.value.trim().toLowerCase();
    const others = [...this.names].filter(([uid, name]) => !this.chosen.includes(uid) && name.toLowerCase().includes(wanted));
    const rest = others.length - MOST_SHOWN;
    replaceInside(
      this.list,
      ...this.chosen.map((uid) => this.choice(uid, this.nameOf(uid))),
      ...others.slice(0, MOST_SHOWN).map(([uid, name]) => this.choice(uid, name)),
      ...(rest > 0 ? [element('li', { class: 'hint' }, `and ${formatCount(rest)} more: type to find one`)] : []),
    );
  }

  private choice(uid: string, name: string): HTMLElement {
    const isChosen = this.chosen.includes(uid);
    const toggle = () => {
      const values = isChosen ? this.chosen.filter((other) => other !== uid) : [...this.chosen, uid];
      this.store.set(withField(this.store.state, this.field, values));
    };
    const box = element('input', { type: 'checkbox', checked: isChosen, 'data-key': uid, onchange: toggle });
    return element('li', {}, element('label', { class: 'choice' }, box, element('span', { class: 'name' }, name)));
  }
}
