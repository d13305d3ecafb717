import type { EngineFault } from '../engine/protocol.js';
import type { Store } from '../state/store.js';
import { byId, element, fill, setAttribute } from './dom.js';

/** Long enough that fast typing asks once for several letters, too short to be noticed. */
const TYPING_PAUSE_MS = 50;

/** The two lines that one types into: keywords and the filter query, which shows where it is wrong. */
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
        // While an input method composes a word, these keys are its own.
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

  /** Invites to type, unless somebody is at something already. */
  invite(): void {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement)) this.q.focus();
  }

  /** Marks the place of a fault in the filter query; undefined: there is none. */
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

  /** The query with the wrong place marked; a click selects that place in the line. */
  private markedQuery({ query, offset, length }: NonNullable<EngineFault['syntax']>): HTMLElement {
    const end = offset + length;
    const select = () => {
      this.filter.focus();
      this.filter.setSelectionRange(offset, end);
    };
    // At the end of the text there is nothing to mark, so a blank stands for what is missing.
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
    // While somebody types, what stands in the lines is newer than the state.
    if (this.timer !== undefined) return;
    if (this.q.value !== q) this.q.value = q;
    if (this.filter.value !== filter) this.filter.value = filter;
  }
}
