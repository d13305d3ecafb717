import type { CatalogSpec, Part } from 'partdex';
import { type SpecKeys, specName } from '../parts/specs.js';
import type { Store } from '../state/store.js';
import { byId, element, replaceInside } from './dom.js';

const MOST_SHOWN = 80;

/** The dialog that selects the specs to show as columns. */
export class ColumnChooser {
  private readonly box = byId('columns');
  private readonly search = byId<HTMLInputElement>('columns-search');
  private readonly list = byId('columns-list');
  private readonly automatic = byId<HTMLButtonElement>('columns-automatic');
  private keys: SpecKeys = new Map();
  private shown: readonly string[] = [];
  private onPage: readonly string[] = [];

  constructor(private readonly store: Store) {
    this.search.addEventListener('input', () => this.render());
    this.automatic.addEventListener('click', () => store.set({ columns: undefined }));
    this.box.addEventListener('toggle', () => this.render());
    // Above the table, below its own button.
    const button = byId<HTMLButtonElement>('columns-button');
    button.addEventListener('click', () => {
      const { bottom, right } = button.getBoundingClientRect();
      this.box.style.insetBlockStart = `${bottom + 6}px`;
      this.box.style.insetInlineEnd = `${document.documentElement.clientWidth - right}px`;
    });
  }

  opened(specs: readonly CatalogSpec[]): void {
    this.keys = new Map([...specs].sort((a, b) => b.parts - a.parts).map((spec) => [spec.key, spec]));
    this.search.value = '';
  }

  show(shown: readonly string[], parts: readonly Part[]): void {
    this.shown = shown;
    this.onPage = keysOf(parts);
    this.automatic.disabled = this.store.state.columns === undefined;
    if (this.box.matches(':popover-open')) this.render();
  }

  /** The columns of the table come first, then the specs of its parts, then all other keys. */
  private render(): void {
    const wanted = this.search.value.trim().toLowerCase();
    const all = new Set([...this.shown, ...this.onPage, ...this.keys.keys()]);
    const found = [...all].filter((key) => specName(key, this.keys).toLowerCase().includes(wanted) || key.includes(wanted));
    replaceInside(this.list, ...found.slice(0, MOST_SHOWN).map((key) => this.choice(key)));
  }

  private choice(key: string): HTMLElement {
    const isShown = this.shown.includes(key);
    const toggle = () => {
      const columns = isShown ? this.shown.filter((other) => other !== key) : [...this.shown, key];
      this.store.set({ columns });
    };
    const unit = this.keys.get(key)?.metadata?.unit?.symbol;
    return element(
      'li',
      {},
      element(
        'label',
        { class: 'choice' },
        element('input', { type: 'checkbox', checked: isShown, 'data-key': key, onchange: toggle }),
        element('span', { class: 'name' }, specName(key, this.keys)),
        unit ? element('span', { class: 'count' }, unit) : undefined,
      ),
    );
  }
}

/** The spec keys of the parts, the most frequent first. */
function keysOf(parts: readonly Part[]): string[] {
  const counts = new Map<string, number>();
  for (const part of parts) for (const key of Object.keys(part.specs ?? {})) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([key]) => key);
}
