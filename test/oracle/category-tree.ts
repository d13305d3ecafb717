/** The category tree, and what is computed of it (docs/semantics.md, "Categories"). */
import { type Doc, listOf, member, type Row } from './documents.js';
import { OracleError } from './errors.js';
import { compareText } from './text.js';

/** Levels that a tree may have. */
const LEVELS = 100;

type Uids = readonly string[];

/** The category records of a catalog, by uid. */
type Records = ReadonlyMap<string, Row>;

const recordsOf = (categories: readonly Row[]): Records => new Map(categories.map((row) => [row.uid, row]));
const parentOf = ({ given }: Row) => member(given, 'parent_uid') as string | undefined;

/** Undefined where the record does not give the list. */
function givenList({ given }: Row, name: string): Uids | undefined {
  const value = member(given, name);
  return value === undefined ? undefined : (listOf(value) as Uids);
}

/** Every category above one, by all that the records say. */
export function ancestorsIn(categories: readonly Row[]): (uid: string) => ReadonlySet<string> {
  const records = recordsOf(categories);
  return (uid) => {
    const found = new Set<string>();
    const open = [uid];
    while (open.length > 0) {
      const row = records.get(open.pop() as string);
      if (!row) continue;
      for (const above of [...listOf(parentOf(row)), ...(givenList(row, 'ancestor_uids') ?? [])] as Uids) {
        if (!found.has(above)) open.push(above);
        found.add(above);
      }
    }
    return found;
  };
}

/** Refuses records that make no tree. */
export function checkTree(categories: readonly Row[]): void {
  const records = recordsOf(categories);
  for (const row of categories) {
    const parent = parentOf(row);
    const isNamed = (uid: string) => records.has(uid) || givenList(row, 'ancestor_uids')?.includes(uid);
    if (parent !== undefined && !isNamed(parent)) refuse(row, `no category is ${parent}`);
    let levels = 0;
    for (let at: Row | undefined = row; at; at = records.get(parentOf(at) ?? '')) {
      if (++levels > LEVELS) refuse(row, `more than ${LEVELS} levels, or a circle`);
    }
  }
}

function refuse({ uid }: Row, message: string): never {
  throw new OracleError('InvalidDocumentError', `${uid}: parent_uid: ${message}`);
}

/** The categories with what their records do not give. */
export function withComputed(categories: readonly Row[], parts: readonly Row[]): Row[] {
  const records = recordsOf(categories);
  const above = ancestorsIn(categories);
  const uidsOfParts = parts.map(({ doc }) => {
    const listed = listOf(doc.category_uids) as Uids;
    return new Set(listed.flatMap((uid) => [uid, ...above(uid)]));
  });

  const ancestors = (row: Row): Uids => {
    const given = givenList(row, 'ancestor_uids');
    const parent = parentOf(row);
    if (given || parent === undefined) return given ?? [];
    return [...ancestors(records.get(parent) as Row), parent];
  };
  const names = (uids: Uids) => (uids.every((uid) => records.has(uid)) ? uids.map((uid) => records.get(uid)?.doc.name) : []);
  const children = (uid: string) => categories.filter((row) => parentOf(row) === uid).map((row) => row.uid);

  return categories.map((row) => {
    const { uid, given } = row;
    const lacks = (name: string) => member(given, name) === undefined;
    const doc: Doc = Object.assign(Object.create(null), row.doc);
    if (lacks('ancestor_uids')) doc.ancestor_uids = ancestors(row);
    if (lacks('ancestor_names')) doc.ancestor_names = names(ancestors(row));
    if (lacks('children_uids')) doc.children_uids = children(uid).sort(compareText);
    if (lacks('num_parts')) doc.num_parts = uidsOfParts.filter((uids) => uids.has(uid)).length;
    return { ...row, doc };
  });
}
