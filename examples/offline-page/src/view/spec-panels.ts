import type { CatalogContents } from '../engine/protocol.js';
import { formatAmount } from '../parts/numbers.js';
import { type SpecKeys, specOfField } from '../parts/specs.js';
import type { Counts, Wish } from '../state/counts.js';
import type { SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { arrangeInside, element, setText } from './dom.js';
import { type Panel, PanelFrame } from './panels.js';
import { choicesOf, panelId, SpecPanel } from './spec-panel.js';

/** Panels of the most useful specs that are open until the user closes them. */
const OPEN_AT_FIRST = 4;
const SHOWN_AT_FIRST = 12;
const ID = 'specs';
const CATEGORY = 'category_uids';

/**
 * The most useful specs of the hits, in order: each is a panel that opens. Their order is requested while they are shown. With a
 * catalog on a server they are shown only after a category is selected: the specs of all parts are much to fetch.
 */
export class SpecPanels implements Panel {
  private readonly list = element('div', { class: 'specs' });
  private readonly more: HTMLButtonElement;
  private readonly hint = element('p', { class: 'hint' });
  private readonly frame: PanelFrame;
  readonly element: HTMLElement;
  private isRemote = false;
  private keys: SpecKeys = new Map();
  private readonly panels = new Map<string, SpecPanel>();
  private order: readonly string[] = [];
  /** The request that the order belongs to. */
  private ordered = '';
  private showsAll = false;

  /** @param onWish is called when it needs other counts than before */
  constructor(
    private readonly store: Store,
    private readonly onWish: () => void,
  ) {
    const showAll = () => {
      this.showsAll = true;
      this.arrange(this.store.state);
    };
    this.more = element('button', { type: 'button', class: 'more', onclick: showAll });
    this.frame = new PanelFrame(store, ID, 'Specs', 'h2', this.hint, this.list, this.more);
    this.element = element('div', { class: 'drilldown' }, this.frame.element);
  }

  opened({ specs, isRemote }: CatalogContents): void {
    this.isRemote = isRemote;
    this.keys = new Map(specs.map((spec) => [spec.key, spec]));
    this.panels.clear();
    this.order = [];
    this.ordered = '';
    this.showsAll = false;
    this.arrange(this.store.state);
  }

  get wantsSpecs(): boolean {
    return this.keys.size > 0 && this.frame.isOpen;
  }

  show(state: SearchState): void {
    const chosen = chosenKeys(state);
    const isOpenAtFirst = !this.isRemote || state.fields.has(CATEGORY) || chosen.length > 0;
    this.frame.show(state.panels.get(ID) ?? isOpenAtFirst, chosen.length);
    for (const [at, key] of this.order.entries()) this.panels.get(key)?.show(state, at < OPEN_AT_FIRST);
  }

  /** Another request may have other specs, so meanwhile only panels with selections are counted. */
  *wishes(state: SearchState, counts: Counts | undefined): Iterable<readonly [string, Wish]> {
    if (!this.frame.isOpen) return;
    const isKnown = counts?.specs !== undefined || questionOf(state) === this.ordered;
    for (const key of this.shown(state)) {
      if (isKnown || choicesOf(key, state) > 0) yield* this.panels.get(key)?.wishes() ?? [];
    }
  }

  /** While the user selects values, the panels keep their places; another request reorders them. */
  count(counts: Counts, state: SearchState): void {
    if (!counts.specs) return;
    const question = questionOf(state);
    const known = new Set([...counts.specs, ...chosenKeys(state)]);
    const kept = question === this.ordered ? this.order.filter((key) => known.has(key)) : [];
    this.order = [...kept, ...[...known].filter((key) => !kept.includes(key))];
    if (question !== this.ordered) this.showsAll = false;
    this.ordered = question;
    this.arrange(state);
    for (const key of this.shown(state)) this.panel(key).count(counts, state);
  }

  private arrange(state: SearchState): void {
    const shown = this.shown(state);
    const elements = shown.map((key) => this.panel(key).element);
    this.show(state);
    arrangeInside(this.list, ...elements);
    const rest = this.order.length - shown.length;
    this.more.hidden = rest === 0;
    setText(this.more, `${formatAmount(rest, 'more spec')}`);
    setText(
      this.hint,
      this.order.length > 0 ? 'The specs that distinguish these parts, the best first.' : 'These parts have no specs.',
    );
    this.element.hidden = this.keys.size === 0;
  }

  /** The most useful ones, and those with selections or opened by the user. */
  private shown(state: SearchState): string[] {
    const isShown = (key: string, at: number) =>
      this.showsAll || at < SHOWN_AT_FIRST || choicesOf(key, state) > 0 || state.panels.get(panelId(key)) === true;
    return this.order.filter(isShown);
  }

  private panel(key: string): SpecPanel {
    const known = this.panels.get(key);
    if (known) return known;
    const panel = new SpecPanel(key, this.keys, this.store, this.onWish);
    this.panels.set(key, panel);
    return panel;
  }
}

/** The parts of the state that define another request, not a selection within one: the words, the filter line, the category. */
function questionOf({ q, filter, fields }: SearchState): string {
  return JSON.stringify([q, filter, fields.get(CATEGORY) ?? []]);
}

function chosenKeys({ fields, bounds }: SearchState): string[] {
  const specs = [...fields.keys(), ...bounds.keys()].map((field) => specOfField(field));
  return [...new Set(specs.flatMap((spec) => (spec ? [spec.key] : [])))];
}
