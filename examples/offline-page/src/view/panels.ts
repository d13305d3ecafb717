import type { CatalogContents } from '../engine/protocol.js';
import type { SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element } from './dom.js';

/**
 * A box of the left side in which values of one field are chosen: they are the field's entry in `SearchState.fields`, and
 * so in `filter.fields` of the request. A new panel is written against this interface and listed in main.ts.
 */
export interface Panel {
  readonly field: string;
  /** What the field is called. */
  readonly title: string;
  readonly element: HTMLElement;
  /** Another catalog is open. */
  opened(contents: CatalogContents): void;
  /** The state is another one. */
  show(state: SearchState): void;
  /** The name of one of the field's values. */
  nameOf(value: string): string;
}

/** The box itself: its title, and below it what it consists of. */
export function panelElement(title: string, ...children: readonly HTMLElement[]): HTMLElement {
  return element('section', { class: 'panel', 'aria-label': title }, element('h2', {}, title), ...children);
}

/** A line in which one types what to find among the values of a panel. */
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
    readonly all: readonly Panel[],
    store: Store,
  ) {
    this.side.append(...all.map(({ element }) => element));
    store.subscribe((state) => this.show(state));
    // Where the window is narrow, the panels are drawn over the results on demand.
    this.toggle.addEventListener('click', () => this.setDrawn(this.toggle.getAttribute('aria-expanded') !== 'true'));
  }

  opened(contents: CatalogContents, state: SearchState): void {
    for (const panel of this.all) panel.opened(contents);
    this.show(state);
  }

  of(field: string): Panel | undefined {
    return this.all.find((panel) => panel.field === field);
  }

  setDrawn(isDrawn: boolean): void {
    this.toggle.setAttribute('aria-expanded', String(isDrawn));
    this.side.classList.toggle('is-drawn', isDrawn);
  }

  private show(state: SearchState): void {
    for (const panel of this.all) panel.show(state);
  }
}
