import { ALL_VALUES, type FieldCounts, type Wish } from '../state/counts.js';
import { withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { ChoiceRow, missingRow } from './choice-row.js';
import { arrangeInside, element, fill } from './dom.js';
import { searchField } from './panels.js';

const SHOWN_AT_FIRST = 8;
const SHOWN_MORE = 20;
/** Shown at most, of the values that contain a text. */
const MOST_FOUND = 100;

interface Field {
  readonly name: string;
  /** The placeholder of the field that filters the values. */
  readonly searchLabel: string;
  /** Whether that field is always shown, or only if there are more than the first values. */
  readonly isSearched: boolean;
  nameOf(value: string): string;
}

/** Values of a field with their counts: any number of them can be selected; a part must have one of them. */
export class ValueList {
  private readonly search: HTMLInputElement;
  private readonly list = element('ul', { class: 'choices' });
  private readonly more: HTMLButtonElement;
  private readonly end = element('div');
  readonly element: HTMLElement;
  private readonly rows = new Map<string, { item: HTMLElement; row: ChoiceRow }>();
  private most = SHOWN_AT_FIRST;
  private counts: FieldCounts | undefined;
  private chosen: readonly string[] = [];

  /** @param onWish is called when it needs other counts than before */
  constructor(
    private readonly store: Store,
    private readonly field: Field,
    onWish: () => void,
  ) {
    const wish = () => {
      onWish();
      this.render();
    };
    const showMore = () => {
      this.most += SHOWN_MORE;
      wish();
    };
    this.search = searchField(field.searchLabel, wish);
    this.more = element('button', { type: 'button', class: 'more', onclick: showMore }, 'More');
    this.element = element('div', { class: 'values' }, this.search, this.list, this.more, this.end);
  }

  /** Another catalog was opened. */
  clear(): void {
    this.most = SHOWN_AT_FIRST;
    this.search.value = '';
    this.counts = undefined;
    this.rows.clear();
    this.render();
  }

  wish(): Wish {
    return { values: this.wanted === '' ? this.most : ALL_VALUES, including: this.chosen };
  }

  show(chosen: readonly string[]): void {
    if (chosen.join('\n') === this.chosen.join('\n') && chosen.length === this.chosen.length) return;
    this.chosen = chosen;
    this.render();
  }

  count(counts: FieldCounts | undefined): void {
    if (counts === this.counts) return;
    this.counts = counts;
    this.render();
  }

  private get wanted(): string {
    return this.search.value.trim().toLowerCase();
  }

  private render(): void {
    const { values = [], isComplete = false, missing } = this.counts ?? {};
    const { wanted } = this;
    const found = wanted === '' ? values : values.filter(({ value }) => this.nameOf(value).toLowerCase().includes(wanted));
    const shown = found.slice(0, wanted === '' ? this.most : MOST_FOUND);
    const counts = new Map(values.map(({ value, count }) => [value, count]));
    // Selected values stay even if no part has them, so that they can be removed.
    const others = this.chosen.filter((value) => !shown.some((one) => one.value === value));
    const items = [...others, ...shown.map(({ value }) => value)].map((value) =>
      this.item(value, counts.get(value) ?? (isComplete ? 0 : undefined)),
    );
    arrangeInside(this.list, ...items);
    const isLong = this.most > SHOWN_AT_FIRST && values.length > SHOWN_AT_FIRST;
    this.search.hidden = !this.field.isSearched && !isLong && wanted === '';
    this.more.hidden = wanted !== '' || (isComplete && values.length <= this.most);
    const missingCount = missingRow(missing);
    const hint =
      wanted !== '' && isComplete && found.length === 0 && element('p', { class: 'hint' }, 'No name contains this text.');
    fill(this.end, hint, missingCount);
  }

  private item(value: string, count: number | undefined): HTMLElement {
    let known = this.rows.get(value);
    if (!known) {
      const row = new ChoiceRow(value, this.nameOf(value), () => this.toggle(value));
      known = { item: element('li', {}, row.element), row };
      this.rows.set(value, known);
    }
    known.row.show(this.chosen.includes(value), count);
    return known.item;
  }

  private nameOf(value: string): string {
    return this.field.nameOf(value) || '(empty)';
  }

  private toggle(value: string): void {
    const { fields } = this.store.state;
    const chosen = fields.get(this.field.name) ?? [];
    const values = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
    this.store.set(withField(this.store.state, this.field.name, values));
  }
}
