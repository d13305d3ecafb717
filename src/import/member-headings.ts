import { LIST_SEPARATOR } from './list-separator.js';
import { type ColumnMap, isMember, readSpecMember } from './table-map.js';

/** A unit in brackets behind the name of a spec. */
const UNIT_AT_END = /^(.*\S) \(([^()]{1,60})\)$/su;

/**
 * A heading that is the name of a member with a dot, as a map writes it and `partdex search --csv` does: `offers.sku`,
 * `specs.resistance.value (Ω)`. Undefined for other headings. The values of such a spec stay in its unit.
 */
export function memberColumn(heading: string): ColumnMap | undefined {
  const text = heading.trim();
  if (!text.includes('.')) return undefined;
  if (!text.startsWith('specs.')) {
    if (!isMember(text)) return undefined;
    return { as: text, ...(text === 'descriptions.value' && { split: LIST_SEPARATOR }) };
  }
  const [, name = text, unit] = UNIT_AT_END.exec(text) ?? [];
  const as = name.replace(/\.value$/, '');
  const spec = readSpecMember(as);
  // `specs.pins` alone may be a member of a member in JSON of another form.
  if (!spec || (as === name && spec.member === 'value')) return undefined;
  return { as, name: displayName(spec.key), split: LIST_SEPARATOR, ...(unit !== undefined && { unit, convert: false }) };
}

/** `case_package` as a name: `Case package`. */
function displayName(key: string): string {
  const words = key.replaceAll('_', ' ').trim() || key;
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}
