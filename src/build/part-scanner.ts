import { decodeUtf8, encodeUtf8, maxUtf8Length } from '../analysis/utf8.js';
import { checkPart } from '../model/check-documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import { DOCUMENT_DEPTH, NAME_DEPTH, PART } from '../model/schema.js';
import { MAX_UID_BYTES } from '../model/uid.js';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  FAULT,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './json-cursor.js';
import * as members from './member-tree.js';
import { type MemberNode, MemberTree, notePaths, type SlotTree } from './member-tree.js';
import { checkNesting } from './nesting.js';
import { IS_LITERAL, IS_NUMBER, IS_OTHER, IS_REWRITTEN, PartEntries } from './part-entries.js';
import { BREAK_PRICE, MPN, PART_UID, REDIRECTED, SPEC } from './part-slots.js';
import type { PathCollector } from './path-collector.js';
import { ObjectDocument, type SourceDocument } from './source-documents.js';

/**
 * Reads parts from their JSON text, checking each as model/check-documents.ts does, without creating objects. The values to index
 * become a list of entries: ranges of the bytes. A part that is not plainly in the form that the index is built from goes to the
 * thorough check, and the scanner reads its result.
 */
export class PartScanner extends PartEntries {
  private readonly tree: MemberTree;
  /** Members of this part that no earlier part had. */
  private readonly added: MemberNode[] = [];
  private objects = 0;
  private isChecked = false;
  private mpn = -1;

  constructor(slots: SlotTree) {
    super();
    this.tree = new MemberTree(PART, slots);
  }

  /**
   * Reads a part; false if the thorough check must decide.
   * @param isChecked whether the text is that of a part that has been checked
   */
  scan(bytes: Uint8Array, isChecked = false): boolean {
    this.json.bytes = bytes;
    this.isChecked = isChecked;
    this.length = this.rewritten.length = this.added.length = this.redirected = 0;
    this.uid = this.mpn = -1;
    const from = this.json.blanksEnd(0);
    if (bytes[from] !== OPEN_OBJECT) return false;
    const to = this.object(this.tree.root, from, 0);
    if (to === FAULT || this.json.blanksEnd(to) !== bytes.length) return false;
    return this.uid >= 0 && this.mpn >= 0 && this.to(this.mpn) > this.from(this.mpn);
  }

  /** Adds the names of the part's members: the part read last is accepted. */
  notePaths(paths: PathCollector): void {
    if (this.added.length > 0) notePaths(this.added, paths);
  }

  /** The object at `at`; `depth` counts the objects and lists that contain it. */
  private object(node: MemberNode, at: number, depth: number): number {
    const { json } = this;
    const { bytes } = json;
    const number = ++this.objects;
    at = json.blanksEnd(at + 1);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    let expected = node.first;
    let previous: MemberNode | undefined;
    for (;;) {
      if (bytes[at] !== QUOTE) return FAULT;
      let end = expected?.key === undefined ? FAULT : endOfKey(bytes, at + 1, expected.key);
      let member = expected as MemberNode;
      if (end === FAULT) {
        end = json.stringEnd(at + 1);
        if (end === FAULT) return FAULT;
        member = this.member(node, at + 1, end);
        if (previous) previous.follower = member;
        else node.first = member;
      }
      if (member.lastObject === number) return FAULT;
      member.lastObject = number;
      at = json.colonEnd(end + 1);
      if (at === FAULT || (at = this.value(member, at, depth)) === FAULT) return FAULT;
      at = json.blanksEnd(at);
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
      if (bytes[at] !== COMMA) return FAULT;
      at = json.blanksEnd(at + 1);
      previous = member;
      expected = member.follower;
    }
  }

  /** The member whose name is at `[from, to)`. */
  private member(node: MemberNode, from: number, to: number): MemberNode {
    if (!this.json.isEscaped) return this.tree.member(node, this.json.bytes, from, to);
    const { rewritten } = this;
    const start = rewritten.length;
    this.rewrite(from, to);
    return this.tree.member(node, rewritten.array, start, rewritten.length);
  }

  /** Appends a string, without its escapes, to the rewritten ones. */
  private rewrite(from: number, to: number): void {
    this.write(JSON.parse(decodeUtf8(this.json.bytes, from - 1, to + 1)));
  }

  private write(text: string): void {
    const { rewritten } = this;
    rewritten.reserve(maxUtf8Length(text.length));
    rewritten.length = encodeUtf8(text, rewritten.array, rewritten.length);
  }

