import { type CatalogSpec, formatQuantity, type NumberText, type SpecMetadata, type SpecValue } from 'partdex';
import { typedNumber } from './typed-number.js';

/** The facts of a catalog about its spec keys. */
export type SpecKeys = ReadonlyMap<string, CatalogSpec>;

/** A spec of a part, for display. */
export interface SpecText {
  readonly text: string;
  /** The values as in the catalog, with the unit's name. */
  readonly exact: string;
}

/** The fieldname to filter and sort by a spec, as written in a filter query. */
export function specFieldOf(key: string, member: SpecMember = 'value'): string {
  return `specs.${key}.${member}`;
}

/** The members of a spec that are fields. */
export type SpecMember = 'value' | 'min_value' | 'max_value';

/** The key and the member of a fieldname such as `specs.resistance.value`; undefined if it is not the fieldname of a spec. */
export function specOfField(field: string): { key: string; member: SpecMember } | undefined {
  const [, key, member] = /^specs\.(.*)\.(value|min_value|max_value)$/s.exec(field) ?? [];
  return key === undefined ? undefined : { key, member: member as SpecMember };
}

/** The symbol of the unit of a key's values; `''` for none. */
export function specSymbol(key: string, keys: SpecKeys): string {
  return keys.get(key)?.metadata?.unit?.symbol ?? '';
}

/** `Voltage Rating`: the name of the metadata, else the key in words. */
export function specName(key: string, keys: SpecKeys, own?: Partial<SpecMetadata> | null): string {
  const name = own?.name || keys.get(key)?.metadata?.name;
  if (name) return name;
  const words = key.replaceAll('_', ' ').trim();
  return words === '' ? key : words[0].toUpperCase() + words.slice(1);
}

export function specText(key: string, spec: SpecValue, keys: SpecKeys): SpecText {
  const unit = spec.metadata?.unit ?? keys.get(key)?.metadata?.unit;
  const symbol = unit?.symbol ?? '';
  const values = valuesOf(spec);
  const show = (value: NumberText) => {
    const number = keys.get(key)?.type === 'string' && !unit ? undefined : typedNumber(String(value), symbol);
    return number === undefined ? String(value) : formatQuantity(number, symbol);
  };
  const shown = values.map(show);
  const exact = values.map(String);
  const { min_value: min, max_value: max } = spec;
  if (min != null || max != null) {
    shown.push(rangeText(min == null ? undefined : show(min), max == null ? undefined : show(max)));
    exact.push(rangeText(min == null ? undefined : String(min), max == null ? undefined : String(max)));
  }
  return { text: shown.join(', '), exact: exact.join(', ') + (unit?.name ? ` ${unit.name}` : '') };
}

/** The values of a spec as a list; a single one may be given without a list. */
export function valuesOf(spec: SpecValue): NumberText[] {
  if (spec.value == null) return [];
  return Array.isArray(spec.value) ? spec.value : [spec.value];
}

/** `2.7 … 5.5 V`, `≥ 2.7 V`, `≤ 5.5 V`; at least one of the two is given. */
export function rangeText(min: string | undefined, max: string | undefined): string {
  if (min !== undefined && max !== undefined) {
    const unit = / \S+$/.exec(max)?.[0];
    return `${unit !== undefined && min.endsWith(unit) ? min.slice(0, -unit.length) : min} … ${max}`;
  }
  return min !== undefined ? `≥ ${min}` : `≤ ${max}`;
}
