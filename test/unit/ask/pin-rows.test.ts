import { describe, expect, it } from 'vitest';
import { has, is } from '../../../src/ask/conditions.js';
import type { Entry } from '../../../src/ask/pieces.js';
import { eitherOf } from '../../../src/ask/pin-rows.js';

/** Specs of numbers have their properties by getters, as here. */
class Counted implements Entry {
  readonly as = 'quantity';
  constructor(private readonly count: string) {}
  get field() {
    return 'specs.number_of_pins.value';
  }
  get condition() {
    return is(this.field, [this.count]);
  }
  get has() {
    return has(this.field);
  }
  get bound() {
    return 3;
  }
  get isSecondary() {
    return true;
  }
  get thing() {
    return 'header';
  }
  texts() {
    return [this.count];
  }
}

describe('two values of one spec', () => {
  it('are one entry that keeps what is known of the spec', () => {
    const [both, ...others] = eitherOf([new Counted('10')], [new Counted('5')]);
    expect(others).toEqual([]);
    expect(both).toMatchObject({ field: 'specs.number_of_pins.value', bound: 6, isSecondary: true, thing: 'header' });
    expect(both.texts()).toEqual(['10']);
    expect(both.condition.kind).toBe('or');
  });
});
