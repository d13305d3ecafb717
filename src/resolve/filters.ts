import { parsePeriod } from '../analysis/date.js';
import type { Decimal } from '../analysis/decimal.js';
import { KINDS, type Kind, type NumberTraits } from '../analysis/kinds.js';
import { type NumberFault, readInUnit } from '../analysis/number-in-unit.js';
import { isPrefix } from '../analysis/pattern.js';
import { type FieldUnit, resolveUnit } from '../analysis/quantity-unit.js';
import { compareCodePoints } from '../analysis/text.js';
import { checkField, type FieldPlace } from '../model/check-arguments.js';
import type { FieldFilter } from '../model/check-requests.js';
import {
  type ExtentMember,
  type Field,
  findOfferField,
  HAS_VALUES,
  isExtentMember,
  nearestSpecKey,
  parseSpecField,
  type SpecMember,
  specField,
  WORDS,
} from '../model/fields.js';
import type { Path } from '../model/issue.js';
import type { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { OFFERS } from '../model/offer-fields.js';
import type { Bound, Filter, Operand } from '../parser/ast.js';
import { argumentOf, type ParsedFilter } from '../parser/filter.js';
import { printPattern } from '../parser/print.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { CHARACTER_COST } from './costs.js';
import { dateRange, datesOf, isReversed } from './dates.js';
import { addExtentOfTexts, isEmptyRange, isReversedRange, ofExtent } from './extents.js';
import type { FieldTypes, IsRefused } from './field-types.js';
import { conjunction, emptyRange, HAS, unknownMember } from './filter-warnings.js';
import { ANY_OFFER, addNestedGroup, addOffersAsField, addUnknownOfferField, isOfOffers } from './offer-groups.js';
import type { ResolvedBound, ResolvedFilter, ResolvedOperand } from './resolved-filter.js';

/** Most unknown specs of a request for which near matches are looked up. */
const GUESSES = 10;

export type { FieldTypes, IsRefused } from './field-types.js';
export type { ResolvedBound, ResolvedFilter, ResolvedOperand };

type Range = Operand & { readonly kind: 'range' };

/** A filter query of a request: its place, and the places of its fieldnames and values. */
export type FilterSource = Pick<ParsedFilter, 'places'> & {
  readonly path: Path;
  /** Whether the filter is what a group of conditions on one offer has inside. */
  readonly isOfOffer?: boolean;
};

/** A spec key and one of its fields. */
interface SpecName {
  readonly key: string;
  readonly member: SpecMember | ExtentMember;
}

/** A value or fieldname that may have an issue. */
interface ValuePlace {
  readonly path: Path;
  readonly argument: Path;
  readonly offset?: number;
  readonly length?: number;
}

/** The placeholder of an operand with an issue, so that the rest of its filter can be checked. The request is then rejected. */
const FAULTY: ResolvedOperand = { kind: 'exists' };

/** Resolves filters against one collection, and collects warnings and issues. Parts with an issue are left out of the result. */
export class FilterResolver {
  readonly warnings = new Set<string>();
  /** Values with a wildcard anywhere but at the end. */
  wildcards = 0;

  /** By fieldname; a request may name many values of a field. */
  private readonly units = new Map<string, FieldUnit | undefined>();

  constructor(
    private readonly types: FieldTypes,
    private readonly issues: Issues,
    private readonly isRefused?: IsRefused,
  ) {}

  /** Whether some fieldnames count as unknown. */
  get refusesSome(): boolean {
    return this.isRefused !== undefined;
  }

  filter(filter: Filter, source: FilterSource): ResolvedFilter {
    switch (filter.kind) {
      case 'all':
        return filter;
      case 'not':
        return { kind: 'not', child: this.filter(filter.child, source) };
      case 'and':
      case 'or':
        return { kind: filter.kind, children: filter.children.map((child) => this.filter(child, source)) };
      case 'offers':
        return this.offers(filter, filter.child, source);
      case 'field': {
        if (isOfOffers(filter) && this.types.collection === 'parts' && !this.types.ownFields?.has(OFFERS))
          return this.offersAsField(filter, source);
        const place = placeIn(source, filter);
        const field = source.isOfOffer ? this.offerField(filter.field, place) : this.partField(filter.field, place);
        // What is compared with an unknown field is not checked.
        if (!field || this.refuseExtentOfTexts(field, place)) return { kind: 'all' };
        const kind = this.kindOf(field);
        const operand = this.operand(field, kind, filter.operand, source);
        return { kind: 'field', name: field.name, fieldKind: kind.name, operand };
      }
    }
  }

  /** A field of the collection; undefined, with an issue, for another name. */
  private partField(name: string, place: ValuePlace): Field | undefined {
    const { collection, ownFields: own } = this.types;
    const specKeys = () => this.types.specKeys();
    return checkField(collection, name, place, this.issues, { specKeys, own, isRefused: this.isRefused });
  }

  /** A field of an offer, by its name in a group. */
  private offerField(name: string, place: ValuePlace): Field | undefined {
    const field = findOfferField(name);
    if (field && !this.isRefused?.(field.name)) return field;
    addUnknownOfferField(name, place, this.issues, this.isRefused);
    return undefined;
  }

  /** The conditions that one offer meets. @param node the group, for its place */
  private offers(node: Filter, inside: Filter, source: FilterSource): ResolvedFilter {
    const place = placeIn(source, node);
    if (source.isOfOffer) addNestedGroup(place, this.issues);
    else if (this.types.collection !== 'parts' || this.isRefused?.(OFFERS)) this.partField(OFFERS, place);
    else return { kind: 'offers', child: this.filter(inside, { ...source, isOfOffer: true }) };
    return { kind: 'all' };
  }

  /** `offers:*` is any offer; another operand is not a group of conditions. */
  private offersAsField(filter: Filter & { readonly kind: 'field' }, source: FilterSource): ResolvedFilter {
    const { operand } = filter;
    const isAny = operand.kind === 'pattern' && operand.parts.every(({ kind }) => kind === 'any_run');
    if (isAny || source.isOfOffer) return this.offers(filter, ANY_OFFER, source);
    addOffersAsField(placeIn(source, filter), this.issues);
    return { kind: 'all' };
  }

  /** The literal values of one field of `filter.fields`, OR'd. In steps: there may be many. @param first the place of the first one in the request */
  *values({ field, values }: FieldFilter, work: Work, first = 0): Steps<ResolvedFilter> {
    const kind = this.kindOf(field);
    const numbers = this.numbersOf(field, kind);
    const argument = ['filter', 'fields', field.name];
    if (this.refuseExtentOfTexts(field, { path: argument, argument: ['filter', 'fields'] })) return { kind: 'all' };
    const children: ResolvedOperand[] = [];
    for (const [i, text] of values.entries()) {
      if (text === undefined) continue;
      if (work.spend(text.length * CHARACTER_COST)) yield;
      const place = { path: [...argument, first + i], argument };
      if (numbers) children.push(ofExtent(field, this.numberValue(field, numbers, text, place)));
      else if (kind.dictionary === 'dates') children.push(this.dateValue(field, text, place));
      else children.push(this.literal(field, { kind: 'value', text }));
    }
    return {
      kind: 'field',
      name: field.name,
      fieldKind: kind.name,
      operand: children.length === 1 ? children[0] : { kind: 'or', children },
    };
  }

  /** The kind of a field in this catalog; an unknown spec key warns and counts as text without values. */
  kindOf(field: Field): Kind {
    if (field.spec === undefined) {
      this.warnOfCurrency(field, 'matches nothing');
      return KINDS[field.kind];
    }
    const type = this.types.specType(field.spec.key);
    if (type === undefined) this.warnOfSpec(field.spec, `${shorten(field.name)} matches nothing`);
    return KINDS[field.kind === 'spec' ? (type ?? 'string') : field.kind];
  }

  /** The kind of a field to count; undefined, with a warning, for a spec that no part has. */
  kindOfCounted(field: Field): Kind | undefined {
    if (field.price) this.warnOfCurrency(field, 'has no values');
    else if (this.isUnknownSpec(field)) this.warnOfSpec(field.spec as SpecName, `${shorten(field.name)} has no values`);
    else return this.kindOf(field);
    return field.price && KINDS[field.kind];
  }

  /** A price in a currency that no offer has is valid, and has no values. */
  private warnOfCurrency({ name, price }: Field, consequence: string): void {
    if (!price || (this.types.hasPrices?.(price.currency) ?? true)) return;
    this.warnings.add(`no offer has a price in ${price.currency}: ${name} ${consequence}`);
  }

  /** A currency without prices leaves the order to the other sort keys. */
  warnOfUnknownPrice(field: Field): void {
    this.warnOfCurrency(field, 'orders nothing');
  }

  /** A spec that no part has, likewise. */
  warnOfUnknownSpec(name: string): void {
    const spec = parseSpecField(name);
    if (spec && this.types.specType(spec.key) === undefined) this.warnOfSpec(spec, `${shorten(name)} orders nothing`);
  }

  private warnOfSpec({ key, member }: SpecName, consequence: string): void {
    // Comparing many names with many keys would take long.
    const near = this.warnings.size < GUESSES ? nearestSpecKey(key, this.types.specKeys()) : undefined;
    const meant = near === undefined ? '' : `; did you mean "${specField(near, member)}"?`;
    this.warnings.add(`no part has the spec "${shorten(key)}": ${consequence}${meant}`);
  }

  private isUnknownSpec(field: Field): boolean {
    return field.spec !== undefined && this.types.specType(field.spec.key) === undefined;
  }

  /** How the values of a number field are read. A spec that no part has accepts any value, because no value matches. */
  private numbersOf(field: Field, kind: Kind): NumberTraits | undefined {
    return this.isUnknownSpec(field) ? undefined : kind.numbers;
  }

  private operand(field: Field, kind: Kind, operand: Operand, source: FilterSource): ResolvedOperand {
    const numbers = this.numbersOf(field, kind);
    switch (operand.kind) {
      case 'and':
        this.warnOfConjunction(field, operand, source.isOfOffer);
        return { kind: 'and', children: operand.children.map((child) => this.operand(field, kind, child, source)) };
      case 'or':
        return { kind: 'or', children: operand.children.map((child) => this.operand(field, kind, child, source)) };
      case 'not':
        return { kind: 'not', child: this.operand(field, kind, operand.child, source) };
      case 'term':
      case 'phrase':
        if (numbers) return ofExtent(field, this.numberOperand(field, numbers, operand.text, placeIn(source, operand)));
        if (kind.dictionary === 'dates') return this.dateValue(field, operand.text, placeIn(source, operand));
        return this.literal(field, { kind: 'term', text: operand.text });
      case 'pattern':
        return this.pattern(field, kind, operand, source);
      case 'range':
        if (numbers) return ofExtent(field, this.numberRange(field, numbers, operand, source));
        return kind.dictionary === 'dates' ? this.dateRange(field, operand, source) : this.textRange(field, kind, operand);
    }
  }

  private pattern(
    field: Field,
    kind: Kind,
    operand: Operand & { readonly kind: 'pattern' },
    source: FilterSource,
  ): ResolvedOperand {
    const { parts } = operand;
    if (parts.length === 1 && parts[0].kind === 'any_run') return { kind: 'exists' };
    if (kind.insteadOfPattern && !this.isUnknownSpec(field)) {
      const instead = kind.insteadOfPattern(field.name);
      const { path, ...place } = placeIn(source, operand);
      const text = `: ${shorten(field.name)} is a ${kind.title} field and takes no wildcards; write ${instead}`;
      this.issues.add('wrong_kind', path, text, { ...place, found: printPattern(parts), expected: [instead] });
      return FAULTY;
    }
    if (!isPrefix(parts)) this.wildcards++;
    return { kind: 'pattern', parts };
  }

  private numberValue(field: Field, numbers: NumberTraits, text: string, place: ValuePlace): ResolvedOperand {
    const number = this.number(field, numbers, text, place);
    return number ? { kind: 'number', number } : FAULTY;
  }

  /** A value of `has` is one of eight: another one is probably a typo. */
  private literal<T extends ResolvedOperand & { readonly kind: 'value' | 'term' }>(field: Field, operand: T): T {
    if (field.name === HAS && !HAS_VALUES.has(operand.text)) this.warnings.add(unknownMember(operand.text));
    return operand;
  }

  private dateValue(field: Field, text: string, place: ValuePlace): ResolvedOperand {
    return datesOf(text) ?? this.notADate(field, text, place);
  }

  private notADate(field: Field, found: string, { path, ...place }: ValuePlace): ResolvedOperand {
    const examples = '2021-03-04, 2021-03 or "2021-03-04T05:06:07Z"';
    const text = `: "${shorten(found)}" is not a date, and ${shorten(field.name)} is a date field; write for example ${examples}`;
    this.issues.add('not_a_date', path, text, { ...place, found, expected: [`a date such as ${examples}`] });
    return FAULTY;
  }

  private dateRange(field: Field, { lower, upper }: Range, source: FilterSource): ResolvedOperand {
    const wrong = [lower, upper].filter(({ value }) => value !== null && !parsePeriod(value));
    for (const bound of wrong) this.notADate(field, bound.value as string, placeIn(source, bound));
    if (wrong.length > 0) return FAULTY;
    const range = dateRange({ lower, upper });
    if (isReversed(range)) this.warnOfReversedRange(field, lower, upper);
    return range;
  }

  /** A value of a filter query, which may be a range on a field in a unit: `50V+`. */
  private numberOperand(field: Field, numbers: NumberTraits, text: string, place: ValuePlace): ResolvedOperand {
    const plain = numbers.parseAsked(text);
    const unit = plain ? undefined : this.unitOf(field);
    if (!unit) return this.numberValue(field, numbers, text, place);
    const found = readInUnit(text, field.name, unit, true);
    if ('fault' in found) return this.addNotANumber(found.fault, text, place) ?? FAULTY;
    if (found.read.kind === 'number') return found.read;
    const { min, max } = found.read;
    return {
      kind: 'number_range',
      lower: min && { value: min.value, inclusive: !min.isExcluded },
      upper: max && { value: max.value, inclusive: !max.isExcluded },
    };
  }

  private number(field: Field, numbers: NumberTraits, found: string, place: ValuePlace): Decimal | undefined {
    const number = numbers.parseAsked(found);
    if (number) return number;
    const unit = this.unitOf(field);
    if (unit) {
      const read = readInUnit(found, field.name, unit, false);
      if ('fault' in read) return this.addNotANumber(read.fault, found, place);
      return read.read.kind === 'number' ? read.read.number : undefined;
    }
    const text = `: "${shorten(found)}" is not a number, and ${shorten(field.name)} is a number field; write for example 4.7, -40 or 1e-7 (in the field's base unit)`;
    return this.addNotANumber({ text, expected: ['a number such as 4.7, -40 or 1e-7'] }, found, place);
  }

  /** The number that a text asks for in a field: a plain one, or a quantity in its unit. */
  numberOf(field: Field, numbers: NumberTraits, text: string): Decimal | undefined {
    const plain = numbers.parseAsked(text);
    const unit = plain ? undefined : this.unitOf(field);
    if (!unit) return plain;
    const found = readInUnit(text, field.name, unit, false);
    return 'fault' in found || found.read.kind !== 'number' ? undefined : found.read.number;
  }

  private addNotANumber({ code = 'not_a_number', text, expected }: NumberFault, found: string, place: ValuePlace): undefined {
    const { path, ...inText } = place;
    this.issues.add(code, path, text, { ...inText, found, expected });
  }

  /** The unit of a field's numbers, if it has one. */
  private unitOf({ name, spec }: Field): FieldUnit | undefined {
    if (!spec) return undefined;
    if (!this.units.has(name)) this.units.set(name, resolveUnit(this.types.specUnit(spec.key)));
    return this.units.get(name);
  }

  /** Whether a field is the range of a spec that has texts, with an issue. */
  refuseExtentOfTexts(field: Field, place: FieldPlace): boolean {
    const { spec } = field;
    if (!spec || !isExtentMember(spec.member) || this.types.specType(spec.key) !== 'string') return false;
    addExtentOfTexts(field.name, spec.key, place, this.issues);
    return true;
  }

  private numberRange(field: Field, numbers: NumberTraits, { lower, upper }: Range, source: FilterSource): ResolvedOperand {
    const bound = (given: Bound) => {
      const number = given.value === null ? undefined : this.number(field, numbers, given.value, placeIn(source, given));
      return number && { value: number, inclusive: given.inclusive };
    };
    const range = { kind: 'number_range', lower: bound(lower), upper: bound(upper) } as const;
    const isExtent = isExtentMember(field.spec?.member);
    if (isReversedRange(range)) this.warnOfReversedRange(field, lower, upper);
    else if (isExtent && isEmptyRange(range)) this.warnOfEmptyRange(field, lower, upper, 'no number is between its bounds');
    return range;
  }

  private textRange(field: Field, kind: Kind, { lower, upper }: Range): ResolvedOperand {
    const bound = ({ value, inclusive }: Bound) => (value === null ? undefined : { value: kind.boundOf(value), inclusive });
    const range = { kind: 'text_range', lower: bound(lower), upper: bound(upper) } as const;
    if (range.lower && range.upper && compareCodePoints(range.lower.value, range.upper.value) > 0)
      this.warnOfReversedRange(field, lower, upper);
    return range;
  }

  private warnOfReversedRange(field: Field, lower: Bound, upper: Bound): void {
    this.warnOfEmptyRange(field, lower, upper, 'its lower bound is above the upper one');
  }

  private warnOfEmptyRange(field: Field, lower: Bound, upper: Bound, why: string): void {
    // A spec that no part has may be of numbers or of texts.
    if (!this.isUnknownSpec(field)) this.warnings.add(emptyRange(field, lower, upper, why));
  }

  /** `brand.name:(TDK Murata)` requires both; users mostly mean either. */
  private warnOfConjunction(field: Field, group: Operand & { kind: 'and' }, isOfOffer = false): void {
    if (field.name === WORDS || this.isUnknownSpec(field) || (!isOfOffer && this.types.isMultiValued(field.name))) return;
    const warning = conjunction(field, group, isOfOffer);
    if (warning !== undefined) this.warnings.add(warning);
  }
}

function placeIn({ path, places }: FilterSource, node: Filter | Operand | Bound): ValuePlace {
  const argument = argumentOf(path);
  const place = places.get(node);
  return place ? { path, argument, offset: place.offset, length: place.length } : { path, argument };
}
