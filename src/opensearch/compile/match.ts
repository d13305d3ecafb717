import type { PatternPiece } from '../../analysis/pattern.js';
import { lowerCase, partNumberForm } from '../../analysis/text.js';
import type { CheckedMatchQuery, MatchCondition } from '../../model/check-match.js';
import { readWord } from '../../parser/words.js';
import type { ResolvedKeyword } from '../../resolve/keywords.js';
import { type IndexField, OFFER_COUNT, STORED_PART, UID } from '../schema.js';
import { inWindow } from '../window.js';
import type { PartField } from './fields.js';
import { compileTerm } from './filters.js';
import { KeywordCompiler } from './keywords.js';
import { ALL, allOf, anyOf, constant, NONE, noneOf, oneOf, type Query, term, wildcardText } from './queries.js';
import { wildcard } from './ranges.js';
import { shortestMatch } from './scripts.js';
import type { SearchContext } from './search.js';

/** The fields that hold part numbers; other numbers of a part count after its own. */
export type NumberField = 'mpn' | 'offers.sku' | 'aka_mpns';
const OTHER_NUMBERS: NumberField = 'aka_mpns';

type NumberName = MatchCondition & ('mpn' | 'sku' | 'mpn_or_sku');

const NUMBER_FIELDS: readonly (readonly [NumberName, readonly NumberField[]])[] = [
  ['mpn', ['mpn', 'aka_mpns']],
  ['sku', ['offers.sku']],
  ['mpn_or_sku', ['mpn', 'offers.sku', 'aka_mpns']],
];

/** A requested part number. */
export interface NumberCondition {
  readonly name: NumberName;
  readonly fields: readonly NumberField[];
  /** The text, or the pieces of one with wildcards. */
  readonly reading: string | readonly PatternPiece[];
  /** Whether nothing is left of it to compare. */
  readonly isEmpty: boolean;
}

/** A match query, read. */
export interface ReadMatch {
  readonly query: CheckedMatchQuery;
  readonly conditions: readonly NumberCondition[];
  readonly keywords: readonly ResolvedKeyword[];
}

/** What all queries of a request have in common. */
export interface MatchScope {
  readonly exactOnly: boolean;
  readonly brandOrManufacturer: boolean;
  /** What all parts meet. */
  readonly filter: Query;
}

/** The part numbers that a query asks for. */
export function numberConditions(query: CheckedMatchQuery, exactOnly: boolean): NumberCondition[] {
  return NUMBER_FIELDS.flatMap(([name, fields]): NumberCondition[] => {
    const text = query[name];
    if (text === undefined) return [];
    const reading = readWord(text);
    return [{ name, fields, reading, isEmpty: !exactOnly && isWithoutForm(reading) }];
  });
}

function isWithoutForm(reading: NumberCondition['reading']): boolean {
  if (typeof reading === 'string') return partNumberForm(reading) === '';
  return reading.every((piece) => piece.kind !== 'literal' || partNumberForm(piece.text) === '');
}

/** A condition of a query that is no part number. */
export interface OtherCondition {
  readonly name: MatchCondition;
  readonly query: Query;
}

/** The conditions of a query that are no part numbers: brand, seller and `q`. */
export function otherConditions({ query, keywords }: ReadMatch, scope: MatchScope, context: SearchContext): OtherCondition[] {
  const { brand, seller, q } = query;
  const others: OtherCondition[] = [];
  if (brand !== undefined) {
    const names = [named(brand, 'brand', 'brands', context)];
    if (scope.brandOrManufacturer) names.push(named(brand, 'manufacturer', 'manufacturers', context));
    others.push({ name: 'brand', query: anyOf(names) });
  }
  if (seller !== undefined) others.push({ name: 'seller', query: named(seller, 'offers.seller', 'sellers', context) });
  if (q === undefined) return others;
  const compiler = new KeywordCompiler(context.layout, context);
  const terms = keywords.map((keyword) => (keyword.excluded ? noneOf(compiler.query(keyword)) : compiler.query(keyword)));
  return [...others, { name: 'q', query: allOf(terms) }];
}

