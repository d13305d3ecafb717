import { readPieces } from '../state/address.js';
import type { Store } from '../state/store.js';
import { byId, setAttribute } from './dom.js';

/** What is to be bought: whether it must be in stock, and how many pieces; prices and stock are those at this quantity. */
export class Buying {
  private readonly inStock = byId<HTMLInputElement>('in-stock');
  private readonly pieces = byId<HTMLInputElement>('pieces');

  constructor(private readonly store: Store) {
    this.inStock.addEventListener('change', () => store.set({ inStock: this.inStock.checked }));
    this.pieces.addEventListener('input', () => this.typed());
    store.subscribe(() => this.show());
    this.show();
  }

  private typed(): void {
    const text = this.pieces.value.trim();
    const pieces = readPieces(text);
    setAttribute(this.pieces, 'aria-invalid', String(text !== '' && pieces === undefined));
    if (text !== '' && pieces === undefined) return;
    if (pieces !== this.store.state.pieces) this.store.set({ pieces });
  }

  private show(): void {
    const { inStock, pieces } = this.store.state;
    this.inStock.checked = inStock;
    // What is being typed stays as it is written.
    if (document.activeElement === this.pieces && readPieces(this.pieces.value) === pieces) return;
    this.pieces.value = pieces === undefined ? '' : String(pieces);
    setAttribute(this.pieces, 'aria-invalid', 'false');
  }
}