  /** The value of a member. */
  private value(node: MemberNode, at: number, depth: number): number {
    const byte = this.json.bytes[at];
    if (node.path === undefined && !this.noteNew(node)) return FAULT;
    if (byte === LOWER_N) return node.isEntry ? FAULT : this.json.literalEnd(at);
    if (!node.isList) return this.element(node, at, depth);
    // The thorough check turns a single value into a list of one.
    return byte === OPEN_LIST ? this.elements(node, at, depth) : FAULT;
  }

  /** The list at `at`. */
  private elements(node: MemberNode, at: number, depth: number): number {
    const { json } = this;
    const { bytes } = json;
    at = json.blanksEnd(at + 1);
    if (bytes[at] === CLOSE_LIST) return at + 1;
    for (;;) {
      at = this.element(node, at, depth + 1);
      if (at === FAULT) return FAULT;
      at = json.blanksEnd(at);
      if (bytes[at] === CLOSE_LIST) return at + 1;
      if (bytes[at] !== COMMA) return FAULT;
      at = json.blanksEnd(at + 1);
    }
  }

  /** Records a member that no part had so far; false if the thorough check must see it first. */
  private noteNew(node: MemberNode): boolean {
    // Keys that are numbers come first among the members of an object, and new spec keys are numbered in that order.
    if (node.slot >= SPEC && !this.isChecked && /^[0-9]+$/.test(node.name)) return false;
    if (node.documentedKind !== members.DROPPED) this.added.push(node);
    return true;
  }

  /** A value that is not a list, or an element of one; null is not a value. */
  private element(node: MemberNode, at: number, depth: number, kind = node.kind): number {
    const byte = this.json.bytes[at];
    switch (kind) {
      case members.TEXT:
        return byte === QUOTE ? this.string(node.slot, at) : FAULT;
      case members.OBJECT:
        return byte === OPEN_OBJECT ? this.documented(node, at, depth) : FAULT;
      case members.QUANTITY:
        return this.quantity(node.slot, at);
      case members.PRICE_BREAK:
        return this.priceBreak(node.slot, at);
      case members.UID:
        return byte === QUOTE ? this.uidString(node.slot, at) : FAULT;
      case members.BOOLEAN:
        return byte === LOWER_T || byte === LOWER_F ? this.boolean(node.slot, at) : FAULT;
      case members.ANYTHING:
        return this.anything(node, at, depth);
      case members.DROPPED:
        return this.deepValue(at, depth);
      case members.LOOSE:
        return this.looseElement(node, at, depth);
      default:
        return FAULT;
    }
  }

  /** A value that a loose field has: read as the tables of the documents say, then recorded for the field. */
  private looseElement(node: MemberNode, at: number, depth: number): number {
    const end = this.element(node, at, depth, node.documentedKind);
    if (end === FAULT) return FAULT;
    const isPair = node.documentedKind === members.PRICE_BREAK;
    // The elements of other lists have been recorded one by one.
    if (this.json.bytes[at] !== OPEN_LIST || isPair) this.recordLoose(node.loose, at, end, depth);
    return end;
  }

  /** Records a valid value of a loose field; of a list, its elements. */
  private recordLoose(slot: number, at: number, end: number, depth: number): void {
    const { json } = this;
    switch (json.bytes[at]) {
      case QUOTE:
        this.string(slot, at);
        return;
      case LOWER_N:
        return;
      case LOWER_T:
      case LOWER_F:
        this.push(slot, at, end, IS_LITERAL);
        return;
      case OPEN_OBJECT:
        this.push(slot, at, end, IS_OTHER);
        return;
      case OPEN_LIST:
        this.recordPair(slot, at, depth);
        return;
      default:
        if (this.quantity(slot, at) === FAULT) this.push(slot, at, end, IS_OTHER);
    }
  }

  /** Records the quantity and the price of a break. */
  private recordPair(slot: number, at: number, depth: number): void {
    const { json } = this;
    let from = json.blanksEnd(at + 1);
    while (json.bytes[from] !== CLOSE_LIST) {
      const to = this.deepValue(from, depth);
      this.recordLoose(slot, from, to, depth);
      from = json.blanksEnd(to);
      if (json.bytes[from] === COMMA) from = json.blanksEnd(from + 1);
    }
  }

  private documented(node: MemberNode, at: number, depth: number): number {
    if (node.slot === 0) return this.object(node, at, depth + 1);
    const entry = this.push(node.slot, at, 0, 0);
    const end = this.object(node, at, depth + 1);
    this.entries[entry + 2] = end;
    this.entries[entry + 3] = this.length;
    return end;
  }

  private string(slot: number, at: number): number {
    const end = this.json.stringEnd(at + 1);
    if (end === FAULT) return FAULT;
    if (slot !== 0) this.pushString(slot, at + 1, end);
    return end + 1;
  }

