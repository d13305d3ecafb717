import type { CatalogContents } from '../engine/protocol.js';
import type { Counts, Wish, Wishes } from '../state/counts.js';
import { type SearchState, withPanel } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element, icon, setAttribute, setText } from './dom.js';

/**
 * A box on the left side with selections. They are in the state, and so in the request, in the address and among the chips. A new
 * panel implements this interface and is listed in main.ts.
 */
export interface Panel {
  readonly element: HTMLElement;
  /** Another catalog was opened. */
  opened(contents: CatalogContents): void;
  /** The state has changed. */
  show(state: SearchState): void;
  /**
   * The counts that it needs, by fieldname.
   * @param counts the counts over these hits so far; undefined: none yet
   */
  wishes(state: SearchState, counts: Counts | undefined): Iterable<readonly [field: string, wish: Wish]>;
  /** Whether it needs the most useful specs. */
  readonly wantsSpecs?: boolean;
  /** More counts have arrived. */
  count(counts: Counts, state: SearchState): void;
}

/** A panel that selects values of one field: the field's entry in `SearchState.fields`. */
export interface FieldPanel extends Panel {
  readonly field: string;
  /** The display name of the field. */
  readonly title: string;
  /** The name of one of the field's values. */
  nameOf(value: string): string;
}

/** The frame of a panel: its title, which opens and closes it, and its content below. */
export class PanelFrame {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly amount = element('span', { class: 'amount' });
  private readonly body: HTMLElement;

  /**
   * @param id its name in `SearchState.panels`, unique among panels
   * @param level of its heading: `h3` for a panel within a panel
   */
  constructor(store: Store, id: string, title: string, level: 'h2' | 'h3', ...children: readonly HTMLElement[]) {
    this.body = element('div', { class: 'body' }, ...children);
    const toggle = () => store.set(withPanel(store.state, id, !this.isOpen));
    this.button = element('button', { type: 'button', onclick: toggle }, icon('right'), element('span', {}, title), this.amount);
    this.element = element('section', { class: 'panel', 'aria-label': title }, element(level, {}, this.button), this.body);
  }

  get isOpen(): boolean {
    return !this.body.hidden;
  }

  /** @param chosen the number of selections in it, shown while it is closed */
  show(isOpen: boolean, chosen: number): void {
    this.body.hidden = !isOpen;
    setAttribute(this.button, 'aria-expanded', String(isOpen));
    setText(this.amount, isOpen || chosen === 0 ? '' : `${chosen} chosen`);
  }
}

/** A field that filters the values of a panel by text. */
export function searchField(label: string, oninput: () => void): HTMLInputElement {
  return element('input', {
    type: 'search',
    placeholder: label,
    'aria-label': label,
    autocomplete: 'off',
    spellcheck: 'false',
    oninput,
  });
}

/** Shows panels, one below the other. */
export class Panels {
  private readonly toggle = byId<HTMLButtonElement>('toggle-panels');
  private readonly side = byId('panels');

  constructor(
    private readonly all: readonly (Panel | FieldPanel)[],
    private readonly store: Store,
  ) {
    this.side.append(...all.map(({ element }) => element));
    store.subscribe((state) => this.show(state));
    // Where the window is narrow, the panels are drawn over the results on demand.
    const isDrawn = () => this.side.classList.contains('is-drawn');
    this.toggle.addEventListener('click', () => this.setDrawn(!isDrawn()));
    window.addEventListener('pointerdown', ({ target }) => {
      const isBeside = target instanceof Node && !this.side.contains(target) && !this.toggle.contains(target);
      if (isBeside && isDrawn()) this.setDrawn(false);
    });
  }

  opened(contents: CatalogContents, state: SearchState): void {
    for (const panel of this.all) panel.opened(contents);
    this.show(state);
  }

  of(field: string): FieldPanel | undefined {
    return this.all.find((panel): panel is FieldPanel => 'field' in panel && panel.field === field);
  }

  wishes(counts: Counts | undefined): Wishes {
    const fields = new Map(this.all.flatMap((panel) => [...panel.wishes(this.store.state, counts)]));
    return { fields, specs: this.all.some(({ wantsSpecs }) => wantsSpecs) };
  }

  count(counts: Counts): void {
    for (const panel of this.all) panel.count(counts, this.store.state);
    this.side.classList.remove('is-stale');
  }

  /** Shows that the counts belong to an earlier request, until those of this one arrive. */
  setStale(): void {
    this.side.classList.add('is-stale');
    this.setBusy(true);
  }

  /** Shows whether more counts are loading. */
  setBusy(isBusy: boolean): void {
    setAttribute(this.side, 'aria-busy', String(isBusy));
  }

  setDrawn(isDrawn: boolean): void {
    setAttribute(this.toggle, 'aria-expanded', String(isDrawn));
    this.side.classList.toggle('is-drawn', isDrawn);
  }

  private show(state: SearchState): void {
    for (const panel of this.all) panel.show(state);
  }
}
