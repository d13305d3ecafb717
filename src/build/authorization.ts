import { decodeUtf8, utf8Bytes } from '../analysis/utf8.js';
import { wrongArgument } from '../model/issues.js';
import { isObject } from '../model/plain.js';
import type { SourceDocument } from './source-documents.js';

/** The terms by which sellers are authorized. */
export interface Authorized {
  /** The sellers that a maker authorizes, by the maker's uid: for its parts this list decides alone. */
  lists?: Record<string, string[]>;
  /** Sellers that are authorized for the parts of every other maker: the members of an association. */
  members?: string[];
}

/** Decides `is_authorized` of offers by lists of makers and by membership (docs/semantics.md, "Authorized sellers"). */
export class Authorization {
  private readonly lists = new Map<string, ReadonlySet<string>>();
  private readonly members: ReadonlySet<string>;

  /** @throws ValidationError */
  constructor(given: unknown) {
    if (!isObject(given)) throw wrongArgument('authorized', 'an object with "lists" or "members"', given);
    for (const name of Object.keys(given)) {
      if (name === 'lists' || name === 'members') continue;
      throw wrongArgument(['authorized', name], 'no member; there are "lists" and "members"', given[name]);
    }
    const { lists = {}, members = [] } = given;
    if (!isObject(lists)) throw wrongArgument(['authorized', 'lists'], 'an object of lists of seller uids', lists);
    for (const maker of Object.keys(lists)) this.lists.set(maker, sellersOf(lists[maker], ['authorized', 'lists', maker]));
    this.members = sellersOf(members, ['authorized', 'members']);
  }

  /** The document with the offers as the terms have them; undefined where they are so already. @param stored its JSON text */
  decide(stored: Uint8Array, { source, line }: SourceDocument): SourceDocument | undefined {
    const part = JSON.parse(decodeUtf8(stored, 0, stored.length)) as Record<string, unknown>;
    const maker = makerOf(part);
    const list = maker === undefined ? undefined : this.lists.get(maker);
    let isChanged = false;
    for (const offer of [part.offers].flat()) {
      if (!isObject(offer)) continue;
      const uid = memberOf(offer.seller, 'uid');
      if (typeof uid !== 'string') continue;
      const isAuthorized = list ? list.has(uid) : this.members.has(uid) || offer.is_authorized === true;
      if (offer.is_authorized === isAuthorized) continue;
      offer.is_authorized = isAuthorized;
      isChanged = true;
    }
    if (!isChanged) return undefined;
    const text = utf8Bytes(JSON.stringify(part));
    return { source, line, text, value: () => part, stored: () => text };
  }
}

/** The uid of a part's maker: its manufacturer if that has a uid or a name, else its brand. */
function makerOf({ manufacturer, brand }: Record<string, unknown>): string | undefined {
  const isNamed = textOf(manufacturer, 'uid') !== undefined || textOf(manufacturer, 'name') !== undefined;
  return textOf(isNamed ? manufacturer : brand, 'uid');
}

/** A member that is a text and not empty. */
function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function sellersOf(given: unknown, path: (string | number)[]): ReadonlySet<string> {
  if (!Array.isArray(given)) throw wrongArgument(path, 'a list of seller uids', given);
  given.forEach((uid: unknown, i) => {
    if (typeof uid !== 'string') throw wrongArgument([...path, i], 'a seller uid', uid);
  });
  return new Set(given as string[]);
}
