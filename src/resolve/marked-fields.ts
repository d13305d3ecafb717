import { TermMarker } from '../analysis/term-marker.js';
import { tokens } from '../analysis/text.js';
import { type CollectionName, FIELDS, type FieldKind, type FieldTable, NO_FIELDS, WORDS } from '../model/fields.js';
import type { ResolvedFilter, ResolvedOperand } from './filters.js';
import type { ResolvedKeyword } from './keywords.js';
import type { ResolvedSearch } from './resolved-search.js';

/** A field whose values are marked, with the terms. */
export interface MarkedField {
  readonly name: string;
  /** Whether JSON numbers are values of the field, as text. */
  readonly takesNumbers: boolean;
  readonly marker: TermMarker;
}

/** The fields of a search whose values are marked: docs/semantics.md, "Highlights". */
export interface MarkedFields {
  readonly fields: readonly MarkedField[];
  /** The string values of all specs. */
  readonly specs: TermMarker | undefined;
}

/** The fields whose texts are values of `words` and stand in the documents of parts, besides the string values of specs. */
const IN_WORDS: readonly string[] = [
  ...['mpn', 'offers.sku', 'brand.name', 'manufacturer.name', 'offers.seller.name'],
  ...['descriptions.value', 'short_description'],
];

/** The kinds of fields that hold texts of people. */
const MARKED: ReadonlySet<FieldKind> = new Set(['part_number', 'name', 'text', 'string']);

/** Collects the terms of a search by the fields that they were looked for in. */
class MarkedFieldsReader {
  private readonly byName = new Map<string, MarkedField>();
  private specs: TermMarker | undefined = undefined;

  get fields(): MarkedFields {
    return { fields: [...this.byName.values()], specs: this.specs };
  }

  /** A term of `q`, in a field that `q` searches. */
  addKeyword(keyword: ResolvedKeyword, name: string, kind: FieldKind): void {
    const hasForms = kind === 'part_number';
    if (keyword.kind === 'pattern') {
      if (hasForms) this.marker(name, kind).addFormPattern(keyword.parts);
      return;
    }
    const marker = this.marker(name, kind);
    marker.addPhrase(keyword.tokens);
    if (hasForms) marker.addNumber(keyword.partNumber);
  }

  /** The terms of a filter that are not negated. */
  addFilter(filter: ResolvedFilter): void {
    if (filter.kind === 'and' || filter.kind === 'or') for (const child of filter.children) this.addFilter(child);
    else if (filter.kind === 'offers') this.addFilter(filter.child);
    else if (filter.kind === 'field' && MARKED.has(filter.fieldKind))
      this.addOperand(filter.name, filter.fieldKind, filter.operand);
  }

  private addOperand(name: string, kind: FieldKind, operand: ResolvedOperand): void {
    switch (operand.kind) {
      case 'and':
      case 'or':
        for (const child of operand.children) this.addOperand(name, kind, child);
        return;
      case 'term':
      case 'pattern':
        for (const marker of this.markersOf(name, kind)) addTerm(marker, kind, operand);
        return;
      case 'text_range':
        if (isOneValue(operand)) for (const marker of this.markersOf(name, kind)) addWhole(marker, kind, operand);
    }
  }

  private markersOf(name: string, kind: FieldKind): TermMarker[] {
    return name === WORDS ? this.wordMarkers() : [this.marker(name, kind)];
  }

  private marker(name: string, kind: FieldKind): TermMarker {
    let field = this.byName.get(name);
    if (!field) {
      field = { name, takesNumbers: kind === 'part_number' || kind === 'string', marker: new TermMarker() };
      this.byName.set(name, field);
    }
    return field.marker;
  }

  private wordMarkers(): TermMarker[] {
    this.specs ??= new TermMarker();
    const kindOf = (name: string) => (FIELDS.parts.get(name) as { kind: FieldKind }).kind;
    return [...IN_WORDS.map((name) => this.marker(name, kindOf(name))), this.specs];
  }
}

function addTerm(marker: TermMarker, kind: FieldKind, operand: ResolvedOperand & { readonly kind: 'term' | 'pattern' }): void {
  const comparesForms = kind === 'part_number';
  if (operand.kind === 'pattern') {
    if (comparesForms) marker.addFormPattern(operand.parts);
    else marker.addPattern(operand.parts);
    return;
  }
  if (comparesForms) {
    marker.addNumber(operand.text);
    return;
  }
  const words = tokens(operand.text);
  if (words.length > 0) marker.addPhrase(words);
  else marker.addFold(operand.text);
}

type TextRange = ResolvedOperand & { readonly kind: 'text_range' };

/** A range whose bounds are the same. */
type OneValue = TextRange & { readonly lower: { readonly value: string } };

function isOneValue(range: TextRange): range is OneValue {
  const { lower, upper } = range;
  return lower?.inclusive === true && upper?.inclusive === true && lower.value === upper.value;
}

/** @param operand has what the kind compares bounds by */
function addWhole(marker: TermMarker, kind: FieldKind, { lower }: OneValue): void {
  if (kind === 'part_number') marker.addForm(lower.value);
  else marker.addFolded(lower.value);
}

/** The fields of a search whose values are marked, with what was looked for in each. */
export function markedFields(search: ResolvedSearch, collection: CollectionName, own: FieldTable = NO_FIELDS): MarkedFields {
  const reader = new MarkedFieldsReader();
  for (const keyword of search.keywords) {
    if (keyword.excluded) continue;
    for (const { name, kind, weight } of FIELDS[collection].values()) if (weight > 0) reader.addKeyword(keyword, name, kind);
    if (collection === 'parts')
      for (const { name, kind, weight } of own.values()) if (weight > 0) reader.addKeyword(keyword, name, kind);
  }
  for (const { filter } of search.filters) reader.addFilter(filter);
  return reader.fields;
}
