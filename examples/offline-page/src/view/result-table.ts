import type { Part, SortKey } from 'partdex';
import { formatCount } from '../parts/numbers.js';
import { averagePrice, largestStock, priceAt } from '../parts/offers.js';
import { type SpecKeys, specFieldOf, specName, specText } from '../parts/specs.js';
import type { Store } from '../state/store.js';
import { byId, element, fill, icon, replaceInside, setAttribute } from './dom.js';
import { type Marks, markedIn } from './highlight.js';

interface Column {
  readonly title: string;
  readonly className: string;
  /** The orders of a heading, one click after the other; after the last, by relevance. */
  readonly sort?: { readonly field: string; readonly orders: readonly SortKey['order'][] };
  readonly hint?: string;
  cell(part: Part): { readonly content: readonly (Node | string)[]; readonly title?: string };
}

interface Ways {
  toSearch(): void;
  turnPage(by: number): void;
}

/** The table of one page of results. The arrow keys move in it, Enter opens a part, headings sort. */
export class ResultTable {
  private readonly head = byId('table-head');
  private readonly body = byId('table-body');
  private readonly scroller = byId('table-scroller');
  private readonly table = byId('table');
  private parts: readonly Part[] = [];
  private currency = 'USD';

  constructor(
    private readonly store: Store,
    private readonly ways: Ways,
  ) {
    this.body.addEventListener('click', (event) => this.clicked(event));
    this.body.addEventListener('keydown', (event) => this.pressed(event));
    new ResizeObserver(() => this.fit()).observe(this.scroller);
  }

  opened(currency: string): void {
    this.currency = currency;
  }

  show(parts: readonly Part[], specs: readonly string[], keys: SpecKeys, marks: Marks): void {
    // Automatic columns disappear if there is not enough room, the last ones first.
    this.table.classList.toggle('is-automatic', this.store.state.columns === undefined);
    const hadFocus = this.body.contains(document.activeElement);
    const isSamePage = parts === this.parts;
    this.parts = parts;
    const columns = this.columnsFor(specs, keys, marks).map((column) => this.withSortedMark(column));
    replaceInside(this.head, element('tr', {}, ...columns.map((column) => this.heading(column))));
    fill(this.body, ...parts.map((part, row) => this.row(part, row, columns)));
    this.fit();
    if (!isSamePage) this.scroller.scrollTop = 0;
    if (hadFocus) this.focusRow(0);
  }

  /**
   * Hides automatic columns, the last ones first, then the description, until the table is as wide as its room: prices must not be cut
   * off. Before the description disappears it becomes narrow.
   */
  private fit(): void {
    const lines = [...this.head.querySelectorAll('tr'), ...this.rows()];
    for (const cell of lines.flatMap((line) => [...line.children] as HTMLElement[])) cell.hidden = false;
    this.table.classList.remove('is-tight');
    if (this.store.state.columns !== undefined) return;
    const headings = [...(lines[0]?.children ?? [])];
    const placesOf = (name: string) =>
      headings.flatMap(({ classList }, at) => (classList.contains(name) && !classList.contains('is-sorted') ? [at] : []));
    this.hideUntilItFits(lines, placesOf('spec'));
    this.table.classList.toggle('is-tight', this.isTooWide());
    this.hideUntilItFits(lines, placesOf('description'));
  }

  private isTooWide(): boolean {
    return this.scroller.scrollWidth > this.scroller.clientWidth;
  }

  private hideUntilItFits(lines: readonly Element[], places: number[]): void {
    while (places.length > 0 && this.isTooWide()) {
      const at = places.pop() as number;
      for (const line of lines) (line.children[at] as HTMLElement).hidden = true;
    }
  }

  /** Marks the row of the part whose details are open. */
  markOpen(uid: string | undefined): void {
    for (const row of this.rows()) setAttribute(row, 'aria-selected', String(uid !== undefined && row.dataset.uid === uid));
  }

  focusRow(at: number): void {
    const rows = this.rows();
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (!row) return;
    for (const other of rows) other.tabIndex = other === row ? 0 : -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  }

  private rows(): HTMLTableRowElement[] {
    return [...this.body.children] as HTMLTableRowElement[];
  }

