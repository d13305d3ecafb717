import { decimalText, parseDecimal } from '../analysis/decimal.js';
import type { SpecValue } from '../model/documents.js';
import type { Conflict } from './conflict.js';
import { hasOwn, isSame, setOwn } from './json-values.js';
import { ListIndexes } from './list-index.js';

/** The type of a spec key that is known from its record. */
export type KeyType = (key: string) => 'string' | 'number' | undefined;

const TEXTS = new ListIndexes<string | number>((value) => [String(value)]);

type Specs = Record<string, SpecValue>;

/** Joins the specs of a later source: texts are united, and of numbers the first source's count. */
export function joinSpecs(specs: Specs, later: Specs, typeOfKey: KeyType, onConflict: (conflict: Conflict) => void): void {
  for (const [key, given] of Object.entries(later)) {
    const kept = hasOwn(specs, key) ? specs[key] : undefined;
    if (kept && !hasValues(given)) continue;
    if (!kept || !hasValues(kept)) setOwn(specs, key, given);
    else if (areTexts(kept, given, typeOfKey(key))) {
      if (!Array.isArray(kept.value)) kept.value = valuesOf(kept);
      TEXTS.unite(kept.value, valuesOf(given));
    } else if (!isSame(facts(kept), facts(given))) {
      onConflict({ path: `specs.${key}`, kept: shown(kept), given: shown(given) });
    }
  }
}

/** The values; the list itself where it is one. */
function valuesOf({ value }: SpecValue): (string | number)[] {
  if (Array.isArray(value)) return value;
  return value == null ? [] : [value];
}

function hasValues(spec: SpecValue): boolean {
  return valuesOf(spec).length > 0 || spec.min_value != null || spec.max_value != null;
}

/** Whether the values of both are texts: as their metadata says, else the record of the key, else where one is not a number. */
function areTexts(kept: SpecValue, given: SpecValue, recorded: 'string' | 'number' | undefined): boolean {
  const types = [typeOf(kept) ?? recorded, typeOf(given) ?? recorded];
  if (types.includes('number')) return false;
  return types.includes('string') || !isNumeric(kept) || !isNumeric(given);
}

function typeOf({ metadata }: SpecValue): 'string' | 'number' | undefined {
  const datatype = metadata?.datatype;
  if (datatype === 'string') return 'string';
  return datatype === 'integer' || datatype === 'decimal' ? 'number' : undefined;
}

function isNumeric(spec: SpecValue): boolean {
  return valuesOf(spec).every((value) => parseDecimal(String(value)) !== undefined);
}

/** The numbers of a spec, each in one way of writing. */
function facts(spec: SpecValue): unknown {
  const written = (value: unknown) => {
    const number = value == null ? undefined : parseDecimal(String(value));
    return number ? decimalText(number) : String(value ?? '');
  };
  return [[...new Set(valuesOf(spec).map(written))].sort(), written(spec.min_value), written(spec.max_value)];
}

function shown({ value, min_value, max_value }: SpecValue): unknown {
  return min_value == null && max_value == null ? value : { min_value, max_value };
}
