import type { Category } from 'partdex';
import type { CatalogContents } from '../engine/protocol.js';
import { formatCount } from '../parts/numbers.js';
import { type SearchState, withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { element, icon, replaceInside } from './dom.js';
import { type Panel, panelElement, searchField } from './panels.js';

const MOST_FOUND = 100;
/** Of a tree from a stranger, which may be of any depth, or go round in circles. */
const DEEPEST = 32;

/** The tree of categories: one is chosen, with all below it. */
export class CategoryPanel implements Panel {
  readonly field = 'category_uids';
  readonly title = 'Category';
  private readonly list = element('div', { class: 'choices' });
  private readonly search = searchField('Find a category', () => this.render());
  readonly element = panelElement(this.title, this.search, this.list);
  private categories = new Map<string, Category>();
  private children = new Map<string | undefined, Category[]>();
  private chosen: string | undefined;
  /** Uids of the categories whose children are shown. */
  private readonly expanded = new Set<string>();

  constructor(private readonly store: Store) {}

  opened({ categories }: CatalogContents): void {
    this.categories = new Map(categories.map((category) => [category.uid, category]));
    this.children = new Map();
    for (const category of categories) {
      const parent = this.parentOf(category)?.uid;
      const siblings = this.children.get(parent);
      if (siblings) siblings.push(category);
      else this.children.set(parent, [category]);
    }
    this.expanded.clear();
    const roots = this.children.get(undefined) ?? [];
    if (roots.length === 1) this.expanded.add(roots[0].uid);
    this.element.hidden = categories.length === 0;
    this.search.value = '';
    this.render();
  }

  show({ fields }: SearchState): void {
    const chosen = fields.get(this.field)?.[0];
    if (chosen === this.chosen) return;
    this.chosen = chosen;
    for (const ancestor of this.pathOf(chosen).slice(0, -1)) this.expanded.add(ancestor.uid);
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

  private render(): void {
    const wanted = this.search.value.trim().toLowerCase();
    replaceInside(this.list, wanted === '' ? this.tree(undefined, 1) : this.found(wanted));
  }

  private tree(parent: string | undefined, depth: number): HTMLElement {
    const list = element('ul', { class: 'tree' });
    for (const category of this.children.get(parent) ?? []) {
      const hasInner = this.children.has(category.uid) && depth < DEEPEST;
      const isExpanded = hasInner && this.expanded.has(category.uid);
      const twist = hasInner ? this.twist(category, isExpanded) : element('span', { class: 'twist' });
      const row = element('div', { class: 'node' }, twist, this.choice(category));
      list.append(element('li', {}, row, isExpanded && this.tree(category.uid, depth + 1)));
    }
    return list;
  }

  /** Categories with the text in their names, each with its path. */
  private found(wanted: string): HTMLElement {
    const found = [...this.categories.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
    if (found.length === 0) return element('p', { class: 'hint' }, 'No category has that in its name.');
    const items = found.slice(0, MOST_FOUND).map((category) => {
      const path = this.pathOf(category.uid)
        .slice(0, -1)
        .map(({ name }) => name);
      return element('li', {}, this.choice(category), path.length > 0 && element('span', { class: 'path' }, path.join(' › ')));
    });
    const rest = found.length - items.length;
    return element(
      'ul',
      { class: 'found' },
      ...items,
      rest > 0 && element('li', { class: 'hint' }, `and ${formatCount(rest)} more`),
    );
  }

  private twist(category: Category, isExpanded: boolean): HTMLElement {
    const toggle = () => {
      if (isExpanded) this.expanded.delete(category.uid);
      else this.expanded.add(category.uid);
      this.render();
    };
    const label = `${isExpanded ? 'Close' : 'Open'} ${category.name}`;
    return element(
      'button',
      {
        type: 'button',
        class: 'twist',
        'aria-label': label,
        'aria-expanded': String(isExpanded),
        'data-key': `twist ${category.uid}`,
        onclick: toggle,
      },
      icon('right'),
    );
  }

  private choice({ uid, name, num_parts }: Category): HTMLElement {
    const isChosen = uid === this.chosen;
    const choose = () => this.store.set(withField(this.store.state, this.field, isChosen ? [] : [uid]));
    return element(
      'button',
      { type: 'button', class: 'choice', 'aria-pressed': String(isChosen), 'data-key': uid, onclick: choose },
      element('span', { class: 'name' }, name),
      typeof num_parts === 'number' && element('span', { class: 'count' }, formatCount(num_parts)),
    );
  }
}
