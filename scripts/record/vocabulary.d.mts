import type { Catalog } from '../../src/partdex.js';

/** What requests are made of. */
export interface Vocabulary {
  readonly names: object;
}

export function sampleVocabulary(catalog: Catalog): Promise<Vocabulary>;
