import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { UIDS } from './graphql-queries.js';

const TEXTS = [
  ...[
    '255',
    UIDS.merged,
    UIDS.kilo,
    'm-yag',
    '569',
    'Yageo',
    'c-res',
    'rc0603*',
    'RC0603FR-0710KL',
    '(8__16)',
    '(__',
    '10000',
    'mpn',
  ],
  ...[
    '',
    ' ',
    '*',
    '?',
    '\\',
    '"',
    'x" OR *:*',
    '__proto__',
    'resistance',
    'case_package',
    '\u0000',
    '💥',
    'NOT',
    '-',
    'ﬃ',
    '1e999',
    '0x10',
  ],
];
const NUMBERS = [0, 1, 3, 10, 100, 101, 1000, 1001, -1, 2_147_483_647, 1e21, 1.5];
const FILTER_KEYS = [
  'manufacturer_id',
  'distributor_id',
  'category_id',
  'resistance',
  'case_package',
  'nothing',
  '__proto__',
  'constructor',
];

/** Draws what a document is made of. */
export class Drawing {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly random: () => number,
  ) {}

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  often(share: number): boolean {
    return this.random() < share;
  }

  text(): string {
    return JSON.stringify(this.one(TEXTS));
  }

  /** A literal of a type, mostly a right one. */
  literal(type: GraphQLInputType, depth = 0): string {
    if (this.often(0.03)) return this.one(['null', '[]', '{}', '$v', 'asc', '-1', '"x"', 'true', '[[[1]]]', '1.5e400']);
    if (isNonNullType(type)) return this.literal(type.ofType, depth);
    if (isListType(type)) {
      const { ofType } = type;
      return `[${Array.from({ length: this.below(depth > 2 ? 2 : 4) }, () => this.literal(ofType, depth + 1)).join(', ')}]`;
    }
    if (isEnumType(type)) return this.one(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) || this.often(0.4));
      return `{${fields.map((field) => `${field.name}: ${this.literal(field.type, depth + 1)}`).join(', ')}}`;
    }
    return this.scalar(type.name);
  }

  scalar(name: string): string {
    if (name === 'Int') return String(this.one(NUMBERS.filter(Number.isInteger)));
    if (name === 'Boolean') return this.one(['true', 'false']);
    if (name !== 'Map') return this.text();
    const value = () =>
      this.one([this.text(), String(this.one(NUMBERS)), `[${this.text()}, ${this.text()}]`, 'null', '{a: 1}', 'true']);
    return `{${Array.from({ length: this.below(3) }, () => `${this.one(FILTER_KEYS)}: ${value()}`).join(', ')}}`;
  }

  selection(type: GraphQLNamedType, depth: number): string {
    if (!isObjectType(type))
      return `{ __typename ${this.often(0.5) ? `... on ${this.one(['PartExtras', 'SupPartExtras', 'Part'])} { __typename }` : ''} }`;
    const fields = Object.values(type.getFields());
    const chosen = Array.from({ length: 1 + this.below(depth > 3 ? 2 : 4) }, () => this.field(this.one(fields), depth));
    return `{ ${chosen.join(' ')} }`;
  }

  field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const alias = this.often(0.5) ? `a${this.below(1000)}: ` : '';
    const given = field.args.filter((arg) => isNonNullType(arg.type) || this.often(0.4));
    const args = given.length > 0 ? `(${given.map((arg) => `${arg.name}: ${this.literal(arg.type)}`).join(', ')})` : '';
    const type = getNamedType(field.type);
    const hasFields = isObjectType(type) || 'getTypes' in type;
    if (hasFields && depth > 6) return '__typename';
    return `${alias}${field.name}${args}${this.often(0.02) ? ' @skip(if: false)' : ''}${hasFields ? ` ${this.selection(type, depth + 1)}` : ''}`;
  }

  document(): string {
    const query = this.schema.getQueryType() as NonNullable<ReturnType<GraphQLSchema['getQueryType']>>;
    const head = this.one([
      '',
      '',
      '',
      'query q ',
      'query ($v: Int = 3) ',
      'query ($v: [String!]!) ',
      'mutation ',
      'fragment f on Part ',
    ]);
    return head + this.selection(query, 0);
  }

  /** A document with some of its characters lost, doubled or replaced. */
  broken(document: string): string {
    let text = document;
    for (let i = 0; i <= this.below(3); i++) {
      const at = this.below(text.length + 1);
      const put = this.one(['', '{', '}', '(', ')', '"', '...f', '$v', ' @include', '\\', '#', '🧨', text.slice(at, at + 20)]);
      text = text.slice(0, at) + put + text.slice(at + this.below(4));
    }
    return text;
  }
}

/** Variables of drawn documents, right and wrong ones. */
export const VARIABLES = [undefined, null, {}, { v: '3' }, { v: ['255'] }, { v: null }, { v: { a: 1 } }, { ['__proto__']: 1 }];
