import type { Vocabulary } from './vocabulary.mjs';

/** A call of a recording: of a collection's method, of a URL, or of a GraphQL query. */
export interface Call {
  readonly method: string;
  readonly collection?: 'parts' | 'brands' | 'manufacturers' | 'sellers' | 'categories';
  readonly arguments?: readonly unknown[];
  readonly faulty?: boolean;
}

export function drawCalls(vocabulary: Vocabulary, seed: number): Generator<Call, never>;
