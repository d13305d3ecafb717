import { foldDictionary } from '../../src/build/dictionary/dictionary-writer.js';
import { partNumberFormsArrays } from '../../src/build/dictionary/part-number-forms-writer.js';
import { partNumberWildcardsArrays } from '../../src/build/dictionary/part-number-wildcards-writer.js';
import { portableCodec } from '../../src/encoding/codec.js';
import { FormOrder } from '../../src/index/dictionary/form-order.js';
import { openDictionary } from '../../src/index/dictionary/open-dictionary.js';
import { PartNumberForms } from '../../src/index/dictionary/part-number-forms.js';
import { PartNumberWildcards } from '../../src/index/dictionary/part-number-wildcards.js';
import type { PlainDictionary } from '../../src/index/dictionary/plain-dictionary.js';
import type { SegmentField } from '../../src/index/segment.js';
import { finished } from '../../src/work/pauses.js';
import { bundleOf, interned } from './sections.js';

/** A field of part numbers as a segment has it, with its parts. */
export interface NumberField {
  readonly dictionary: PlainDictionary;
  readonly forms: PartNumberForms;
  readonly wildcards: PartNumberWildcards;
  readonly field: SegmentField;
}

/** A field of these part numbers, loaded. */
export function numberField(numbers: readonly string[]): NumberField {
  const values = interned(numbers);
  const { arrays, ordinals } = foldDictionary(values);
  const dictionary = openDictionary('test', bundleOf(arrays), portableCodec) as PlainDictionary;
  const forms = new PartNumberForms(
    'test',
    dictionary,
    finished(FormOrder.open('test', bundleOf(finished(partNumberFormsArrays(values, ordinals))), dictionary.size)),
  );
  const wildcards = new PartNumberWildcards(bundleOf(finished(partNumberWildcardsArrays(values, ordinals))));
  wildcards.validate('test', dictionary);
  const field = { forms: { value: forms }, wildcards: { value: wildcards } } as unknown as SegmentField;
  return { dictionary, forms, wildcards, field };
}
