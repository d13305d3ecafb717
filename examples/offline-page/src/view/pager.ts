import { formatCount } from '../parts/numbers.js';
import { lastPage, PAGE_SIZE } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, setText } from './dom.js';

/** The position of the page among the results, and the links to other pages. */
export class Pager {
  private readonly range = byId('page-range');
  private readonly first = byId<HTMLButtonElement>('page-first');
  private readonly previous = byId<HTMLButtonElement>('page-previous');
  private readonly next = byId<HTMLButtonElement>('page-next');
  private readonly last = byId<HTMLButtonElement>('page-last');
  private lastPage = 0;

  constructor(private readonly store: Store) {
    this.first.addEventListener('click', () => this.goTo(0));
    this.previous.addEventListener('click', () => this.turn(-1));
    this.next.addEventListener('click', () => this.turn(1));
    this.last.addEventListener('click', () => this.goTo(this.lastPage));
  }

  show(hits: number, page: number): void {
    this.lastPage = lastPage(hits);
    const start = page * PAGE_SIZE;
    const end = Math.min(start + PAGE_SIZE, hits);
    setText(this.range, end > start ? `${formatCount(start + 1)}–${formatCount(end)} of ${formatCount(hits)}` : '');
    this.first.disabled = this.previous.disabled = page === 0;
    this.next.disabled = this.last.disabled = page >= this.lastPage;
  }

  turn(by: number): void {
    this.goTo(this.store.state.page + by);
  }

  private goTo(page: number): void {
    if (page >= 0 && page <= this.lastPage && page !== this.store.state.page) this.store.set({ page });
  }
}
