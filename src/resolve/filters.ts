import type { Decimal } from '../analysis/decimal.js';
import { KINDS, type Kind, type NumberTraits } from '../analysis/kinds.js';
import { isPrefix, type PatternPiece } from '../analysis/pattern.js';
import { compareCodePoints } from '../analysis/text.js';
import { ValidationError } from '../model/errors.js';
import {
  type CollectionName,
  type Field,
  type FieldKind,
  nearestSpecKey,
  parseSpecField,
  resolveField,
  type SpecMember,
  specField,
} from '../model/fields.js';
import { shorten } from '../model/nearest.js';
import type { Bound, Filter, Operand } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';

/** Unknown specs for which the one that was meant is looked up. */
const GUESSES = 10;

/** What resolving needs to know of a catalog's collection. */
export interface FieldTypes {
  readonly collection: CollectionName;
  /** The type of a spec key, or undefined if no part carries it. */
  specType(key: string): 'string' | 'number' | undefined;
  /** The spec keys that parts carry. */
  specKeys(): Iterable<string>;
  /** Whether some record has several values of a field. */
  isMultiValued(field: string): boolean;
}

/** One end of a range. */
export interface ResolvedBound<T> {
  readonly value: T;
  readonly inclusive: boolean;
}

/** An operand whose values are known to fit the field's kind. */
export type ResolvedOperand =
  | { readonly kind: 'and' | 'or'; readonly children: readonly ResolvedOperand[] }
  | { readonly kind: 'not'; readonly child: ResolvedOperand }
  /** The raw value itself, as `filter.fields` asks for it. */
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'pattern'; readonly parts: readonly PatternPiece[] }
  | { readonly kind: 'exists' }
  | { readonly kind: 'number'; readonly number: Decimal }
  | {
      readonly kind: 'number_range';
      readonly lower: ResolvedBound<Decimal> | undefined;
      readonly upper: ResolvedBound<Decimal> | undefined;
    }
  | {
      readonly kind: 'text_range';
      readonly lower: ResolvedBound<string> | undefined;
      readonly upper: ResolvedBound<string> | undefined;
    };

/** A filter query whose fieldnames are resolved: the same for every segment of the catalog. */
export type ResolvedFilter =
  | { readonly kind: 'and' | 'or'; readonly children: readonly ResolvedFilter[] }
  | { readonly kind: 'not'; readonly child: ResolvedFilter }
  | { readonly kind: 'all' }
  | { readonly kind: 'field'; readonly name: string; readonly fieldKind: FieldKind; readonly operand: ResolvedOperand };

type Range = Operand & { readonly kind: 'range' };

/** The one field that a filter names, or undefined if it names none or several. */
export function soleField(filter: Filter): string | undefined {
  const names = new Set<string>();
  const open: Filter[] = [filter];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'field') names.add(next.field);
    else if (next.kind === 'not') open.push(next.child);
    else if (next.kind === 'and' || next.kind === 'or') for (const child of next.children) open.push(child);
  }
  return names.size === 1 ? [...names][0] : undefined;
}

/** Resolves filters against one collection and gathers the warnings. */
export class FilterResolver {
  readonly warnings = new Set<string>();
  /** Values with a wildcard anywhere but at the end. */
  wildcards = 0;

  constructor(private readonly types: FieldTypes) {}

  /** @throws ValidationError for an unknown fieldname or a value that does not fit its field */
  filter(filter: Filter, argument: string): ResolvedFilter {
    switch (filter.kind) {
      case 'all':
        return filter;
      case 'not':
        return { kind: 'not', child: this.filter(filter.child, argument) };
      case 'and':
      case 'or':
        return { kind: filter.kind, children: filter.children.map((child) => this.filter(child, argument)) };
      case 'field': {
        const field = resolveField(this.types.collection, filter.field, argument, () => this.types.specKeys());
        const kind = this.kindOf(field);
        const operand = this.operand(field, kind, filter.operand, argument);
        return { kind: 'field', name: field.name, fieldKind: kind.name, operand };
      }
    }
  }

  /** The literal values of one field of `filter.fields`, OR'd. @throws ValidationError for a number that is none */
  values(field: Field, values: readonly string[], argument: string): ResolvedFilter {
    const kind = this.kindOf(field);
    const numbers = this.numbersOf(field, kind);
    const children = values.map(
      (text): ResolvedOperand =>
        numbers ? { kind: 'number', number: this.number(field, numbers, text, argument) } : { kind: 'value', text },
    );
    return {
      kind: 'field',
      name: field.name,
      fieldKind: kind.name,
      operand: children.length === 1 ? children[0] : { kind: 'or', children },
    };
  }

  /** The kind of a field in this catalog; an unknown spec key warns and counts as text that nothing has. */
  kindOf(field: Field): Kind {
    if (field.spec === undefined) return KINDS[field.kind];
    const type = this.types.specType(field.spec.key);
    if (type === undefined) this.warnOfSpec(field.spec, `${shorten(field.name)} matches nothing`);
    return KINDS[field.kind === 'spec' ? (type ?? 'string') : field.kind];
  }

