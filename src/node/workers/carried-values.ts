import { turn } from '../../work/pauses.js';

/**
 * An answer as JSON text, the form that is fastest to parse. What JSON would lose is recorded beside it: maps without prototype
 * by their places, and single values (`undefined`, `-0`, NaN and infinities) by their paths.
 */
export interface CarriedValue {
  /** The value; a list that is sent in pieces is empty here. */
  readonly text: string;
  /** Lists of the elements of `results`, or of the value itself if that is a list, if there are many. */
  readonly pieces?: readonly string[];
  /** The places of maps without prototype. */
  readonly maps?: MapPlaces;
  readonly singles?: readonly Single[];
}

/** For a place in a value: whether the maps there have no prototype, and the places below it. */
export interface MapPlaces {
  readonly here?: true;
  /** For all elements of the list here. */
  readonly elements?: MapPlaces;
  readonly members?: Readonly<Record<string, MapPlaces>>;
}

/** A value that JSON cannot represent, or a map (`bare`) that differs from others at its place. */
export interface Single {
  readonly path: readonly (string | number)[];
  readonly value?: number | undefined;
  readonly bare?: true;
}

/** The length of text up to which elements are sent together: parsing it takes less than a millisecond. */
const PIECE_CHARACTERS = 1 << 16;
/** Milliseconds after which parsing yields. */
const GIVE_WAY_MS = 4;

/** Converts a value of an answer into data that a message can hold. */
export function packValue(value: unknown): CarriedValue {
  const { places, singles } = examine(value);
  const list = longList(value);
  const pieces = list && piecesOf(list);
  const isSplit = pieces !== undefined && pieces.length > 1;
  const frame = isSplit ? (Array.isArray(value) ? [] : { ...(value as object), results: [] }) : value;
  return {
    text: JSON.stringify(frame) ?? 'null',
    ...(isSplit && { pieces }),
    ...(places && { maps: places }),
    ...(singles.length > 0 && { singles }),
  };
}

/** Restores the value, synchronously if it is small. */
export function unpackValue(carried: CarriedValue): unknown | Promise<unknown> {
  return carried.pieces
    ? unpackPieces(carried, carried.pieces)
    : withSingles(withMaps(parse(carried.text), carried.maps), carried);
}

async function unpackPieces(carried: CarriedValue, pieces: readonly string[]): Promise<unknown> {
  const { maps } = carried;
  const value = parse(carried.text);
  const isList = Array.isArray(value);
  const list = (isList ? value : (value as { results: unknown[] }).results) as unknown[];
  const places = isList ? maps : maps?.members?.results;
  // Members of an answer before its results have their maps restored while `results` is still empty.
  const restored = withMaps(value, maps);
  let began = performance.now();
  for (const piece of pieces) {
    if (performance.now() - began > GIVE_WAY_MS) {
      await turn();
      began = performance.now();
    }
    for (const element of withMaps(parse(piece), places) as unknown[]) list.push(element);
  }
  return withSingles(restored, carried);
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** The list of an answer that may be long. */
function longList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const results: unknown = typeof value === 'object' && value !== null && 'results' in value ? value.results : undefined;
  return Array.isArray(results) ? results : undefined;
}

function piecesOf(list: readonly unknown[]): string[] {
  const pieces: string[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const element of list) {
    const text = JSON.stringify(element) ?? 'null';
    texts.push(text);
    length += text.length;
    if (length < PIECE_CHARACTERS) continue;
    pieces.push(`[${texts.join(',')}]`);
    texts = [];
    length = 0;
  }
  if (texts.length > 0) pieces.push(`[${texts.join(',')}]`);
  return pieces;
}

/** A place while a value is examined. */
class Place {
  maps = 0;
  bare = 0;
  elements: Place | undefined = undefined;
  members: Map<string, Place> | undefined = undefined;

  ofElements(): Place {
    this.elements ??= new Place();
    return this.elements;
  }

  ofMember(name: string): Place {
    this.members ??= new Map();
    let place = this.members.get(name);
    if (!place) {
      place = new Place();
      this.members.set(name, place);
    }
    return place;
  }
}