  private pushString(slot: number, from: number, to: number): void {
    const { rewritten } = this;
    if (slot === PART_UID) this.uid = this.length;
    else if (slot === MPN) this.mpn = this.length;
    else if (slot === REDIRECTED) this.redirected++;
    if (!this.json.isEscaped) {
      this.push(slot, from, to, 0);
      return;
    }
    const start = rewritten.length;
    this.rewrite(from, to);
    this.push(slot, start, rewritten.length, IS_REWRITTEN);
  }

  private uidString(slot: number, at: number): number {
    const end = this.json.stringEnd(at + 1);
    // One with escapes may have a lone surrogate.
    const isPlain = end !== FAULT && !this.json.isEscaped && end > at + 1 && end - at - 1 <= MAX_UID_BYTES;
    if (!isPlain && !(this.isChecked && end !== FAULT)) return FAULT;
    if (slot !== 0) this.pushString(slot, at + 1, end);
    return end + 1;
  }

  private boolean(slot: number, at: number): number {
    const end = this.json.literalEnd(at);
    if (slot !== 0 && end !== FAULT) this.push(slot, at, end, 0);
    return end;
  }

  private quantity(slot: number, at: number): number {
    if (this.json.bytes[at] === QUOTE) return this.string(slot, at);
    const end = this.json.numberEnd(at);
    if (end === FAULT) return FAULT;
    const length = end - at;
    if (isShortInteger(this.json.bytes, at, length)) {
      if (slot !== 0) this.push(slot, at, end, IS_NUMBER);
      return end;
    }
    const number = Number(decodeUtf8(this.json.bytes, at, end));
    if (!Number.isFinite(number)) return FAULT;
    if (slot === 0) return end;
    const start = this.rewritten.length;
    this.write(String(number));
    this.push(slot, start, this.rewritten.length, IS_NUMBER | IS_REWRITTEN);
    return end;
  }

  private priceBreak(slot: number, at: number): number {
    const { json } = this;
    const { bytes } = json;
    if (bytes[at] !== OPEN_LIST) return FAULT;
    at = this.quantity(slot, json.blanksEnd(at + 1));
    if (at === FAULT || bytes[(at = json.blanksEnd(at))] !== COMMA) return FAULT;
    at = this.quantity(slot === 0 ? 0 : BREAK_PRICE, json.blanksEnd(at + 1));
    if (at === FAULT) return FAULT;
    at = json.blanksEnd(at);
    return bytes[at] === CLOSE_LIST ? at + 1 : FAULT;
  }

  /** A value whose names are not recorded. */
  private deepValue(at: number, depth: number): number {
    // The object or list that contains it is added to those that `depth` counts.
    return this.json.valueEnd(at, DOCUMENT_DEPTH - depth - 1);
  }

  /** An undocumented value, read for the names in it. */
  private anything(node: MemberNode, at: number, depth: number): number {
    const byte = this.json.bytes[at];
    if (byte !== OPEN_OBJECT && byte !== OPEN_LIST) return this.json.scalarEnd(at);
    if (depth >= NAME_DEPTH) return this.deepValue(at, depth);
    return byte === OPEN_OBJECT ? this.object(node, at, depth + 1) : this.elements(node, at, depth);
  }
}

/**
 * Reads a document as a part, and returns the bytes to store. Text that is not plainly a part, and objects in memory, are parsed
 * and checked; the result of the check is written as text and read again.
 * @throws InvalidDocumentError
 */
export function readPart(document: SourceDocument, part: PartScanner): Uint8Array {
  if (document.text && part.scan(document.text)) return document.stored();
  const value = document.value();
  const checked = checkPart(value, document);
  const stored = document.stored();
  checkNesting(stored, document);
  const text = document.text || checked !== value ? new ObjectDocument(document.source, document.line, checked).stored() : stored;
  if (part.scan(text, true)) return stored;
  const { source, line } = document;
  throw new InvalidDocumentError(`${source}, document ${line}: its toJSON() does not write what it is`, {
    source,
    line,
    path: '',
  });
}

/** The closing quote of `key` at `at`, FAULT if another key is there. */
function endOfKey(bytes: Uint8Array, at: number, key: Uint8Array): number {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return FAULT;
  return bytes[at + key.length] === QUOTE ? at + key.length : FAULT;
}

/** Whether a JSON number is an integer that JavaScript writes in the same way. */
function isShortInteger(bytes: Uint8Array, at: number, length: number): boolean {
  if (length === 1) return true;
  if (length > 15) return false;
  const first = bytes[at] === 0x2d ? at + 1 : at;
  for (let i = first; i < at + length; i++) if (bytes[i] < 0x30 || bytes[i] > 0x39) return false;
  return bytes[first] !== 0x30;
}