  /** The kind of a field that is to be counted; undefined, with a warning, for a spec that no part has. */
  kindOfCounted(field: Field): Kind | undefined {
    if (!this.isUnknownSpec(field)) return this.kindOf(field);
    this.warnOfSpec(field.spec as { key: string; member: SpecMember }, `${shorten(field.name)} has no values`);
    return undefined;
  }

  /** A sort by a spec that no part has leaves the order to the other keys. */
  warnOfUnknownSpec(name: string): void {
    const spec = parseSpecField(name);
    if (spec && this.types.specType(spec.key) === undefined) this.warnOfSpec(spec, `${shorten(name)} orders nothing`);
  }

  private warnOfSpec({ key, member }: { key: string; member: SpecMember }, consequence: string): void {
    // Looking through many keys for each of many names would take long.
    const near = this.warnings.size < GUESSES ? nearestSpecKey(key, this.types.specKeys()) : undefined;
    const meant = near === undefined ? '' : `; did you mean "${specField(near, member)}"?`;
    this.warnings.add(`no part has the spec "${shorten(key)}": ${consequence}${meant}`);
  }

  private isUnknownSpec(field: Field): boolean {
    return field.spec !== undefined && this.types.specType(field.spec.key) === undefined;
  }

  /** How the values of a number field are read. A spec that no part has takes any value, since nothing has it. */
  private numbersOf(field: Field, kind: Kind): NumberTraits | undefined {
    return this.isUnknownSpec(field) ? undefined : kind.numbers;
  }

  private operand(field: Field, kind: Kind, operand: Operand, argument: string): ResolvedOperand {
    const numbers = this.numbersOf(field, kind);
    switch (operand.kind) {
      case 'and':
        this.warnOfConjunction(field, operand);
        return { kind: 'and', children: operand.children.map((child) => this.operand(field, kind, child, argument)) };
      case 'or':
        return { kind: 'or', children: operand.children.map((child) => this.operand(field, kind, child, argument)) };
      case 'not':
        return { kind: 'not', child: this.operand(field, kind, operand.child, argument) };
      case 'term':
      case 'phrase':
        return numbers
          ? { kind: 'number', number: this.number(field, numbers, operand.text, argument) }
          : { kind: 'term', text: operand.text };
      case 'pattern':
        return this.pattern(field, kind, operand.parts, argument);
      case 'range':
        return numbers ? this.numberRange(field, numbers, operand, argument) : this.textRange(field, kind, operand);
    }
  }

  private pattern(field: Field, kind: Kind, parts: readonly PatternPiece[], argument: string): ResolvedOperand {
    if (parts.length === 1 && parts[0].kind === 'any_run') return { kind: 'exists' };
    if (kind.insteadOfPattern && !this.isUnknownSpec(field)) {
      throw new ValidationError(
        argument,
        `${argument}: ${field.name} is a ${kind.title} field and takes no wildcards; write ${kind.insteadOfPattern(field.name)}`,
      );
    }
    if (!isPrefix(parts)) this.wildcards++;
    return { kind: 'pattern', parts };
  }

  private number(field: Field, numbers: NumberTraits, text: string, argument: string): Decimal {
    const number = numbers.parseAsked(text);
    if (number) return number;
    throw new ValidationError(
      argument,
      `${argument}: "${shorten(text)}" is no number, and ${field.name} is a number field; write for example 4.7, -40 or 1e-7 (in the field's base unit)`,
    );
  }

  private numberRange(field: Field, numbers: NumberTraits, { lower, upper }: Range, argument: string): ResolvedOperand {
    const bound = ({ value, inclusive }: Bound) =>
      value === null ? undefined : { value: this.number(field, numbers, value, argument), inclusive };
    const range = { kind: 'number_range', lower: bound(lower), upper: bound(upper) } as const;
    if (range.lower && range.upper && range.lower.value.gt(range.upper.value)) this.warnOfEmptyRange(field, lower, upper);
    return range;
  }

  private textRange(field: Field, kind: Kind, { lower, upper }: Range): ResolvedOperand {
    const bound = ({ value, inclusive }: Bound) => (value === null ? undefined : { value: kind.boundOf(value), inclusive });
    const range = { kind: 'text_range', lower: bound(lower), upper: bound(upper) } as const;
    if (range.lower && range.upper && compareCodePoints(range.lower.value, range.upper.value) > 0)
      this.warnOfEmptyRange(field, lower, upper);
    return range;
  }

  private warnOfEmptyRange(field: Field, lower: Bound, upper: Bound): void {
    const range = printFilter({ kind: 'field', field: field.name, operand: { kind: 'range', lower, upper } });
    this.warnings.add(`${shorten(range, 200)} matches nothing: its lower bound is above the upper one`);
  }

  /** `brand.name:(TDK Murata)` asks for parts that are both; people mostly mean either. */
  private warnOfConjunction(field: Field, group: Operand & { kind: 'and' }): void {
    const values = group.children.filter(({ kind }) => kind !== 'not' && kind !== 'and' && kind !== 'or');
    if (values.length < 2 || this.types.isMultiValued(field.name)) return;
    const either = printFilter({ kind: 'field', field: field.name, operand: { kind: 'or', children: group.children } });
    this.warnings.add(
      `no part has two values of ${shorten(field.name)}, but the group asks for all of its values; for any of them: ${shorten(either, 200)}`,
    );
  }
}
