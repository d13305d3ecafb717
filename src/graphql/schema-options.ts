import { isObjectType } from 'graphql';
import { MemberReader } from '../model/check-arguments.js';
import { type Issues, withoutIssues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { PART } from '../model/schema.js';
import { DIALECTS, type Dialect, laterName, laterType, RENAMED, type SchemaVariant } from './dialect.js';
import { schemaOf, schemaTextOf } from './schema.js';

/** What decides the schema of an interface. */
export interface GraphqlSchemaOptions {
  /** The names of the schema. Default `'v4'`. */
  dialect?: Dialect;
  /**
   * Whether every field type is that of the hosted schema, also where that is non-null. Where data lack the value, the field is
   * then `""`, 0, false, `1970-01-01T00:00:00Z` or an object of such values. Default false: such fields are null.
   */
  strict?: boolean;
  /**
   * Names of fields that differ from those of the dialect: the new name is then the only one. A part whose document lacks
   * `catalog_url` has the value of a member of the new name.
   */
  names?: GraphqlNames;
}

/** New names of fields: of `catalog_url` in the dialect `'v4'`, of `catalogUrl` in `'sup'`. */
export interface GraphqlNames {
  /** The page of a part, in the dialect `'v4'`. */
  catalog_url?: string;
  /** The page of a part, in the dialect `'sup'`. */
  catalogUrl?: string;
}

export const SCHEMA_OPTIONS: readonly string[] = ['dialect', 'strict', 'names'];

/**
 * The text of a schema (SDL), types and fields in the order of their names: what introspection of an interface with these options
 * describes.
 * @throws ValidationError for invalid options
 */
export function graphqlSchemaText(options?: GraphqlSchemaOptions): string {
  const variant = withoutIssues({ options }, (issues) =>
    readSchemaOptions(MemberReader.of(options ?? {}, ['options'], SCHEMA_OPTIONS, issues), issues),
  );
  return schemaTextOf(variant);
}

/** Reads the options of a schema. Those with an issue have their defaults. */
export function readSchemaOptions(given: MemberReader, issues: Issues): SchemaVariant {
  const asked = (given.value('dialect') ?? 'v4') as Dialect;
  const dialect = DIALECTS.includes(asked) ? asked : 'v4';
  if (dialect !== asked) issues.addWrongType(given.at('dialect'), '"v4" or "sup"', asked);
  return { dialect, strict: given.flag('strict'), catalogUrl: readName(given, dialect, issues) };
}

/** The options that lead to a schema. */
export function optionsOf({ dialect, strict, catalogUrl }: SchemaVariant): GraphqlSchemaOptions {
  return { dialect, strict, ...(catalogUrl !== undefined && { names: { [fieldName(dialect)]: catalogUrl } }) };
}

function fieldName(dialect: Dialect): 'catalog_url' | 'catalogUrl' {
  return dialect === 'sup' ? 'catalogUrl' : 'catalog_url';
}

function readName(given: MemberReader, dialect: Dialect, issues: Issues): string | undefined {
  const field = fieldName(dialect);
  const name = given.object('names', [field])?.value(field);
  if (name === undefined || name === null || name === field) return undefined;
  const path = [...given.at('names'), field];
  if (typeof name !== 'string' || !/^(?!__)[_A-Za-z]\w*$/.test(name)) {
    issues.addWrongType(path, 'a GraphQL name: letters, digits and _, not beginning with a digit or __', name);
    return undefined;
  }
  if (!isTaken(name, dialect)) return name;
  const expected = 'a name that no other member of a part has';
  issues.add('wrong_type', path, ` must be ${expected}, not "${shorten(name)}"`, { found: name, expected: [expected] });
  return undefined;
}

function isTaken(name: string, dialect: Dialect): boolean {
  const part = schemaOf({ dialect, strict: false }).getType(dialect === 'sup' ? laterType(RENAMED.type) : RENAMED.type);
  if (isObjectType(part) && Object.hasOwn(part.getFields(), name)) return true;
  const others = PART.members.map((member) => member.name).filter((member) => member !== RENAMED.field);
  return others.some((member) => member === name || (dialect === 'sup' && laterName(member) === name));
}
