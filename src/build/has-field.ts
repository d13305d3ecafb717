import { HAS_VALUES } from '../model/fields.js';
import type { FieldBuilder } from './field-builder.js';
import { HAS, HAS_LISTS } from './part-slots.js';

const VALUES = [...HAS_VALUES.keys()];
/** The bit of each slot from HAS on. */
const BITS = HAS_LISTS.map(({ value }) => 1 << VALUES.indexOf(value));
const OFFERS = 1 << VALUES.indexOf('offers');
const SPECS = 1 << VALUES.indexOf('specs');

/** The field `has`: which lists and maps of a part have an element. */
export class HasField {
  /** The values of the current part, but for offers and specs, by bit. */
  private mask = 0;
  /** The number of each value in the field, once a part has it. */
  private readonly numbers: (number | undefined)[] = [];

  constructor(private readonly field: FieldBuilder) {}

  begin(): void {
    this.mask = 0;
  }

  /** Adds an element of the list of a slot. */
  addList(slot: number): void {
    this.mask |= BITS[slot - HAS];
  }

  end(document: number, hasOffers: boolean, hasSpecs: boolean): void {
    const { field, numbers } = this;
    const mask = this.mask | (hasOffers ? OFFERS : 0) | (hasSpecs ? SPECS : 0);
    for (let i = 0; i < VALUES.length; i++) {
      if ((mask & (1 << i)) === 0) continue;
      const number = (numbers[i] ??= field.values.intern(VALUES[i]));
      field.note(document, number);
    }
  }
}
