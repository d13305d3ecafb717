/** A validator of the part of JSON Schema that the shipped schemas use. An unknown keyword is an error: it would not be checked. */

/** A value of JSON, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;
type Schema = Readonly<Record<string, unknown>>;

const ANNOTATIONS = new Set(['$schema', '$defs', 'title', 'description']);

/** The faults of a value, each with its place. @param root where references lead */
export function faultsOf(value: unknown, schema: Schema, root: Schema, place = ''): string[] {
  const faults: string[] = [];
  for (const [keyword, given] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const check = KEYWORDS[keyword];
    if (!check) throw new Error(`the keyword ${keyword} is not checked`);
    faults.push(...check(value, given, { schema, root, place }));
  }
  return faults;
}

interface Where {
  readonly schema: Schema;
  readonly root: Schema;
  readonly place: string;
}

type Check = (value: unknown, given: Json, where: Where) => string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
};

const fault = ({ place }: Where, text: string) => [`${place || '/'} ${text}`];

const KEYWORDS: Record<string, Check> = {
  type: (value, given: string | string[], where) => {
    const types = [given].flat();
    return types.some((type) => TYPES[type](value)) ? [] : fault(where, `is not ${types.join(' or ')}: ${JSON.stringify(value)}`);
  },
  enum: (value, given: unknown[], where) => (given.includes(value) ? [] : fault(where, 'is not one of the values')),
  $ref: (value, given: string, { root, place }) => {
    const target = given
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, step) => (inner as Schema)[step], root) as Schema | undefined;
    if (!target) throw new Error(`${given} leads nowhere`);
    return faultsOf(value, target, root, place);
  },
  anyOf: (value, given: Schema[], where) => {
    const all = given.map((one) => faultsOf(value, one, where.root, where.place));
    return all.some((faults) => faults.length === 0) ? [] : fault(where, `fits none of: ${all.flat().join('; ')}`);
  },
  properties: (value, given: Record<string, Schema>, { root, place }) =>
    isObject(value)
      ? Object.entries(given).flatMap(([name, inner]) =>
          Object.hasOwn(value, name) ? faultsOf(value[name], inner, root, `${place}/${name}`) : [],
        )
      : [],
  required: (value, given: string[], where) =>
    isObject(value) ? given.filter((name) => !Object.hasOwn(value, name)).flatMap((name) => fault(where, `lacks ${name}`)) : [],
  additionalProperties: (value, given: Schema | false, where) => {
    if (!isObject(value)) return [];
    const known = (where.schema.properties ?? {}) as object;
    return Object.entries(value).flatMap(([name, inner]) => {
      if (Object.hasOwn(known, name)) return [];
      return given === false ? fault(where, `has ${name}`) : faultsOf(inner, given, where.root, `${where.place}/${name}`);
    });
  },
  items: (value, given: Schema, { root, place }) =>
    Array.isArray(value) ? value.flatMap((element, i) => faultsOf(element, given, root, `${place}/${i}`)) : [],
  prefixItems: (value, given: Schema[], { root, place }) =>
    Array.isArray(value)
      ? given.flatMap((inner, i) => (i < value.length ? faultsOf(value[i], inner, root, `${place}/${i}`) : []))
      : [],
  minItems: (value, given: number, where) => (Array.isArray(value) && value.length < given ? fault(where, 'is too short') : []),
  maxItems: (value, given: number, where) => (Array.isArray(value) && value.length > given ? fault(where, 'is too long') : []),
  minLength: (value, given: number, where) =>
    typeof value === 'string' && value.length < given ? fault(where, 'is too short') : [],
  maxLength: (value, given: number, where) =>
    typeof value === 'string' && value.length > given ? fault(where, 'is too long') : [],
  minimum: (value, given: number, where) => (typeof value === 'number' && value < given ? fault(where, 'is too small') : []),
  maximum: (value, given: number, where) => (typeof value === 'number' && value > given ? fault(where, 'is too large') : []),
  pattern: (value, given: string, where) =>
    typeof value === 'string' && !new RegExp(given, 'u').test(value) ? fault(where, 'does not fit') : [],
};
