import { datatypeOf, type SaidMetadata } from '../encoding/spec-facts.js';
import type { SpecMetadata } from '../model/documents.js';
import { CLASS_MEMBER, NAME_DEPTH } from '../model/schema.js';

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/** Collects the metadata of one spec key from parts: the first part takes precedence over later ones, member by member. */
export class SpecMetadataGatherer {
  readonly said: Mutable<SaidMetadata> = {};

  /** Adds the metadata of a part's value. */
  add(metadata: Partial<SpecMetadata>): void {
    const { said } = this;
    said.first ??= storable(metadata);
    said.name ??= metadata.name ?? undefined;
    said.unit ??= storable(metadata.unit ?? undefined, 1);
    const datatype = datatypeOf(metadata);
    if (datatype !== undefined && datatype !== 'string') said.datatype ??= datatype;
  }
}

/** A copy without `__class__` at any level and without members that are too deep to be written by recursion. */
export function storable<T>(value: T, depth = 0): T {
  return copyOf(value, depth) as T;
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > NAME_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((element) => copyOf(element, depth + 1));
  const members = Object.entries(value).filter(([name]) => name !== CLASS_MEMBER);
  return Object.fromEntries(members.map(([name, member]) => [name, copyOf(member, depth + 1)]));
}