/** Finds the parts that call a company so, or whose company's record has that name. */
function named(text: string, member: string, collection: 'brands' | 'manufacturers' | 'sellers', context: SearchContext): Query {
  const own = compileTerm(text, context.fields.find(`${member}.name`) as PartField);
  const uids = context.names.named(collection, text);
  const { raw } = context.fields.find(`${member}.uid`) as PartField;
  return anyOf([own, oneOf(raw, uids)]);
}

/** Ranks of a part number without wildcards, as scores of the engine: as written first, other numbers of a part after its own. */
const AS_WRITTEN = 4;
const WRITTEN_OTHERWISE = 2;
/** Above the lengths of all part numbers. */
const OTHER_WILDCARD = 1 << 30;

/** The body of the request for a page of what a query finds, best match first. */
export function compileMatch(read: ReadMatch, scope: MatchScope, context: SearchContext): object {
  const { query, conditions } = read;
  const fieldOf = (name: NumberField) => context.layout.fields.get(name) as IndexField;
  const filter = [scope.filter, ...otherConditions(read, scope, context).map((one) => one.query)];
  const ranks: Query[] = [];
  const patterns: { field: string; base: number; pattern: string }[] = [];
  for (const condition of conditions) {
    const { reading, fields } = condition;
    filter.push(anyOf(fields.map((name) => compileNumber(condition, fieldOf(name), scope.exactOnly, context))));
    for (const name of fields) {
      const { raw, form, lowerLength } = fieldOf(name);
      const other = name === OTHER_NUMBERS ? 1 : 0;
      if (typeof reading === 'string') {
        ranks.push(constant(term(raw, reading), AS_WRITTEN - other));
        ranks.push(constant(compileNumber(condition, fieldOf(name), scope.exactOnly, context), WRITTEN_OTHERWISE - other));
      } else {
        const field = (scope.exactOnly ? lowerLength : form) as string;
        patterns.push({ field, base: other * OTHER_WILDCARD, pattern: patternText(reading, scope.exactOnly) });
      }
    }
  }
  const sort: object[] = [{ [OFFER_COUNT]: 'desc' }, { [UID]: 'asc' }];
  if (ranks.length > 0) sort.unshift({ _score: 'desc' });
  else if (patterns.length > 0) {
    const script = shortestMatch({
      fields: patterns.map(({ field }) => field),
      bases: patterns.map(({ base }) => base),
      patterns: patterns.map(({ pattern }) => pattern),
      written: scope.exactOnly,
    });
    sort.unshift({ _script: { type: 'number', order: 'asc', script } });
  }
  const wanted = filter.filter((one) => one !== ALL);
  return {
    query: {
      bool: {
        filter: wanted.length > 0 ? wanted : [ALL],
        ...(ranks.length > 0 && { should: [{ dis_max: { queries: ranks } }] }),
      },
    },
    ...inWindow(query.start, query.limit),
    track_total_hits: true,
    _source: [STORED_PART],
    sort,
  };
}

const patternText = (pieces: readonly PatternPiece[], exactOnly: boolean): string =>
  exactOnly ? wildcardText(pieces, lowerCase) : wildcardText(pieces, partNumberForm).replace(/^\*$/, '?*');

/** Finds the parts that have a requested number in one field. */
export function compileNumber(
  { reading, isEmpty }: Pick<NumberCondition, 'reading' | 'isEmpty'>,
  { form, lower, lowerLength, wildcard: forms }: IndexField,
  exactOnly: boolean,
  context: SearchContext,
): Query {
  if (typeof reading === 'string') {
    if (exactOnly) return term(lower as string, lowerCase(reading));
    return isEmpty ? NONE : term(form as string, partNumberForm(reading));
  }
  const pattern = patternText(reading, exactOnly);
  if (exactOnly) return wildcard(lower as string, pattern, context, lowerLength as string, '\0');
  return wildcard(forms as string, pattern, context, form as string);
}
