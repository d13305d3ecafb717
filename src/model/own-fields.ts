import { orList } from './check-arguments.js';
import { describeValue } from './describe.js';
import {
  FIELDS,
  type FieldDefinition,
  type FieldTable,
  type FieldKind as Kind,
  looseField,
  SPEC_PREFIX,
  WORDS,
} from './fields.js';
import type { Path } from './issue.js';
import { Issues } from './issues.js';
import { nearestNames, shorten } from './nearest.js';
import { parsePriceField } from './offer-fields.js';
import { isPlainObject } from './plain.js';
import { NAME_DEPTH } from './schema.js';
import { SCORE } from './sortby.js';

/** The kind of a field of one's own: how its values are compared; docs/semantics.md, "Kinds". */
export type FieldKind = 'part number' | 'name' | 'text' | 'string' | 'number' | 'boolean' | 'uid' | 'date';

/** A field of parts that a build declares in addition to the documented ones; docs/semantics.md, "Fields of your own". */
export interface CatalogField {
  /** The dotted path of its values in a part, through lists and maps: `internal_pn`, `offers.warehouse`. */
  readonly name: string;
  /** How its values are compared. */
  readonly kind: FieldKind;
  /** Whether `q` searches it. */
  readonly keywords: boolean;
}

/** The kinds by their names in options. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['part number', 'part_number'],
  ['name', 'name'],
  ['text', 'text'],
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['uid', 'uid'],
  ['date', 'date'],
] satisfies [FieldKind, Kind][]);

/** The kinds whose words `q` can search. */
const SEARCHABLE: readonly string[] = ['part number', 'name', 'text', 'string'] satisfies FieldKind[];

const MEMBERS: readonly string[] = ['name', 'kind', 'keywords'];

/** Weight of a word of a field of one's own: a part number counts as a SKU, any other text as a description. */
const NUMBER_WEIGHT = 8;
const TEXT_WEIGHT = 1;

/** The definitions of fields of one's own, by name. */
export function ownFieldTable(fields: readonly CatalogField[]): FieldTable {
  return new Map(fields.map((field) => [field.name, definitionOf(field)]));
}

function definitionOf({ name, kind, keywords }: CatalogField): FieldDefinition {
  const weight = kind === 'part number' ? NUMBER_WEIGHT : TEXT_WEIGHT;
  return looseField(name, KINDS.get(kind) as Kind, keywords ? weight : 0);
}

/** Whether a text is the name of a kind. */
export function isFieldKind(kind: unknown): kind is FieldKind {
  return typeof kind === 'string' && KINDS.has(kind);
}

/** The option `fields` of a build. @throws ValidationError with everything that is wrong with it */
export function readOwnFields(option: unknown): readonly CatalogField[] {
  if (option === undefined || option === null) return [];
  const issues = new Issues({ fields: option });
  const reader = new OwnFieldReader(issues);
  if (Array.isArray(option)) Array.from(option, (field: unknown, i) => reader.add(field, ['fields', i]));
  else issues.addWrongType(['fields'], 'a list of { name, kind, keywords }', option);
  issues.throwIfAny();
  return Object.freeze(reader.fields);
}

class OwnFieldReader {
  readonly fields: CatalogField[] = [];
  private readonly names = new Set<string>();

  constructor(private readonly issues: Issues) {}

  add(field: unknown, path: Path): void {
    if (!isPlainObject(field)) {
      this.issues.addWrongType(path, 'an object { name, kind, keywords }', field);
      return;
    }
    for (const name of Object.keys(field)) if (!MEMBERS.includes(name)) this.refuseMember(name, path);
    const name = this.name(field.name, [...path, 'name']);
    const kind = this.kind(field.kind, [...path, 'kind']);
    const keywords = this.keywords(field.keywords, kind, [...path, 'keywords']);
    if (name !== undefined && kind !== undefined) this.fields.push(Object.freeze({ name, kind, keywords }));
  }

  private refuseMember(name: string, path: Path): void {
    const nearest = nearestNames(name, MEMBERS);
    this.issues.add('unknown_argument', [...path, name], ` is not an argument; did you mean ${orList(nearest)}?`, {
      found: name,
      expected: MEMBERS,
      nearest,
      argument: [...path, shorten(name)],
    });
  }

  private name(name: unknown, path: Path): string | undefined {
    if (typeof name !== 'string') {
      this.issues.addWrongType(path, 'the dotted path of a member', name);
      return undefined;
    }
    const fault = this.faultOf(name);
    if (fault === undefined) {
      this.names.add(name);
      return name;
    }
    const expected = ['the dotted path of a member that is not a field yet'];
    this.issues.add('unknown_field', path, `: "${shorten(name)}" ${fault}`, { found: name, expected });
    return undefined;
  }

  /** Why a name cannot be that of a new field. */
  private faultOf(name: string): string | undefined {
    if (FIELDS.parts.has(name) || name === WORDS || parsePriceField(name)) return 'is a field of parts already';
    if (name === SCORE) return 'is the name that sorts by the score';
    if (name.startsWith(SPEC_PREFIX)) return 'begins with "specs.", and specs are fields already';
    if (this.names.has(name)) return 'is given twice';
    const steps = name.split('.');
    if (steps.includes('')) return 'is not the dotted path of a member: a name in it is empty';
    return steps.length > NAME_DEPTH ? `has more than ${NAME_DEPTH} names` : undefined;
  }

  private kind(kind: unknown, path: Path): FieldKind | undefined {
    if (isFieldKind(kind)) return kind;
    const kinds = [...KINDS.keys()];
    const nearest = typeof kind === 'string' ? nearestNames(kind, kinds).slice(0, 1) : [];
    const meant = nearest.length > 0 ? `; did you mean ${orList(nearest)}?` : '';
    const text = ` must be one of ${kinds.map((known) => `"${known}"`).join(', ')}, not ${describeValue(kind)}${meant}`;
    this.issues.add(kind === undefined ? 'missing' : 'wrong_kind', path, text, { found: kind, expected: kinds, nearest });
    return undefined;
  }

  private keywords(keywords: unknown, kind: FieldKind | undefined, path: Path): boolean {
    if (keywords === undefined || keywords === null) return false;
    if (typeof keywords !== 'boolean') {
      this.issues.addWrongType(path, 'true or false', keywords);
      return false;
    }
    if (keywords && kind !== undefined && !SEARCHABLE.includes(kind)) {
      const text = `: "q" does not search a ${kind} field, only those of the kinds ${SEARCHABLE.join(', ')}`;
      this.issues.add('wrong_kind', path, text, { found: kind, expected: SEARCHABLE });
    }
    return keywords;
  }
}
