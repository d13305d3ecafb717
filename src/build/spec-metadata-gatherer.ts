import type { SpecMetadata, UnitOfMeasurement } from '../model/documents.js';
import { CLASS_MEMBER, NAME_DEPTH } from '../model/schema.js';

export type Datatype = 'string' | 'integer' | 'decimal';

/** The datatype that metadata names, or undefined if it names none of the three. */
export function datatypeOf(metadata: { readonly datatype?: unknown } | null | undefined): Datatype | undefined {
  const datatype = metadata?.datatype;
  return datatype === 'string' || datatype === 'integer' || datatype === 'decimal' ? datatype : undefined;
}

/**
 * The metadata of one spec key as the catalog tells it. What parts say wins, member by member, the first part over later
 * ones; metadata given beside the parts is the default. The datatype is one of the key's type, which all values have decided
 * together.
 */
export class SpecMetadataGatherer {
  private first: Partial<SpecMetadata> | undefined;
  private name: string | undefined;
  private unit: UnitOfMeasurement | undefined;
  /** The first datatype that says number. */
  private numeric: Datatype | undefined;

  constructor(private readonly key: string) {}

  /** Notes the metadata of a part's value. */
  add(metadata: Partial<SpecMetadata>): void {
    this.first ??= metadata;
    this.name ??= metadata.name ?? undefined;
    this.unit ??= metadata.unit ?? undefined;
    if (this.numeric === undefined && metadata.datatype !== 'string') this.numeric = datatypeOf(metadata);
  }

  /** The metadata, and a line to tell where what was given contradicts the values. */
  finish(type: 'string' | 'number', given: SpecMetadata | undefined): { metadata: SpecMetadata; notice: string | undefined } {
    const wanted = datatypeOf(given);
    const fits = wanted !== undefined && (wanted === 'string') === (type === 'string');
    const datatype = type === 'string' ? 'string' : (this.numeric ?? (fits ? wanted : 'decimal'));
    const name = this.name ?? given?.name ?? undefined;
    const unit = this.unit ?? given?.unit ?? undefined;
    const metadata = copyOf({
      ...(this.first ?? given),
      key: this.key,
      ...(name !== undefined && { name }),
      datatype,
      ...(unit !== undefined && { unit }),
    }) as SpecMetadata;
    const contradicts = wanted !== undefined && !fits;
    return {
      metadata,
      notice: contradicts ? `specs.${this.key}: its metadata says "${wanted}", but to its values it is a ${type}` : undefined,
    };
  }
}

/** A copy without `__class__` at any level and without what is too deep for a text that is written by recursion. */
function copyOf(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > NAME_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((element) => copyOf(element, depth + 1));
  const members = Object.entries(value).filter(([name]) => name !== CLASS_MEMBER);
  return Object.fromEntries(members.map(([name, member]) => [name, copyOf(member, depth + 1)]));
}
