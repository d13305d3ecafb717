import type { EngineFault } from '../engine/protocol.js';
import type { Store } from '../state/store.js';
import { byId, element, fill, setAttribute } from './dom.js';

/** Long enough that fast typing sends one request for several letters, too short to be noticed. */
const TYPING_PAUSE_MS = 50;

/** The two text fields: keywords and the filter query, which shows its errors. */
export class SearchBar {
  private readonly q = byId<HTMLInputElement>('q');
  private readonly filter = byId<HTMLInputElement>('filter');
  private readonly fault = byId('filter-fault');
  private timer: number | undefined;

  constructor(
    private readonly store: Store,
    toResults: () => void,
  ) {
    for (const input of [this.q, this.filter]) {
      input.addEventListener('input', () => this.typed());
      input.addEventListener('keydown', (event) => {
        // While an input method composes a word, it uses these keys.
        if (event.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        this.apply();
        toResults();
      });
    }
    store.subscribe((state) => this.show(state));
    this.show(store.state);
  }

  /** Goes to the keywords and selects them, so that typing begins a new search. */
  focus(): void {
    this.q.focus();
    this.q.select();
  }

  /** Moves the focus to the keywords, unless another element has it. */
  invite(): void {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement)) this.q.focus();
  }

  /** Marks the position of an error in the filter query; undefined: none. */
  showFault(fault: Pick<EngineFault, 'message' | 'syntax'> | undefined): void {
    this.fault.hidden = fault === undefined;
    setAttribute(this.filter, 'aria-invalid', String(fault !== undefined));
    if (!fault) return;
    const { syntax } = fault;
    const message = fault.message.replace(/^filter\.queries(\[\d+\])?: /, '');
    fill(
      this.fault,
      ...(syntax ? [this.markedQuery(syntax)] : []),
      element('span', {}, message[0].toUpperCase() + message.slice(1)),
    );
  }

  /** The query with the error marked; a click selects its position in the field. */
  private markedQuery({ query, offset, length }: NonNullable<EngineFault['syntax']>): HTMLElement {
    const end = offset + length;
    const select = () => {
      this.filter.focus();
      this.filter.setSelectionRange(offset, end);
    };
    // At the end of the text there is nothing to mark, so a blank represents the missing input.
    const place = element('mark', {}, length === 0 ? ' ' : query.slice(offset, end));
    return element(
      'button',
      { type: 'button', class: 'query', title: 'Go to this place', onclick: select },
      query.slice(0, offset),
      place,
      query.slice(end),
    );
  }

  private typed(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.apply(), TYPING_PAUSE_MS);
  }

  private apply(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const [q, filter] = [this.q.value, this.filter.value];
    const { state } = this.store;
    if (q !== state.q || filter !== state.filter) this.store.set({ q, filter });
  }

  private show({ q, filter }: { q: string; filter: string }): void {
    // During typing, the fields are newer than the state.
    if (this.timer !== undefined) return;
    if (this.q.value !== q) this.q.value = q;
    if (this.filter.value !== filter) this.filter.value = filter;
  }
}
