import { wrongArgument } from './issues.js';
import { isObject } from './plain.js';

/** The terms by which sellers are authorized. */
export interface Authorized {
  /** The sellers that a maker authorizes, by the maker's uid: for its parts this list decides alone. */
  lists?: Record<string, string[]>;
  /** Sellers that are authorized for the parts of every other maker: the members of an association. */
  members?: string[];
}

/** The terms of a catalog as they are compared: sets instead of lists. */
export interface AuthorizedSellers {
  readonly lists: ReadonlyMap<string, ReadonlySet<string>>;
  readonly members: ReadonlySet<string>;
}

/**
 * The option `authorized`.
 * @throws ValidationError
 */
export function readAuthorized(given: unknown): AuthorizedSellers {
  if (!isObject(given)) throw wrongArgument('authorized', 'an object with "lists" or "members"', given);
  for (const name of Object.keys(given)) {
    if (name === 'lists' || name === 'members') continue;
    throw wrongArgument(['authorized', name], 'no member; there are "lists" and "members"', given[name]);
  }
  const { lists = {}, members = [] } = given;
  if (!isObject(lists)) throw wrongArgument(['authorized', 'lists'], 'an object of lists of seller uids', lists);
  const sets = Object.keys(lists).map((maker) => [maker, sellersOf(lists[maker], ['authorized', 'lists', maker])] as const);
  return { lists: new Map(sets), members: sellersOf(members, ['authorized', 'members']) };
}

/** Whether a stored value is terms. */
export function isAuthorized(value: unknown): value is Authorized {
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((text) => typeof text === 'string');
  if (!isObject(value)) return false;
  const { lists = {}, members = [] } = value;
  return isObject(lists) && Object.values(lists).every(isTexts) && isTexts(members);
}

/**
 * The terms of several files, for parts that are put later: of each maker the list of the first file that has one, and the members of
 * all. Undefined if no file has terms.
 */
export function uniteAuthorized(sources: readonly (Authorized | undefined)[]): Authorized | undefined {
  const given = sources.filter((one) => one !== undefined);
  if (given.length <= 1) return given[0];
  const lists = new Map(given.toReversed().flatMap(({ lists: of = {} }) => Object.entries(of)));
  return { lists: Object.fromEntries(lists), members: [...new Set(given.flatMap(({ members = [] }) => members))] };
}

/** Decides `is_authorized` of the offers of a part, which it changes. @returns whether one is another now */
export function authorizeOffers(part: Record<string, unknown>, { lists, members }: AuthorizedSellers): boolean {
  const maker = makerOf(part);
  const list = maker === undefined ? undefined : lists.get(maker);
  let isChanged = false;
  for (const offer of [part.offers].flat()) {
    if (!isObject(offer)) continue;
    const uid = memberOf(offer.seller, 'uid');
    if (typeof uid !== 'string') continue;
    const isAuthorized = list ? list.has(uid) : members.has(uid) || offer.is_authorized === true;
    if (offer.is_authorized === isAuthorized) continue;
    offer.is_authorized = isAuthorized;
    isChanged = true;
  }
  return isChanged;
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
