import { byId, setText } from './dom.js';

/** Messages that have no other place. */
export class Notices {
  private readonly box = byId('notice');
  private readonly text = byId('notice-text');
  private isOfSearch = false;

  constructor() {
    byId('notice-close').addEventListener('click', () => this.clear());
  }

  /** It stays until the user closes it or opens a catalog, or until a search succeeds. */
  show(text: string, stays: 'until closed' | 'until answered' = 'until closed'): void {
    this.isOfSearch = stays === 'until answered';
    setText(this.text, text);
    this.box.hidden = false;
  }

  answered(): void {
    if (this.isOfSearch) this.clear();
  }

  clear(): void {
    this.box.hidden = true;
  }
}
