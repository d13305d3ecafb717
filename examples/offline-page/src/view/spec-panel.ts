import { type SpecKeys, type SpecMember, specFieldOf, specName, specSymbol } from '../parts/specs.js';
import type { Counts, Wish } from '../state/counts.js';
import type { SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { arrangeInside, element } from './dom.js';
import { PanelFrame } from './panels.js';
import { RangeSlider } from './range-slider.js';
import { ValueList } from './value-list.js';

const MEMBERS: readonly SpecMember[] = ['value', 'min_value', 'max_value'];

/** The display name of a range of a spec: many parts have a minimum and a maximum supply voltage instead of one value. */
const MEMBER_TITLES: Readonly<Record<SpecMember, string>> = { value: '', min_value: 'lowest', max_value: 'highest' };

/** `Supply Voltage`, `Supply Voltage, lowest` */
export function specTitle(key: string, member: SpecMember, keys: SpecKeys): string {
  return [specName(key, keys), MEMBER_TITLES[member]].filter((text) => text !== '').join(', ');
}

/** One spec: check boxes for its strings, or ranges of its numbers. */
export class SpecPanel {
  readonly element: HTMLElement;
  private readonly frame: PanelFrame;
  private readonly body = element('div', { class: 'members' });
  private readonly lists = new Map<string, ValueList>();
  private readonly sliders = new Map<string, RangeSlider>();
  /** The fields to show: those that the hits have. */
  private fields: readonly string[] = [];

  /** @param onWish is called when it needs other counts than before */
  constructor(
    private readonly key: string,
    private readonly keys: SpecKeys,
    private readonly store: Store,
    private readonly onWish: () => void,
  ) {
    this.frame = new PanelFrame(store, panelId(key), specName(key, keys), 'h3', this.body);
    this.element = this.frame.element;
  }

  /** @param isOpenAtFirst whether it is open until the user opens or closes it */
  show(state: SearchState, isOpenAtFirst: boolean): void {
    const chosen = choicesOf(this.key, state);
    this.frame.show(state.panels.get(panelId(this.key)) ?? (isOpenAtFirst || chosen > 0), chosen);
    for (const [field, list] of this.lists) list.show(state.fields.get(field) ?? []);
    for (const [field, slider] of this.sliders) slider.show(state.bounds.get(field));
  }

  *wishes(): Iterable<readonly [string, Wish]> {
    if (!this.frame.isOpen) return;
    for (const field of this.fields) {
      const shown = this.lists.get(field) ?? this.sliders.get(field);
      if (shown) yield [field, shown.wish()];
    }
  }

  count(counts: Counts, state: SearchState): void {
    const { fields, stats } = counts;
    const members = MEMBERS.filter((member) => {
      const field = specFieldOf(this.key, member);
      return fields.has(field) || stats.has(field) || state.fields.has(field) || state.bounds.has(field);
    });
    this.fields = members.map((member) => specFieldOf(this.key, member));
    arrangeInside(this.body, ...members.map((member) => this.member(member, counts, state)));
  }

  /** The control for a member, with its counts. Elements persist, so that they do not move under the pointer. */
  private member(member: SpecMember, { fields, stats }: Counts, state: SearchState): HTMLElement {
    const field = specFieldOf(this.key, member);
    if (this.isNumber(member)) {
      const slider = this.slider(field, member, state);
      slider.count(fields.get(field), stats.get(field));
      return slider.element;
    }
    const list = this.list(field, state);
    list.count(fields.get(field));
    return list.element;
  }

  private isNumber(member: SpecMember): boolean {
    return member !== 'value' || this.keys.get(this.key)?.type === 'number';
  }

  private list(field: string, state: SearchState): ValueList {
    const known = this.lists.get(field);
    if (known) return known;
    const searchLabel = `Find a value of ${specName(this.key, this.keys)}`;
    const described = { name: field, searchLabel, isSearched: false, nameOf: (value: string) => value };
    const list = new ValueList(this.store, described, this.onWish);
    list.show(state.fields.get(field) ?? []);
    this.lists.set(field, list);
    return list;
  }

  private slider(field: string, member: SpecMember, state: SearchState): RangeSlider {
    const known = this.sliders.get(field);
    if (known) return known;
    const [title, symbol] = [specTitle(this.key, member, this.keys), specSymbol(this.key, this.keys)];
    const slider = new RangeSlider(this.store, { name: field, title, heading: MEMBER_TITLES[member], symbol });
    slider.show(state.bounds.get(field));
    this.sliders.set(field, slider);
    return slider;
  }
}

/** The name of a spec's panel in `SearchState.panels`. */
export function panelId(key: string): string {
  return `specs.${key}`;
}

/** The number of selected values and ranges of a spec. */
export function choicesOf(key: string, { fields, bounds }: SearchState): number {
  const counts = MEMBERS.map((member) => {
    const field = specFieldOf(key, member);
    return (fields.get(field)?.length ?? 0) + (bounds.has(field) ? 1 : 0);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
