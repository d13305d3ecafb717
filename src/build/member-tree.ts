import { decodeUtf8 } from '../analysis/utf8.js';
import { CLASS_MEMBER, type ObjectSchema, type ValueType } from '../model/schema.js';
import { Interner } from './interner.js';
import type { PathCollector, PathNode } from './path-collector.js';

/** The required type of a member's value; for a list, that of its elements. */
export const ANYTHING = 0;
export const TEXT = 1;
export const UID = 2;
export const QUANTITY = 3;
export const BOOLEAN = 4;
export const PRICE_BREAK = 5;
export const OBJECT = 6;
/** A member that carries no data and has no name. */
export const DROPPED = 7;
/** A value that only the thorough check can judge. */
export const UNUSUAL = 8;
/** A value of any type that a loose field has, besides what `documentedKind` says of it. */
export const LOOSE = 9;

/** Assigns slots to the members that their reader needs; 0 for the others. */
export interface SlotTree {
  readonly slot: number;
  /** The slot of a field that takes values of any type: below 0; 0 or absent for none. */
  readonly loose?: number;
  readonly members?: ReadonlyMap<string, SlotTree>;
  /** The slot of any other member, given its name. */
  readonly others?: (name: string) => SlotTree;
}

const NO_SLOTS: SlotTree = { slot: 0 };

/** A member of documents at one place of their structure: all elements of a list share their members. */
export class MemberNode {
  readonly kind: number;
  /** The kind that the documents' tables give it: `kind`, unless that is LOOSE. */
  readonly documentedKind: number;
  readonly slot: number;
  /** The slot of the loose field that has its values, below 0; 0 for none. */
  readonly loose: number;
  /** For a list: the member of its elements. */
  private readonly type: ValueType | undefined;
  readonly isList: boolean;
  /** The member that last followed this one, and the first of its own members: usually the next document has the same order. */
  follower: MemberNode | undefined = undefined;
  first: MemberNode | undefined = undefined;
  /** Number of the last object that had this member, since no object may have it twice. */
  lastObject = 0;
  /** Whether its name is among those of accepted documents. */
  path: PathNode | undefined = undefined;
  /** Its members by the numbers of their names, if it has any: most members have none. */
  children: Map<number, MemberNode> | undefined = undefined;

  constructor(
    readonly name: string,
    /** The bytes of the name in JSON text; undefined if it needs an escape, since it then has several spellings. */
    readonly key: Uint8Array | undefined,
    readonly parent: MemberNode | undefined,
    type: ValueType | undefined,
    private readonly slots: SlotTree,
    /** Whether it belongs to a map of documented values: they cannot be null. */
    readonly isEntry: boolean,
  ) {
    this.isList = type?.kind === 'list';
    this.type = type?.kind === 'list' ? type.of : type;
    this.documentedKind = name !== CLASS_MEMBER ? kindOf(this.type) : isEntry ? UNUSUAL : DROPPED;
    this.slot = slots.slot;
    this.loose = name === CLASS_MEMBER ? 0 : (slots.loose ?? 0);
    this.kind = this.loose === 0 ? this.documentedKind : LOOSE;
  }

  /** A member of this one, as the tables of the documents define it. */
  create(name: string, key: Uint8Array | undefined): MemberNode {
    const { type, slots } = this;
    const own = slots.members?.get(name) ?? slots.others?.(name) ?? NO_SLOTS;
    if (type?.kind === 'object') return new MemberNode(name, key, this, type.schema.byName.get(name)?.type, own, false);
    const entry = type?.kind === 'map' && type.of.kind !== 'anything' ? type.of : undefined;
    return new MemberNode(name, key, this, entry, own, entry !== undefined);
  }
}

function kindOf(type: ValueType | undefined): number {
  switch (type?.kind) {
    case undefined:
    case 'anything':
      return ANYTHING;
    case 'text':
    // The thorough check turns a JSON number into text.
    case 'part_number':
      return TEXT;
    case 'uid':
      return UID;
    case 'quantity':
      return QUANTITY;
    case 'boolean':
      return BOOLEAN;
    case 'price_break':
      return PRICE_BREAK;
    case 'object':
    case 'map':
      return OBJECT;
    default:
      return UNUSUAL;
  }
}

/** The members that documents of one schema have, documented or not, in the order of their first occurrence. */
export class MemberTree {
  readonly root: MemberNode;
  private readonly keys = new Interner();

  constructor(schema: ObjectSchema, slots: SlotTree) {
    this.root = new MemberNode('', undefined, undefined, { kind: 'object', schema }, slots, false);
  }

  /** The member of `parent` whose name is `source[from, to)`. */
  member(parent: MemberNode, source: Uint8Array, from: number, to: number): MemberNode {
    const number = this.keys.internBytes(source, from, to);
    let node = parent.children?.get(number);
    if (!node) {
      const key = source.slice(from, to);
      node = parent.create(decodeUtf8(source, from, to), key.some(needsEscape) ? undefined : key);
      parent.children ??= new Map();
      parent.children.set(number, node);
    }
    return node;
  }
}

/** Whether a byte must be escaped in a JSON string. */
function needsEscape(byte: number): boolean {
  return byte < 0x20 || byte === 0x22 || byte === 0x5c;
}

/** Adds the names of members seen for the first time, parents before their members. */
export function notePaths(nodes: readonly MemberNode[], paths: PathCollector): void {
  for (const node of nodes) node.path ??= paths.child(node.parent?.path ?? paths.root, node.name);
}
