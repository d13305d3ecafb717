import type { CatalogContents, Named } from '../engine/protocol.js';
import type { Counts, Wish } from '../state/counts.js';
import type { SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { type FieldPanel, PanelFrame } from './panels.js';
import { ValueList } from './value-list.js';

interface ValuePanelOptions {
  readonly field: string;
  readonly title: string;
  readonly searchLabel: string;
  /** Whether the filter field is always shown. */
  readonly isSearched: boolean;
  /** Whether it is open until the user closes it. */
  readonly isOpenAtFirst: boolean;
  /** Names of values that are uids; undefined: the values are names. */
  namesOf?(contents: CatalogContents): readonly Named[];
}

export const VALUE_PANELS: readonly ValuePanelOptions[] = [
  {
    field: 'brand.uid',
    title: 'Brand',
    searchLabel: 'Find a brand',
    isSearched: true,
    isOpenAtFirst: true,
    namesOf: ({ brands }) => brands,
  },
  {
    field: 'offers.seller.uid',
    title: 'Seller',
    searchLabel: 'Find a seller',
    isSearched: true,
    isOpenAtFirst: false,
    namesOf: ({ sellers }) => sellers,
  },
  {
    field: 'offers.packaging',
    title: 'Packaging',
    searchLabel: 'Find a packaging',
    isSearched: false,
    isOpenAtFirst: false,
  },
];

/** The values of a field that all parts may have: brand, seller, packaging. */
export class ValuePanel implements FieldPanel {
  readonly field: string;
  readonly title: string;
  readonly element: HTMLElement;
  private readonly frame: PanelFrame;
  private readonly list: ValueList;
  private names = new Map<string, string>();

  /** @param onWish is called when it needs other counts than before */
  constructor(
    store: Store,
    private readonly options: ValuePanelOptions,
    onWish: () => void,
  ) {
    const { field, title, searchLabel, isSearched } = options;
    this.field = field;
    this.title = title;
    const nameOf = (value: string) => this.nameOf(value);
    this.list = new ValueList(store, { name: field, searchLabel, isSearched, nameOf }, onWish);
    this.frame = new PanelFrame(store, field, title, 'h2', this.list.element);
    this.element = this.frame.element;
  }

  opened(contents: CatalogContents): void {
    this.names = new Map(this.options.namesOf?.(contents).map(({ uid, name }) => [uid, name]));
    this.list.clear();
  }

  show({ fields, panels }: SearchState): void {
    const chosen = fields.get(this.field) ?? [];
    this.frame.show(panels.get(this.field) ?? (this.options.isOpenAtFirst || chosen.length > 0), chosen.length);
    this.list.show(chosen);
  }

  *wishes(): Iterable<readonly [string, Wish]> {
    if (this.frame.isOpen) yield [this.field, this.list.wish()];
  }

  count({ fields }: Counts): void {
    this.list.count(fields.get(this.field));
  }

  nameOf(value: string): string {
    return this.names.get(value) ?? value;
  }
}
