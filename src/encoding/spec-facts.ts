import type { SpecMetadata, UnitOfMeasurement } from '../model/documents.js';

/**
 * What a file stores for its spec keys: the votes of parts and their metadata, separate from the records given beside them.
 * Several files together decide on a key by the facts of all of them, as one build of all their documents would.
 */

export type SpecType = 'string' | 'number';
export type Datatype = 'string' | 'integer' | 'decimal';

/** Number of values that vote for each type. */
export interface Votes {
  readonly number: number;
  readonly string: number;
}

/** The metadata of a key in parts; each member is the first that any part has. */
export interface SaidMetadata {
  /** A whole metadata. */
  readonly first?: Partial<SpecMetadata>;
  readonly name?: string;
  readonly unit?: UnitOfMeasurement;
  /** A datatype of numbers. */
  readonly datatype?: Datatype;
}

/** What parts may say of a key. */
export const SAID_MEMBERS: readonly (keyof SaidMetadata)[] = ['first', 'name', 'unit', 'datatype'];

/** The number of the first document that has something, and of how many do. */
export type FirstDocument = readonly [document: number, documents: number];

/** Which documents of a file have a key and its metadata. */
export interface SpecPlaces extends Readonly<Partial<Record<keyof SaidMetadata, FirstDocument>>> {
  /** That carry the key; `nth` is its number among the keys of the first one. */
  readonly key: readonly [...FirstDocument, nth: number];
}

/** The facts of all parts about a spec key. */
export interface SpecFacts {
  readonly key: string;
  /** Votes of the values whose own metadata has a datatype. */
  readonly declared: Votes;
  /** Votes of the other values. If the key has a record with a datatype, all of them vote for that one. */
  readonly undeclared: Votes;
  readonly said: SaidMetadata;
}

/** The datatype in some metadata, or undefined if it is none of the three. */
export function datatypeOf(metadata: { readonly datatype?: unknown } | null | undefined): Datatype | undefined {
  const datatype = metadata?.datatype;
  return datatype === 'string' || datatype === 'integer' || datatype === 'decimal' ? datatype : undefined;
}

/** The type of values of a datatype. */
export function typeOfDatatype(datatype: Datatype): SpecType;
export function typeOfDatatype(datatype: Datatype | undefined): SpecType | undefined;
export function typeOfDatatype(datatype: Datatype | undefined): SpecType | undefined {
  if (datatype === undefined) return undefined;
  return datatype === 'string' ? 'string' : 'number';
}

/**
 * The type of a key; a tie is string.
 * @param given its metadata record, if there is one
 */
export function specTypeOf({ declared, undeclared }: SpecFacts, given: SpecMetadata | undefined): SpecType {
  const datatype = datatypeOf(given);
  let { number, string } = undeclared;
  if (datatype !== undefined) {
    const all = number + string;
    number = datatype === 'string' ? 0 : all;
    string = all - number;
  }
  return declared.number + number > declared.string + string ? 'number' : 'string';
}

/**
 * The metadata of a key. Parts take precedence over the record, member by member. The datatype is the first that fits the type.
 */
export function specMetadataOf({ key, said }: SpecFacts, type: SpecType, given: SpecMetadata | undefined): SpecMetadata {
  const wanted = datatypeOf(given);
  const fitting = wanted !== undefined && typeOfDatatype(wanted) === type ? wanted : 'decimal';
  const name = said.name ?? given?.name ?? undefined;
  const unit = said.unit ?? given?.unit ?? undefined;
  return {
    ...(said.first ?? given),
    key,
    ...(name !== undefined && { name }),
    datatype: type === 'string' ? 'string' : (said.datatype ?? fitting),
    ...(unit !== undefined && { unit }),
  };
}

/** Reports a metadata record that contradicts the values. */
export function specNotice(key: string, type: SpecType, given: SpecMetadata | undefined): string | undefined {
  const wanted = datatypeOf(given);
  if (wanted === undefined || typeOfDatatype(wanted) === type) return undefined;
  return `specs.${key}: its metadata says "${wanted}", but to its values it is a ${type}`;
}

/** The facts of two files; those of the first file take precedence. */
export function mergeFacts(a: SpecFacts, b: SpecFacts): SpecFacts {
  const sum = (x: Votes, y: Votes): Votes => ({ number: x.number + y.number, string: x.string + y.string });
  return {
    key: a.key,
    declared: sum(a.declared, b.declared),
    undeclared: sum(a.undeclared, b.undeclared),
    said: { ...b.said, ...a.said },
  };
}
