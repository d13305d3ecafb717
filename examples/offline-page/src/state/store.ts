import { asksTheSame, type SearchState } from './search-state.js';

type Listener = (state: SearchState, previous: SearchState) => void;

/** The state of the page. Views set it, and are notified of changes. */
export class Store {
  private readonly listeners: Listener[] = [];

  constructor(private current: SearchState) {}

  get state(): SearchState {
    return this.current;
  }

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Replaces members of the state. A new order begins at its first page, and a change of the hits closes the details. */
  set(changed: Partial<SearchState>): void {
    const previous = this.current;
    // Another text has other pieces.
    const isOtherText = changed.q !== undefined && changed.q !== previous.q;
    const next = { ...previous, ...(isOtherText && { changes: new Map() }), ...changed };
    const findsOthers = !asksTheSame({ ...previous, page: 0, sort: undefined }, { ...next, page: 0, sort: undefined });
    const isOrderedAnew = !asksTheSame({ ...previous, page: 0 }, { ...next, page: 0 });
    this.current = {
      ...next,
      page: isOrderedAnew ? (changed.page ?? 0) : next.page,
      part: findsOthers ? changed.part : next.part,
    };
    for (const listener of this.listeners) listener(this.current, previous);
  }
}
