import type { Category } from 'partdex';
import type { CatalogContents } from '../engine/protocol.js';
import { formatCount } from '../parts/numbers.js';
import { ALL_VALUES, type Counts, type FieldCounts, type Wish } from '../state/counts.js';
import { type SearchState, withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { ChoiceRow, missingRow } from './choice-row.js';
import { arrangeInside, element, fill, icon, setAttribute } from './dom.js';
import { type FieldPanel, PanelFrame, searchField } from './panels.js';

const MOST_FOUND = 100;
/** For a tree from an untrusted catalog, which may be of any depth or contain cycles. */
const DEEPEST = 32;

/** A category of the tree on the screen; its element persists when counts change. */
interface Node {
  readonly item: HTMLElement;
  readonly line: HTMLElement;
  readonly row: ChoiceRow;
  readonly twist: HTMLElement;
  readonly inner: HTMLElement;
}

/** The category tree; each category includes all below it, and any number of them can be selected. */
export class CategoryPanel implements FieldPanel {
  readonly field = 'category_uids';
  readonly title = 'Category';
  readonly element: HTMLElement;
  private readonly frame: PanelFrame;
  private readonly search = searchField('Find a category', () => this.render());
  private readonly tree = element('ul', { class: 'tree' });
  private readonly end = element('div');
  private readonly others: HTMLButtonElement;
  private categories = new Map<string, Category>();
  private children = new Map<string | undefined, Category[]>();
  private readonly nodes = new Map<string, Node>();
  private chosen: readonly string[] = [];
  /** Selected categories and their ancestors. */
  private onPath: ReadonlySet<string> = new Set();
  private counts: FieldCounts | undefined;
  private byUid: ReadonlyMap<string, number> = new Map();
  /** Uids of the categories whose children are shown. */
  private readonly expanded = new Set<string>();
  /** Whether to show branches beside the one with a selection. */
  private showsOthers = false;

  constructor(private readonly store: Store) {
    const showOthers = () => {
      this.showsOthers = true;
      this.render();
    };
    this.others = element('button', { type: 'button', class: 'more', onclick: showOthers }, 'Other categories');
    this.frame = new PanelFrame(store, this.field, this.title, 'h2', this.search, this.tree, this.others, this.end);
    this.element = this.frame.element;
  }

  opened({ categories }: CatalogContents): void {
    this.categories = new Map(categories.map((category) => [category.uid, category]));
    this.children = new Map();
    for (const category of categories) {
      const parent = this.parentOf(category)?.uid;
      const siblings = this.children.get(parent);
      if (siblings) siblings.push(category);
      else this.children.set(parent, [category]);
    }
    this.nodes.clear();
    this.expanded.clear();
    this.counts = undefined;
    this.byUid = new Map();
    const roots = this.children.get(undefined) ?? [];
    if (roots.length === 1) this.expanded.add(roots[0].uid);
    this.element.hidden = categories.length === 0;
    this.search.value = '';
    this.choose(this.chosen);
  }

  show({ fields, panels }: SearchState): void {
    const chosen = fields.get(this.field) ?? [];
    this.frame.show(panels.get(this.field) ?? true, chosen.length);
    if (chosen.join('\n') !== this.chosen.join('\n')) this.choose(chosen);
  }

  *wishes(): Iterable<readonly [string, Wish]> {
    if (this.frame.isOpen && this.categories.size > 0) yield [this.field, { values: ALL_VALUES }];
  }

  count({ fields }: Counts): void {
    const counts = fields.get(this.field);
    if (counts === this.counts) return;
    this.counts = counts;
    this.byUid = new Map(counts?.values.map(({ value, count }) => [value, count]));
    this.render();
  }

  nameOf(uid: string): string {
    return this.categories.get(uid)?.name ?? uid;
  }

  /** The category and its ancestors, from the root down. */
  pathOf(uid: string | undefined): Category[] {
    const path: Category[] = [];
    let category = uid === undefined ? undefined : this.categories.get(uid);
    while (category && path.length < DEEPEST && !path.includes(category)) {
      path.unshift(category);
      category = this.parentOf(category);
    }
    return path;
  }

  private parentOf({ uid, parent_uid }: Category): Category | undefined {
    return parent_uid && parent_uid !== uid ? this.categories.get(parent_uid) : undefined;
  }

  private choose(chosen: readonly string[]): void {
    this.chosen = chosen;
    const paths = chosen.map((uid) => this.pathOf(uid).map((category) => category.uid));
    this.onPath = new Set(paths.flat());
    for (const path of paths) for (const uid of path) this.expanded.add(uid);
    this.showsOthers = false;
    this.render();
  }

  /** A category replaces selected ancestors and descendants: they would find the same, or have no effect. */
  private toggle({ uid }: Category): void {
    const isAbove = (upper: string, lower: string) => this.pathOf(lower).some((category) => category.uid === upper);
    const others = this.chosen.filter((other) => other !== uid && !isAbove(uid, other) && !isAbove(other, uid));
    const values = this.chosen.includes(uid) ? this.chosen.filter((other) => other !== uid) : [...others, uid];
    this.store.set(withField(this.store.state, this.field, values));
  }

  private render(): void {
    const wanted = this.search.value.trim().toLowerCase();
    this.others.hidden = true;
    const missing = missingRow(this.counts?.missing);
    const hint = wanted === '' ? this.arrange(undefined, this.tree, 1) : this.find(wanted);
    fill(this.end, hint, missing);
  }

  /** The open part of the tree below a category. */
  private arrange(parent: string | undefined, list: HTMLElement, depth: number): undefined {
    const isThere = ({ uid }: Category) => !this.counts || this.onPath.has(uid) || (this.byUid.get(uid) ?? 0) > 0;
    let shown = (this.children.get(parent) ?? []).filter(isThere);
    const ofPath = shown.filter(({ uid }) => this.onPath.has(uid) && !this.chosen.includes(uid));
    if (ofPath.length > 0 && !this.showsOthers) {
      this.others.hidden &&= ofPath.length === shown.length;
      shown = shown.filter(({ uid }) => this.onPath.has(uid));
    }
    const items = shown.map((category) => {
      const { uid } = category;
      const hasInner = depth < DEEPEST && (this.children.get(uid) ?? []).some(isThere);
      const node = this.node(category, hasInner);
      node.inner.hidden = !hasInner || !this.expanded.has(uid);
      if (node.inner.hidden) fill(node.inner);
      else this.arrange(uid, node.inner, depth + 1);
      arrangeInside(node.item, node.line, node.inner);
      return node.item;
    });
    arrangeInside(list, ...items);
  }

  /** Categories whose names contain the text, each with its path; returns the text to announce. */
  private find(wanted: string): HTMLElement | undefined {
    const found = [...this.categories.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
    const items = found.slice(0, MOST_FOUND).map((category) => {
      const { item, line, inner } = this.node(category, false);
      const names = this.pathOf(category.uid).map(({ name }) => name);
      inner.hidden = true;
      const path = element('span', { class: 'path' }, names.slice(0, -1).join(' › '));
      arrangeInside(item, line, path);
      return item;
    });
    arrangeInside(this.tree, ...items);
    if (found.length === 0) return element('p', { class: 'hint' }, 'No category name contains this text.');
    const rest = found.length - items.length;
    return rest > 0 ? element('p', { class: 'hint' }, `and ${formatCount(rest)} more`) : undefined;
  }

  private node(category: Category, hasInner: boolean): Node {
    const { uid, name } = category;
    const node = this.nodes.get(uid) ?? this.newNode(category);
    const isExpanded = this.expanded.has(uid);
    node.twist.classList.toggle('is-leaf', !hasInner);
    setAttribute(node.twist, 'aria-expanded', String(isExpanded));
    setAttribute(node.twist, 'aria-label', `${isExpanded ? 'Close' : 'Open'} ${name}`);
    node.row.show(this.chosen.includes(uid), this.counts && (this.byUid.get(uid) ?? 0), this.onPath.has(uid));
    return node;
  }

  private newNode(category: Category): Node {
    const { uid, name } = category;
    const twistOrClose = () => {
      if (!this.expanded.delete(uid)) this.expanded.add(uid);
      this.render();
    };
    const twist = element('button', { type: 'button', class: 'twist', onclick: twistOrClose }, icon('right'));
    const row = new ChoiceRow(uid, name, () => this.toggle(category));
    const line = element('div', { class: 'node' }, twist, row.element);
    const inner = element('ul', { class: 'tree' });
    const node = { item: element('li', {}, line, inner), line, row, twist, inner };
    this.nodes.set(uid, node);
    return node;
  }
}
