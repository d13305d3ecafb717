import { Pattern } from '../../analysis/pattern.js';
import { compareCodePoints, fold, tokens } from '../../analysis/text.js';
import type { ResolvedOperand } from '../../resolve/resolved-filter.js';
import { STRINGS } from '../schema.js';
import type { PartField } from './fields.js';
import type { NamedCollection } from './names.js';
import { ALL, anyOf, oneOf, phrase, type Query, term, wildcardText } from './queries.js';
import { compileRange, type FilterContext, foldBounds, isEverything, type Texts, wildcardOfWords } from './ranges.js';

/*
 * The fieldname `words` (docs/semantics.md, "Words of a part"): the texts of several fields of the index, and the names of records, which
 * stand for their uids.
 */

type Leaf = Exclude<ResolvedOperand, { kind: 'and' | 'or' | 'not' }>;
type WordTexts = Texts & Pick<PartField, 'raw'>;

const FIELDS: readonly string[] = [
  ...['mpn', 'offers.sku', 'brand.name', 'manufacturer.name', 'offers.seller.name'],
  ...['descriptions.value', 'short_description'],
];

/** The fields of uids whose records have names. */
const REFERENCES: readonly (readonly [string, NamedCollection])[] = [
  ['brand.uid', 'brands'],
  ['manufacturer.uid', 'manufacturers'],
  ['offers.seller.uid', 'sellers'],
  ['category_uids', 'categories'],
];

/** A condition on any text of a part. */
export function compileWords(operand: Leaf, context: FilterContext): Query {
  switch (operand.kind) {
    case 'term': {
      const words = tokens(operand.text);
      if (words.length > 0) {
        return either(
          context,
          ({ text }) => phrase(text, words),
          (collection) => context.names.withWords(collection, words),
        );
      }
      const folded = fold(operand.text);
      return either(
        context,
        (texts) => term(texts.folded, folded),
        named(context, (one) => one === folded),
      );
    }
    case 'pattern': {
      if (isEverything(new Pattern(operand.parts, fold))) return ALL;
      const pattern = wildcardText(operand.parts, fold);
      const like = (texts: WordTexts) => wildcardOfWords(texts, pattern, context);
      return either(context, like, (collection) => context.names.like(collection, operand.parts));
    }
    case 'value':
      return either(
        context,
        ({ raw }) => term(raw, operand.text),
        (collection) => context.names.withName(collection, operand.text),
      );
    case 'text_range': {
      const { lower, upper } = operand;
      if (!lower && !upper) return ALL;
      const [from, to] = foldBounds(lower, upper);
      const isIn = (folded: string) => isBetween(folded, lower, -1) && isBetween(folded, upper, 1);
      return either(context, ({ ordered }) => compileRange('', ordered, from, to), named(context, isIn));
    }
    // Every part has a part number.
    default:
      return ALL;
  }
}

/** Whether a text is on the right side of a bound. @param side 1 of an upper bound, -1 of a lower one */
function isBetween(
  text: string,
  bound: { readonly value: string; readonly inclusive: boolean } | undefined,
  side: 1 | -1,
): boolean {
  if (!bound) return true;
  const order = compareCodePoints(text, bound.value) * side;
  return order < 0 || (order === 0 && bound.inclusive);
}

const named =
  ({ names }: FilterContext, isMeant: (folded: string) => boolean) =>
  (collection: NamedCollection) =>
    names.withFold(collection, isMeant);

/** What any of the texts of a part meets, or a name of a record. */
function either(
  { fields }: FilterContext,
  ofTexts: (texts: WordTexts) => Query,
  uidsOf: (collection: NamedCollection) => readonly string[],
): Query {
  const own = FIELDS.map((name) => fields.find(name) as WordTexts);
  const records = REFERENCES.map(([name, collection]) => oneOf((fields.find(name) as PartField).raw, uidsOf(collection)));
  return anyOf([...own.map(ofTexts), ofTexts(STRINGS), ...records]);
}