  private columnsFor(specs: readonly string[], keys: SpecKeys, marks: Marks): Column[] {
    return [
      {
        title: 'Part number',
        className: 'mpn',
        sort: { field: 'mpn', orders: ['asc', 'desc'] },
        cell: (part) => ({ content: markedIn(part, 'mpn', part.mpn, marks) }),
      },
      {
        title: 'Brand',
        className: 'brand',
        sort: { field: 'brand.name', orders: ['asc', 'desc'] },
        cell: (part) => {
          const name = part.brand?.name ?? '';
          return { content: markedIn(part, 'brand.name', name, marks), title: name };
        },
      },
      {
        title: 'Description',
        className: 'description',
        cell: (part) => {
          const { path, text } = descriptionOf(part);
          return { content: markedIn(part, path, text, marks), title: text };
        },
      },
      ...specs.map((key) => specColumn(key, keys)),
      {
        title: 'Stock',
        className: 'stock number',
        hint: 'The largest stock of one offer',
        sort: { field: 'offers.in_stock_quantity', orders: ['desc'] },
        cell: (part) => {
          const { text, isInStock, explanation } = largestStock(part);
          return { content: [element('span', { class: isInStock ? 'in-stock' : 'no-stock' }, text)], title: explanation };
        },
      },
      this.priceColumn(this.store.state.pieces),
    ];
  }

  private priceColumn(pieces: number | undefined): Column {
    return {
      title: pieces === undefined ? 'Avg. price' : `Price at ${formatCount(pieces)}`,
      className: 'price number',
      hint:
        pieces === undefined
          ? 'The mean of the offers’ unit prices at their lowest break'
          : `The lowest price of one piece where ${formatCount(pieces)} are bought`,
      // The engine orders by the price at the quantity, if there is one.
      sort: { field: 'avg_price', orders: ['asc', 'desc'] },
      cell: (part) => ({
        content: [pieces === undefined ? averagePrice(part, this.currency) : priceAt(part, this.currency, pieces)],
      }),
    };
  }

  /** The column by which the parts are sorted never disappears. */
  private withSortedMark(column: Column): Column {
    const isSorted = column.sort !== undefined && column.sort.field === this.store.state.sort?.field;
    return isSorted ? { ...column, className: `${column.className} is-sorted` } : column;
  }

  private heading({ title, className, hint, sort }: Column): HTMLElement {
    const sorted = this.store.state.sort;
    const order = sort && sorted?.field === sort.field ? sorted.order : undefined;
    if (!sort) return element('th', { class: className, scope: 'col' }, title);
    const next = order === undefined ? sort.orders[0] : sort.orders[sort.orders.indexOf(order) + 1];
    const onclick = () => this.store.set({ sort: next && { field: sort.field, order: next } });
    const button = element(
      'button',
      { type: 'button', 'data-key': sort.field, onclick, title: hint },
      title,
      order && icon(order === 'asc' ? 'up' : 'down'),
    );
    const ariaSort = order && (order === 'asc' ? 'ascending' : 'descending');
    return element('th', { class: className, scope: 'col', 'aria-sort': ariaSort }, button);
  }

  private row(part: Part, row: number, columns: readonly Column[]): HTMLElement {
    const cells = columns.map((column) => {
      const { content, title } = column.cell(part);
      return element('td', { class: column.className, 'data-title': column.title, title: title || undefined }, ...content);
    });
    return element('tr', { 'data-uid': part.uid, tabindex: row === 0 ? 0 : -1, 'aria-selected': 'false' }, ...cells);
  }

  private clicked(event: MouseEvent): void {
    const row = (event.target as Element).closest('tr');
    // Selecting text to copy it must not open details.
    if (!row || getSelection()?.isCollapsed === false) return;
    this.focusRow(this.rows().indexOf(row));
    this.store.set({ part: row.dataset.uid });
  }

  private pressed(event: KeyboardEvent): void {
    const row = (event.target as Element).closest('tr');
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.rows().indexOf(row);
    const steps: Record<string, () => void> = {
      ArrowDown: () => this.move(at + 1),
      ArrowUp: () => (at === 0 ? this.ways.toSearch() : this.move(at - 1)),
      Home: () => this.move(0),
      End: () => this.move(this.parts.length - 1),
      ArrowLeft: () => this.ways.turnPage(-1),
      ArrowRight: () => this.ways.turnPage(1),
      Enter: () => this.store.set({ part: row.dataset.uid }),
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    steps[event.key]();
  }

  /** While details are open they follow the focus. */
  private move(at: number): void {
    this.focusRow(at);
    const part = this.parts[Math.min(at, this.parts.length - 1)];
    if (this.store.state.part !== undefined && part) this.store.set({ part: part.uid });
  }
}

function specColumn(key: string, keys: SpecKeys): Column {
  const known = keys.get(key);
  return {
    title: specName(key, keys),
    className: known?.type === 'number' ? 'spec number' : 'spec',
    sort: { field: specFieldOf(key), orders: ['asc', 'desc'] },
    cell: ({ specs }) => {
      if (!specs || !Object.hasOwn(specs, key)) return { content: [] };
      const { text, exact } = specText(key, specs[key], keys);
      return { content: [text], title: exact };
    },
  };
}

/** The short description, else the first of the long ones. */
function descriptionOf({ short_description, descriptions }: Part): { path: string; text: string } {
  if (short_description) return { path: 'short_description', text: short_description };
  return { path: 'descriptions[0].value', text: descriptions?.[0]?.value ?? '' };
}