interface Findings {
  readonly singles: Single[];
  /** Whether some place has maps of both kinds. */
  isMixed: boolean;
}

function examine(value: unknown): { places: MapPlaces | undefined; singles: Single[] } {
  const root = new Place();
  const findings: Findings = { singles: [], isMixed: false };
  visit(value, root, [], findings);
  const places = placesOf(root, findings);
  if (findings.isMixed) findMixed(value, root, [], findings.singles);
  return { places, singles: findings.singles };
}

/** Values are as deep as documents, whose depth the build bounds. */
function visit(value: unknown, place: Place, path: (string | number)[], findings: Findings): void {
  if (typeof value !== 'object' || value === null) {
    if (isUntold(value)) findings.singles.push({ path: [...path], value: value as number | undefined });
    return;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      visitMember(value[i], place, undefined, path, findings);
      path.pop();
    }
    return;
  }
  place.maps++;
  if (Object.getPrototypeOf(value) === null) place.bare++;
  for (const name in value) {
    path.push(name);
    visitMember((value as Record<string, unknown>)[name], place, name, path, findings);
    path.pop();
  }
}

/** Texts and common numbers need no place of their own. */
function visitMember(
  value: unknown,
  parent: Place,
  name: string | undefined,
  path: (string | number)[],
  findings: Findings,
): void {
  if (typeof value !== 'object' || value === null) {
    if (isUntold(value)) findings.singles.push({ path: [...path], value: value as number | undefined });
    return;
  }
  visit(value, name === undefined ? parent.ofElements() : parent.ofMember(name), path, findings);
}

/** Whether JSON has no text for a value, or the text of another value. */
function isUntold(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)));
}

/** What must be restored at a place and below it. */
function placesOf(place: Place, findings: Findings): MapPlaces | undefined {
  const isHere = place.bare > 0 && place.bare === place.maps;
  if (place.bare > 0 && !isHere) findings.isMixed = true;
  const elements = place.elements && placesOf(place.elements, findings);
  const members: Record<string, MapPlaces> = Object.create(null);
  let hasMembers = false;
  for (const [name, below] of place.members ?? []) {
    const places = placesOf(below, findings);
    if (!places) continue;
    members[name] = places;
    hasMembers = true;
  }
  if (!isHere && !elements && !hasMembers) return undefined;
  return { ...(isHere && { here: true }), ...(elements && { elements }), ...(hasMembers && { members }) };
}

/** Reports the path of each map without prototype, if other maps at its place have one. */
function findMixed(value: unknown, place: Place | undefined, path: (string | number)[], singles: Single[]): void {
  if (typeof value !== 'object' || value === null || !place) return;
  const isList = Array.isArray(value);
  if (!isList && place.bare < place.maps && Object.getPrototypeOf(value) === null) singles.push({ path: [...path], bare: true });
  for (const name of Object.keys(value)) {
    const below = isList ? place.elements : place.members?.get(name);
    findMixed((value as Record<string, unknown>)[name], below, [...path, isList ? Number(name) : name], singles);
  }
}

/** Removes the prototypes of maps that had none. */
function withMaps(value: unknown, places: MapPlaces | undefined): unknown {
  if (!places || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (places.elements) for (const element of value) withMaps(element, places.elements);
    return value;
  }
  if (places.here) Object.setPrototypeOf(value, null);
  if (places.members) {
    for (const name in places.members) {
      const member: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      if (member !== undefined) withMaps(member, places.members[name]);
    }
  }
  return value;
}

function withSingles(value: unknown, { singles }: CarriedValue): unknown {
  // The value itself if nothing was replaced.
  if (singles?.length === 1 && singles[0].path.length === 0) return singles[0].bare ? value : singles[0].value;
  for (const { path, value: single, bare } of singles ?? []) {
    let parent = value as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) parent = parent[step] as Record<string | number, unknown>;
    const last = path[path.length - 1];
    if (bare) Object.setPrototypeOf(parent[last] as object, null);
    else Object.defineProperty(parent, last, { value: single, writable: true, enumerable: true, configurable: true });
  }
  return value;
}
