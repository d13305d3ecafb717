import { type Field, HAS_VALUES } from '../model/fields.js';
import { shorten } from '../model/nearest.js';
import { OFFER_PREFIX } from '../model/offer-fields.js';
import type { Bound, Operand } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';

/** The field of what a part has. */
export const HAS = 'has';

/** The warning of a value that `has` never has. */
export function unknownMember(text: string): string {
  return `${HAS}:"${shorten(text)}" matches nothing; the values of ${HAS} are ${[...HAS_VALUES.keys()].join(', ')}`;
}

/** The warning of a range that no value is in. */
export function emptyRange({ name }: Field, lower: Bound, upper: Bound, why: string): string {
  const range = printFilter({ kind: 'field', field: name, operand: { kind: 'range', lower, upper } });
  return `${shorten(range, 200)} matches nothing: ${why}`;
}

/** The warning of `brand.name:(TDK Murata)`, which requires both; undefined if the group has no two values. */
export function conjunction({ name: full }: Field, group: Operand & { kind: 'and' }, isOfOffer: boolean): string | undefined {
  const values = group.children.filter(({ kind }) => kind !== 'not' && kind !== 'and' && kind !== 'or');
  if (values.length < 2) return undefined;
  const name = isOfOffer ? full.slice(OFFER_PREFIX.length) : full;
  const either = printFilter({ kind: 'field', field: name, operand: { kind: 'or', children: group.children } });
  return `no ${isOfOffer ? 'offer' : 'part'} has two values of ${shorten(name)}, but the group asks for all of its values; for any of them: ${shorten(either, 200)}`;
}
