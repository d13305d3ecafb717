import { type FacetRange, formatQuantity, type StatsResult } from 'partdex';
import { edgesOf, placeAmong } from '../parts/edges.js';
import { formatAmount } from '../parts/numbers.js';
import { typedNumber } from '../parts/typed-number.js';
import type { Bounds } from '../state/bounds.js';
import type { FieldCounts, Wish } from '../state/counts.js';
import { withBounds } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { missingRow } from './choice-row.js';
import { element, fill, icon, setAttribute, setText } from './dom.js';

/** The number of bars that fit. */
const MOST_RANGES = 30;
/** A dragged handle must rest for this time before parts are searched, so that intermediate positions are skipped. */
const DRAGGING_PAUSE_MS = 60;

type End = 'from' | 'to';

interface Field {
  readonly name: string;
  /** The display name. */
  readonly title: string;
  /** Its heading; `''`: none, the context says enough. */
  readonly heading: string;
  /** Of the unit of its numbers. */
  readonly symbol: string;
}

/** A range of a number field: a histogram, two handles below it, and fields for the bounds. */
export class RangeSlider {
  readonly element: HTMLElement;
  private readonly bars: HTMLElement;
  private readonly handles: Readonly<Record<End, HTMLInputElement>>;
  private readonly texts: Readonly<Record<End, HTMLInputElement>>;
  /** The last text that the fields were set to. */
  private readonly written = { from: '', to: '' };
  private readonly slider: HTMLElement;
  private readonly reset: HTMLButtonElement;
  private readonly fault = element('p', { class: 'fault', role: 'alert', hidden: true });
  private readonly end = element('div');
  private counts: FieldCounts | undefined;
  private edges: readonly string[] = [];
  private bounds: Bounds = NO_BOUNDS;
  private timer: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly field: Field,
  ) {
    const { title } = field;
    this.bars = element('div', { class: 'bars', role: 'img' });
    this.handles = { from: this.handle('from', `${title}, at least`), to: this.handle('to', `${title}, at most`) };
    this.texts = { from: this.text('from', `Least ${title}`), to: this.text('to', `Greatest ${title}`) };
    const takeBack = () => this.choose(NO_BOUNDS, 'now');
    const attributes = { type: 'button', class: 'icon-button', 'aria-label': `Any ${title}`, title: 'Any', onclick: takeBack };
    this.reset = element('button', attributes, icon('close'));
    this.slider = element(
      'div',
      { class: 'slider' },
      this.bars,
      element('div', { class: 'track' }, this.handles.from, this.handles.to),
    );
    const bounds = element('div', { class: 'bounds' }, this.texts.from, element('span', {}, '–'), this.texts.to, this.reset);
    this.element = element(
      'div',
      { class: 'range', role: 'group', 'aria-label': title },
      field.heading !== '' && element('h4', {}, field.heading),
      this.slider,
      bounds,
      this.fault,
      this.end,
    );
    this.showBounds();
  }

  wish(): Wish {
    return { ranges: MOST_RANGES };
  }

  show(bounds: Bounds = NO_BOUNDS): void {
    // A handle that is being dragged is ahead of the state.
    if (this.timer !== undefined || isSame(bounds, this.bounds)) return;
    this.bounds = bounds;
    this.setFault(undefined);
    this.showBounds();
  }

  /** @param stats of the field, for its minimum and maximum */
  count(counts: FieldCounts | undefined, stats: StatsResult | undefined): void {
    // Until its ranges arrive, those of the previous request stay.
    if (counts === this.counts || !counts?.ranges) return;
    this.counts = counts;
    const { ranges, missing } = counts;
    this.edges = edgesOf(ranges);
    const [least, greatest] = [stats?.min ?? this.edges.at(0), stats?.max ?? this.edges.at(-1)];
    // A single value leaves nothing to select.
    this.slider.hidden = least === undefined || Number(least) === Number(greatest);
    const largest = Math.max(...ranges.map(({ count }) => count));
    fill(this.bars, ...ranges.map((range) => this.bar(range, largest)));
    setAttribute(this.bars, 'aria-label', this.describe(ranges, largest));
    setAttribute(this.texts.from, 'placeholder', least === undefined ? 'none' : this.format(least));
    setAttribute(this.texts.to, 'placeholder', greatest === undefined ? 'none' : this.format(greatest));
    for (const handle of Object.values(this.handles)) handle.max = String(Math.max(1, this.edges.length - 1));
    fill(this.end, missingRow(missing));
    this.showBounds('what is being typed stays');
  }

  private bar({ from, to, count }: FacetRange, largest: number): HTMLElement {
    const height = largest === 0 ? 0 : (100 * count) / largest;
    const title = `${this.format(from)} … ${this.format(to)}: ${formatAmount(count, 'part')}`;
    return element('div', { class: 'bar', title }, element('div', { style: `height: ${height}%` }));
  }

  private describe(ranges: readonly FacetRange[], largest: number): string {
    const most = ranges.find(({ count }) => count === largest);
    if (!most) return `${this.field.title}: no values`;
    const [least, greatest] = [this.edges[0], this.edges[this.edges.length - 1]];
    const all = `${this.field.title} from ${this.format(least)} to ${this.format(greatest)}`;
    return `${all}; ${formatAmount(largest, 'part')} from ${this.format(most.from)} to ${this.format(most.to)}, the most`;
  }

  private handle(end: End, label: string): HTMLInputElement {
    return element('input', {
      type: 'range',
      class: end,
      'aria-label': label,
      min: 0,
      max: 1,
      step: 1,
      oninput: () => this.dragged(end, 'soon'),
      onchange: () => this.dragged(end, 'now'),
    });
  }

  private text(end: End, label: string): HTMLInputElement {
    const attributes = { type: 'text', 'aria-label': label, autocomplete: 'off', spellcheck: 'false' };
    const input = element('input', { ...attributes, onchange: () => this.typed(end) });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      // The page would treat it as its own step back.
      event.preventDefault();
      this.setFault(undefined);
      this.showBounds();
    });
    return input;
  }

  /** A handle was moved: it is on an edge, and at its end of the scale it is an open bound. It stops at the other handle. */
  private dragged(end: End, when: 'soon' | 'now'): void {
    const last = this.edges.length - 1;
    const { lower, upper } = placeAmong(this.bounds, this.edges);
    const wanted = Number(this.handles[end].value);
    const at = end === 'from' ? Math.min(wanted, upper) : Math.max(wanted, lower);
    const isUnmoved = at === (end === 'from' ? lower : upper);
    const isOpen = at === (end === 'from' ? 0 : last);
    // A typed bound lies between edges, and stays until its handle is moved.
    const bounds = isUnmoved ? this.bounds : { ...this.bounds, [end]: isOpen ? undefined : this.edges[at] };
    this.choose(bounds, when);
  }

  private typed(end: End): void {
    const text = this.texts[end].value.trim();
    const number = text === '' ? undefined : typedNumber(text, this.field.symbol);
    if (text !== '' && number === undefined) {
      const example = this.format('4700');
      this.setFault(end, `“${text}” is not a number; write it as ${example === '4700' ? '4700' : `4700 or ${example}`}.`);
      return;
    }
    const { from, to }: Bounds = { ...this.bounds, [end]: number };
    // Reversed bounds: the other one is removed, and the user will type it again.
    const isTurned = Number(from) > Number(to);
    this.choose({ from: isTurned && end === 'to' ? undefined : from, to: isTurned && end === 'from' ? undefined : to }, 'now');
  }

  private choose(bounds: Bounds, when: 'soon' | 'now'): void {
    this.bounds = bounds;
    this.setFault(undefined);
    this.showBounds();
    clearTimeout(this.timer);
    this.timer = when === 'now' ? undefined : window.setTimeout(() => this.commit(), DRAGGING_PAUSE_MS);
    if (when === 'now') this.commit();
  }

  private commit(): void {
    this.timer = undefined;
    const { state } = this.store;
    const before = state.bounds.get(this.field.name) ?? NO_BOUNDS;
    const after = isSame(this.bounds, NO_BOUNDS) ? undefined : this.bounds;
    if (!isSame(this.bounds, before)) this.store.set(withBounds(state, this.field.name, after));
  }

  /** @param typing counts may arrive while the user types a bound that is not in the state yet */
  private showBounds(typing?: 'what is being typed stays'): void {
    const { lower, upper } = placeAmong(this.bounds, this.edges);
    const { from, to } = this.handles;
    from.value = String(lower);
    to.value = String(this.edges.length > 0 ? upper : 1);
    // If both handles are at the right end, only the lower one can be moved.
    from.classList.toggle('is-above', lower > (this.edges.length - 1) / 2);
    for (const end of ['from', 'to'] as const) {
      const bound = this.bounds[end];
      const isTyped = document.activeElement === this.texts[end] && this.texts[end].value !== this.written[end];
      if (!typing || !isTyped) this.write(end, bound === undefined ? '' : this.format(bound));
      setAttribute(this.handles[end], 'aria-valuetext', bound === undefined ? 'any' : this.format(bound));
    }
    for (const [i, bar] of [...this.bars.children].entries())
      bar.classList.toggle('is-inside', i >= lower && i < Math.max(upper, lower + 1));
    this.reset.disabled = isSame(this.bounds, NO_BOUNDS);
  }

  private write(end: End, text: string): void {
    this.texts[end].value = text;
    this.written[end] = text;
  }

  private setFault(end: End | undefined, text = ''): void {
    this.fault.hidden = end === undefined;
    setText(this.fault, text);
    for (const one of ['from', 'to'] as const) setAttribute(this.texts[one], 'aria-invalid', String(one === end));
  }

  private format(number: string): string {
    return formatQuantity(number, this.field.symbol);
  }
}

const NO_BOUNDS: Bounds = { from: undefined, to: undefined };

function isSame(a: Bounds, b: Bounds): boolean {
  return a.from === b.from && a.to === b.to;
}
