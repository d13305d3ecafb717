import type { Store } from './state/store.js';
import { byId } from './view/dom.js';
import type { Panels } from './view/panels.js';
import type { SearchBar } from './view/search-bar.js';

/** Keys that work anywhere on the page: `/` goes to the search, `?` to the help, Escape one step back. */
export function listenToKeys(store: Store, searchBar: SearchBar, panels: Panels): void {
  const help = byId<HTMLDialogElement>('help');
  byId('open-help').addEventListener('click', () => help.showModal());
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // Overlays have their own keys.
    if (document.querySelector('dialog[open], :popover-open')) return;
    const field =
      event.target instanceof HTMLInputElement && ['text', 'search'].includes(event.target.type) ? event.target : undefined;
    const isTyping = field !== undefined || event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') {
      event.preventDefault();
      stepBack(field);
    } else if (event.key === '/' && !isTyping) {
      event.preventDefault();
      searchBar.focus();
    } else if (event.key === '?' && !isTyping) {
      event.preventDefault();
      help.showModal();
    }
  });

  /** Closes the topmost overlay, else clears the focused field, else goes to the search. */
  function stepBack(input: HTMLInputElement | undefined): void {
    panels.setDrawn(false);
    if (store.state.part !== undefined) {
      store.set({ part: undefined });
    } else if (input?.value) {
      input.value = '';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    } else {
      searchBar.focus();
    }
  }
}
