import { byId, setText } from './dom.js';

/** What the reader has to know and cannot be said anywhere else. */
export class Notices {
  private readonly box = byId('notice');
  private readonly text = byId('notice-text');
  private isOfSearch = false;

  constructor() {
    byId('notice-close').addEventListener('click', () => this.clear());
  }

  /** It stays until it is closed or a catalog is opened, or until a search is answered again. */
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
