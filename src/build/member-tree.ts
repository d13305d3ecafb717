import { decodeUtf8 } from '../analysis/utf8.js';
import { CLASS_MEMBER, type ObjectSchema, type ValueType } from '../model/schema.js';
import { Interner } from './interner.js';
import type { PathCollector, PathNode } from './path-collector.js';

/** What the value of a member has to be, of a list what its elements have to be. */
export const ANYTHING = 0;
export const TEXT = 1;
export const UID = 2;
export const QUANTITY = 3;
export const BOOLEAN = 4;
export const PRICE_BREAK = 5;
export const OBJECT = 6;
/** A member that carries nothing and has no name. */
export const DROPPED = 7;
/** What only the thorough check can judge. */
export const UNUSUAL = 8;

/** Says which numbers the values of members have for their reader; 0 for those that it does not read. */
export interface SlotTree {
  readonly slot: number;
  readonly members?: ReadonlyMap<string, SlotTree>;
  /** What any other member has, given its name. */
  readonly others?: (name: string) => SlotTree;
}

const NO_SLOTS: SlotTree = { slot: 0 };

/** A member of documents, at one place of their structure: all elements of a list share their members. */
export class MemberNode {
  readonly kind: number;
  readonly slot: number;
  /** Of a list: that of its elements. */
  private readonly type: ValueType | undefined;
  readonly isList: boolean;
  /** The member that came behind this one when there was one last, and of its own members the first: mostly they do again. */
  follower: MemberNode | undefined;
  first: MemberNode | undefined;
  /** Number of the object that had this member last, since no object may have it twice. */
  lastObject = 0;
  /** Its name among those of the documents that were taken. */
  path: PathNode | undefined;
  /** Its members by the numbers of their names, once it has any: most members have none. */
  children: Map<number, MemberNode> | undefined;

  constructor(
    readonly name: string,
    /** The bytes of the name as JSON text has them; undefined where a backslash belongs in them, so that there are many ways. */
    readonly key: Uint8Array | undefined,
    readonly parent: MemberNode | undefined,
    type: ValueType | undefined,
    private readonly slots: SlotTree,
    /** Whether it is one of a map of documented values: they cannot be null. */
    readonly isEntry: boolean,
  ) {
    this.isList = type?.kind === 'list';
    this.type = type?.kind === 'list' ? type.of : type;
    this.kind = name !== CLASS_MEMBER ? kindOf(this.type) : isEntry ? UNUSUAL : DROPPED;
    this.slot = slots.slot;
  }

  /** A member of this one, as the tables of the documents have it. */
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
    // One that comes as a number is made text by the thorough check.
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

/** The members that documents of one schema have, documented or not, as they are met. */
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

/** Whether a byte cannot stand for itself in a JSON string. */
function needsEscape(byte: number): boolean {
  return byte < 0x20 || byte === 0x22 || byte === 0x5c;
}

/** Notes the names of members that were met for the first time, parents before their members. */
export function notePaths(nodes: readonly MemberNode[], paths: PathCollector): void {
  for (const node of nodes) node.path ??= paths.child(node.parent?.path ?? paths.root, node.name);
}
