import fc from 'fast-check';
import { catalogs, type JsonSource } from '../../arbitraries/catalogs.js';
import { OWN_FIELDS } from '../../arbitraries/own-fields.js';
import type { Catalog } from '../../oracle/fields.js';
import { createOracle } from '../../oracle/oracle.js';
import { QUESTIONS_PER_CATALOG } from './settings.js';

/** A random catalog and random questions that were made from what it has. */
export interface Sample<Question> {
  readonly source: JsonSource;
  readonly priceCurrency: string;
  readonly questions: readonly Question[];
}

export function samples<Question>(
  questions: (catalog: Catalog) => fc.Arbitrary<Question>,
  sources: fc.Arbitrary<JsonSource> = catalogs(),
  size = QUESTIONS_PER_CATALOG,
): fc.Arbitrary<Sample<Question>> {
  return fc.tuple(sources, fc.constantFrom('USD', 'USD', 'EUR')).chain(([source, priceCurrency]) => {
    const { catalog } = createOracle(source, { priceCurrency, fields: OWN_FIELDS });
    const list = fc.array(questions(catalog), { minLength: size, maxLength: size });
    return list.map((chosen) => ({ source, priceCurrency, questions: chosen }));
  });
}
