import type { Span } from './lexical.js';
import type { Entry } from './pieces.js';
import type { Question } from './question.js';

/** The B constant of a thermistor: `B3950`. */
const BETA = /^[Bβ](\d{4})K?$/iu;
/** The names of its specs. */
const NAME = /(?:^|[._])(?:b_constant|b_value|beta)/;

/** The values that B constants of a question may be, where the catalog has them as texts of such a spec. */
export function* betas(
  { words }: Question,
  valuesOf: (text: string) => readonly Entry[],
): Iterable<Span & { readonly values: readonly Entry[]; readonly texts: readonly string[] }> {
  for (const [from, { kind, text, isExcluded }] of words.entries()) {
    const kelvins = kind === 'word' && !isExcluded ? BETA.exec(text)?.[1] : undefined;
    if (kelvins === undefined) continue;
    const values = valuesOf(`${kelvins}K`).filter(({ field }) => NAME.test(field));
    if (values.length > 0) yield { from, to: from + 1, values, texts: [text, `${kelvins}K`] };
  }
}
