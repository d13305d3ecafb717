import { describeValue, formatPath } from './describe.js';
import { InvalidDocumentError } from './errors.js';
import { isPlainObject } from './plain.js';
import { CLASS_MEMBER, type Member, type ObjectSchema, type ValueType } from './schema.js';
import { isUid, MAX_UID_BYTES } from './uid.js';

/** Where a document comes from: the file or collection, and its line (for objects: its position), counted from 1. */
export interface DocumentPlace {
  readonly source: string;
  readonly line: number;
}

type Step = string | number;

/** The error for an invalid value at a path of a document. If `found` is undefined or null, the value is missing. */
export function refuse(place: DocumentPlace, path: readonly Step[], expected: string, found: unknown): InvalidDocumentError {
  const at = formatPath(path);
  const isMissing = found === undefined || (found === null && at !== '');
  const fault = isMissing
    ? `expected ${expected}, which is missing`
    : `expected ${expected}, found ${describeValue(found)}${halfOf(found)}`;
  const message = `${place.source}:${place.line}: ${at === '' ? '' : `${at}: `}${fault}`;
  return new InvalidDocumentError(message, { source: place.source, line: place.line, path: at });
}

/** What is wrong with a text that no file can hold. */
function halfOf(found: unknown): string {
  return typeof found === 'string' && /\p{Surrogate}/u.test(found) ? ', which has half of a surrogate pair' : '';
}

/**
 * Checks a document against its schema and normalises what the schema allows in several forms: a single value in place of a list,
 * a numeric part number, null inside a list or map. Unchanged values are returned as they are; otherwise only the containers on
 * the path to a change are copied.
 * @param required members that must be present
 * @throws InvalidDocumentError
 */
export function conform(document: unknown, schema: ObjectSchema, required: readonly string[], place: DocumentPlace): object {
  const inspection = new Inspection(place);
  const checked = inspection.object(document, schema);
  for (const name of required) {
    const member = schema.byName.get(name)!;
    if (!Object.hasOwn(checked, name) || checked[name] === undefined || checked[name] === null) {
      throw refuse(place, [name], expectation(member.type), undefined);
    }
  }
  return checked;
}

type Members = Record<string, unknown>;

/** One walk over the documented members of a document; `path` is the current position. */
class Inspection {
  private readonly path: Step[] = [];
  private readonly place: DocumentPlace;

  constructor(place: DocumentPlace) {
    this.place = place;
  }

  object(value: unknown, schema: ObjectSchema): Members {
    const original = this.members(value);
    let checked = original;
    for (const member of schema.members) {
      if (!Object.hasOwn(original, member.name)) continue;
      const before = original[member.name];
      if (before === undefined || before === null) continue;
      this.path.push(member.name);
      const after = isOwnEmpty(before, member) ? null : this.value(before, member.type);
      this.path.pop();
      if (after === before) continue;
      if (checked === original) checked = { ...original };
      checked[member.name] = after;
    }
    return checked;
  }

  private value(value: unknown, type: ValueType): unknown {
    switch (type.kind) {
      case 'list':
        return this.list(value, type.of);
      case 'map':
        return type.of.kind === 'anything' ? this.members(value) : this.map(value, type.of);
      case 'object':
        return this.object(value, type.schema);
      case 'price_break':
        return this.priceBreak(value);
      case 'part_number':
        return typeof value === 'number' && Number.isFinite(value) ? String(value) : this.scalar(value, type);
      default:
        return this.scalar(value, type);
    }
  }

  private list(value: unknown, of: ValueType): unknown[] {
    if (!Array.isArray(value)) {
      if (!isElementOf(value, of)) throw this.refuse(expectation({ kind: 'list', of }), value);
      return [this.value(value, of)];
    }
    let checked: unknown[] = value;
    for (let i = 0; i < value.length; i++) {
      const before: unknown = value[i];
      const isAbsent = before === undefined || before === null;
      this.path.push(i);
      const after = isAbsent ? undefined : this.value(before, of);
      this.path.pop();
      if (checked === value && (isAbsent || after !== before)) checked = value.slice(0, i);
      if (checked !== value && !isAbsent) checked.push(after);
    }
    return checked;
  }

  private map(value: unknown, of: ValueType): Members {
    const original = this.members(value);
    let checked = original;
    for (const key of Object.keys(original)) {
      const before = original[key];
      const isAbsent = before === undefined || before === null || key === CLASS_MEMBER;
      this.path.push(key);
      const after = isAbsent ? undefined : this.value(before, of);
      this.path.pop();
      if (!isAbsent && after === before) continue;
      // Spread makes every key an own property, also `__proto__`, so that the assignment below only replaces it.
      if (checked === original) checked = { ...original };
      if (isAbsent) delete checked[key];
      else checked[key] = after;
    }
    return checked;
  }

  private priceBreak(value: unknown): unknown {
    if (!Array.isArray(value) || value.length !== 2) throw this.refuse(expectation({ kind: 'price_break' }), value);
    for (let i = 0; i < 2; i++) {
      this.path.push(i);
      this.scalar(value[i], { kind: 'quantity' });
      this.path.pop();
    }
    return value;
  }

  private scalar(value: unknown, type: ValueType): unknown {
    if (!isScalarOf(value, type)) throw this.refuse(expectation(type), value);
    return value;
  }

  private members(value: unknown): Members {
    if (!isPlainObject(value)) throw this.refuse('an object', value);
    return value;
  }

  private refuse(expected: string, found: unknown): InvalidDocumentError {
    return refuse(this.place, this.path, expected, found);
  }
}

/** The tables give some text members the Empty value `[]`; such an answer can be used as input again. */
function isOwnEmpty(value: unknown, member: Member): boolean {
  return member.empty === 'list' && member.type.kind !== 'list' && Array.isArray(value) && value.length === 0;
}

/** Whether a value that is not a list is accepted as a list of one. */
function isElementOf(value: unknown, of: ValueType): boolean {
  return of.kind === 'object' ? typeof value === 'object' : of.kind !== 'price_break' && isScalarOf(value, of);
}

function isScalarOf(value: unknown, type: ValueType): boolean {
  switch (type.kind) {
    case 'text':
    case 'part_number':
      return typeof value === 'string';
    case 'uid':
      return isUid(value);
    case 'integer':
      return Number.isInteger(value);
    case 'quantity':
      return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}

function expectation(type: ValueType): string {
  switch (type.kind) {
    case 'text':
      return 'a string';
    case 'uid':
      return `a non-empty string of at most ${MAX_UID_BYTES} bytes`;
    case 'part_number':
      return 'a string or a finite number';
    case 'integer':
      return 'an integer';
    case 'number':
      return 'a number';
    case 'quantity':
      return 'a finite number or a string';
    case 'boolean':
      return 'true or false';
    case 'price_break':
      return 'a pair [break, price] such as [100, "0.25"]';
    case 'list':
      return `a list of ${plural(type.of)}`;
    case 'map':
    case 'object':
      return 'an object';
    case 'anything':
      return 'a value';
  }
}

function plural(type: ValueType): string {
  switch (type.kind) {
    case 'price_break':
      return 'pairs [break, price] such as [[100, "0.25"]]';
    case 'object':
      return 'objects';
    case 'quantity':
      return 'finite numbers or strings';
    case 'uid':
      return `non-empty strings of at most ${MAX_UID_BYTES} bytes`;
    default:
      return 'strings';
  }
}
