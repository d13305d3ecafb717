import type { BundleReader } from '../../encoding/bundle.js';
import { FormFilter, hashOf } from '../../encoding/form-filter.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import { checkBelow } from '../array-checks.js';

/** The order of the part numbers of a dictionary by form, and which forms there may be: what can be said without the part numbers. */
export class FormOrder {
  private constructor(
    /** Ordinals in order of form. */
    readonly ordinals: Uint32Array,
    /** The hashes of all forms. */
    readonly filter: FormFilter,
  ) {}

  /** @param values of the dictionary. @throws CorruptCatalogError */
  static *open(section: string, bundle: BundleReader, values: number): Steps<FormOrder> {
    const ordinals = bundle.u32();
    const filter = new FormFilter(bundle.u32());
    if (ordinals.length !== values) throw new CorruptCatalogError(section, 'forms and part numbers differ in number');
    if (filter.words.length !== FormFilter.wordsFor(values))
      throw new CorruptCatalogError(section, 'forms and the words of their filter differ in number');
    yield* checkBelow(section, 'ordinal', ordinals, values);
    return new FormOrder(ordinals, filter);
  }

  /** False if no part number has a form. */
  mayHave(form: Uint8Array): boolean {
    return this.filter.mayHave(hashOf(form, form.length));
  }
}
