import type { Member, ObjectSchema, ValueType } from '../model/schema.js';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How the tables of documents become schemas. */
export interface SchemaForm {
  /** Where the schemas with a name are: `#/components/schemas/`, `#/$defs/`. */
  readonly refs: string;
  /** Whether documents as a catalog accepts them are described, and not answers. */
  readonly isInput: boolean;
  /** The name of a member of an object. */
  nameOf(schema: ObjectSchema, member: string): string;
  /** The members that an object always has. */
  requiredOf(schema: ObjectSchema): readonly string[];
  /** The name of an object's schema. Default: that of its type, which several may share. */
  schemaNameOf?(schema: ObjectSchema): string;
}

const TEXT: JsonSchema = { type: 'string' };
const QUANTITY: JsonSchema = { type: ['number', 'string'] };
const LONGEST_UID = 255;

/** Collects the schemas of named objects while types become schemas. */
export class SchemaWriter {
  readonly named = new Map<string, JsonSchema>();

  constructor(private readonly form: SchemaForm) {}

  /** The schema of a type; of an object with a name, a reference to it. */
  of(type: ValueType): JsonSchema {
    switch (type.kind) {
      case 'list':
        return this.list(type.of);
      case 'map':
        return { type: 'object', ...(type.of.kind !== 'anything' && { additionalProperties: this.element(type.of) }) };
      case 'object':
        return this.object(type.schema);
      case 'price_break':
        return { type: 'array', prefixItems: [QUANTITY, QUANTITY], minItems: 2, maxItems: 2 };
      case 'uid':
        return this.form.isInput ? { ...TEXT, minLength: 1, maxLength: LONGEST_UID } : TEXT;
      case 'part_number':
        return this.form.isInput ? QUANTITY : TEXT;
      case 'text':
        return TEXT;
      case 'integer':
      case 'number':
        return { type: type.kind };
      case 'quantity':
        return QUANTITY;
      case 'boolean':
        return { type: 'boolean' };
      case 'anything':
        return {};
    }
  }

  /** An object; it may have members that the table does not list. */
  private object(schema: ObjectSchema): JsonSchema {
    if (schema.className === '') return this.members(schema);
    const name = this.form.schemaNameOf?.(schema) ?? schema.className;
    if (!this.named.has(name)) {
      // An object may contain others of its type.
      this.named.set(name, {});
      this.named.set(name, this.members(schema));
    }
    return { $ref: `${this.form.refs}${name}` };
  }

  private members(schema: ObjectSchema): JsonSchema {
    const shown = schema.members.filter(({ visibility }) => this.form.isInput || visibility !== 'never');
    const entries = shown.map((member) => [this.form.nameOf(schema, member.name), this.member(member)]);
    const required = this.form.requiredOf(schema);
    return { type: 'object', properties: Object.fromEntries(entries), ...(required.length > 0 && { required }) };
  }

  private member({ type, empty }: Member): JsonSchema {
    const schema = this.of(type);
    if (this.form.isInput) return empty === 'list' && type.kind !== 'list' ? orEmptyList(orNull(schema)) : orNull(schema);
    if (empty === 'null') return orNull(schema);
    return empty === 'list' && type.kind !== 'list' ? orEmptyList(schema) : schema;
  }

  /** A list; a document may have a single element in place of one. */
  private list(of: ValueType): JsonSchema {
    const list = { type: 'array', items: this.element(of) };
    return this.form.isInput && of.kind !== 'price_break' ? { anyOf: [list, this.of(of)] } : list;
  }

  private element(of: ValueType): JsonSchema {
    return this.form.isInput ? orNull(this.of(of)) : this.of(of);
  }
}

/** A schema that also accepts null. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  if (Array.isArray(type)) return { ...schema, type: [...(type as string[]), 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** The tables give some texts the Empty value `[]`. */
function orEmptyList(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'array', maxItems: 0 }] };
}
