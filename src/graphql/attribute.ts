import type { NumberFault } from '../analysis/number-in-unit.js';
import { trimWhiteSpace } from '../analysis/white-space.js';
import type { Quantities } from '../catalog/internals.js';
import type { SpecMetadata } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import type { ObjectSource } from './schema.js';
import { isDecimal, textOf } from './values.js';

/** The metadata of a spec key: a part's own takes precedence over the catalog's. */
export interface AttributeFacts {
  readonly key: string;
  readonly name: string;
  readonly valueType: string | null;
  readonly unitName: string | null;
  readonly unitSymbol: string | null;
  readonly quantities: Quantities;
}

export function attributeFacts(key: string, context: AnswerContext, own?: Partial<SpecMetadata> | null): AttributeFacts {
  const known = context.spec(key);
  // Most parts say nothing else of a key than the catalog does.
  const metadata: Partial<SpecMetadata> = own ? { key, ...known?.metadata, ...own } : (known?.metadata ?? {});
  return {
    key,
    name: textOf(metadata.name) ?? key,
    valueType: textOf(metadata.datatype) ?? (known ? (known.type === 'number' ? 'decimal' : 'string') : null),
    unitName: textOf(metadata.unit?.name),
    unitSymbol: textOf(metadata.unit?.symbol),
    quantities: context.internals.quantities,
  };
}

/** An attribute of the interface. Its id is the spec key, since keys have no other identifier. */
export function attributeSource(key: string, context: AnswerContext, own?: Partial<SpecMetadata> | null): ObjectSource {
  const { name, valueType, unitName, unitSymbol } = attributeFacts(key, context, own);
  return Object.assign(Object.create(null), {
    id: key,
    name,
    shortname: key,
    value_type: valueType,
    units_name: unitName,
    units_symbol: unitSymbol,
  });
}

/** A number or a quantity with its unit, or a range of them: `4.7 kΩ`, `2.7 to 5.5 V`; another text as it is. */
export function displayed(value: string, { unitSymbol, unitName, quantities }: AttributeFacts): string {
  const unit = unitSymbol ?? unitName;
  if (unit === null) return value;
  const given = { name: unitName ?? unit, symbol: unit };
  if (isDecimal(value)) return quantities.format(value, given);
  const quantity = quantities.parse(value, given);
  return quantity ? quantities.format('value' in quantity ? quantity.value : quantity, given) : value;
}

/** The number that a text means in the unit of an attribute. */
export function numberIn(text: string, { unitName, unitSymbol, quantities }: AttributeFacts): string | undefined {
  if (isDecimal(text)) return trimWhiteSpace(text);
  const unit = unitSymbol ?? unitName;
  const quantity = unit === null ? null : quantities.parse(text, { name: unitName ?? unit, symbol: unit });
  return quantity && 'value' in quantity ? quantity.value : undefined;
}

/** What is wrong with a text whose unit is of another kind than that of an attribute; undefined of any other text. */
export function wrongUnitOf(text: string, { key, unitName, unitSymbol, quantities }: AttributeFacts): NumberFault | undefined {
  const unit = unitSymbol ?? unitName;
  return unit === null ? undefined : quantities.wrongUnit(text, key, { name: unitName ?? unit, symbol: unit });
}
