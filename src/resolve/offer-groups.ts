import { orList } from '../model/check-arguments.js';
import { findField, findOfferField, OFFER_FIELDS } from '../model/fields.js';
import type { Path } from '../model/issue.js';
import type { Issues } from '../model/issues.js';
import { nearestNames, shorten } from '../model/nearest.js';
import { isLikePrice, OFFER_PREFIX, OFFERS, PRICE_EXAMPLE } from '../model/offer-fields.js';
import type { Filter } from '../parser/ast.js';
import type { IsRefused } from './field-types.js';

/** The place of a fieldname in a request. */
interface NamePlace {
  readonly path: Path;
  readonly argument: Path;
  readonly offset?: number;
  readonly length?: number;
}

/** What `offers:*` has inside. */
export const ANY_OFFER: Filter = Object.freeze({ kind: 'all' });

const GROUP = 'offers:(moq:[* TO 100] AND in_stock_quantity:[1000 TO *])';

/** Whether a clause has the fieldname of groups, without being one. */
export function isOfOffers(filter: Filter): filter is Filter & { readonly kind: 'field' } {
  return filter.kind === 'field' && filter.field === OFFERS;
}

/** The issue of `offers:x` and `offers:[a TO b]`. */
export function addOffersAsField({ path, ...place }: NamePlace, issues: Issues): void {
  const expected = `conditions on one offer, such as ${GROUP}`;
  issues.add('wrong_kind', path, `: "offers" has no values of its own; write ${expected}`, {
    ...place,
    found: OFFERS,
    expected: [expected],
  });
}

/** The issue of a group inside a group. */
export function addNestedGroup({ path, ...place }: NamePlace, issues: Issues): void {
  const text = ': a group of conditions on one offer has no group of offers inside; write its conditions without "offers:( )"';
  issues.add('unknown_field', path, text, { ...place, found: OFFERS, expected: ['a fieldname of an offer'] });
}

/** The issue of a name inside a group that is not a field of an offer. @param isRefused whether a fieldname counts as unknown */
export function addUnknownOfferField(
  name: string,
  { path, ...place }: NamePlace,
  issues: Issues,
  isRefused: IsRefused = () => false,
): void {
  const [nearest, why] = meant(name, issues, isRefused);
  const expected = ['a fieldname of an offer'];
  const isSame = nearest.length === 0 || nearest[0] === name;
  const hint = isSame ? why : `${why}; did you mean ${orList(nearest)}?`;
  const text = `: "${shorten(name)}" is not a fieldname of an offer${hint}`;
  issues.add('unknown_field', path, text, { ...place, found: name, expected, nearest });
}

/** What a name inside a group means instead, and why it is not valid there. */
function meant(name: string, issues: Issues, isRefused: IsRefused): [nearest: string[], why: string] {
  const inside = name.startsWith(OFFER_PREFIX) ? name.slice(OFFER_PREFIX.length) : undefined;
  const isKnown = (field: string) => {
    const found = findOfferField(field);
    return found !== undefined && !isRefused(found.name);
  };
  if (inside !== undefined && isKnown(inside)) return [[inside], ': inside of "offers:( )" it has no "offers." before it'];
  if (isKnown(PRICE_EXAMPLE) && (isLikePrice(name) || (inside !== undefined && isLikePrice(inside))))
    return [[PRICE_EXAMPLE], ': a price needs a currency and a quantity'];
  if (inside === undefined && findField('parts', name) && !isRefused(name))
    return [[name], `: it is one of the part; write ${shorten(name)}:… outside of "offers:( )"`];
  return [issues.isFull ? [] : nearestNames(inside ?? name, [...OFFER_FIELDS.keys(), PRICE_EXAMPLE].filter(isKnown)), ''];
}
