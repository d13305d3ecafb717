import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Answers of the hosted service that others have recorded: data beside the project, which is not part of it. */
export const RECORDED_FILE = '../shared/data/real/recorded-answers.ndjson.gz';

export const hasRecorded = existsSync(RECORDED_FILE);

/** A recorded answer, the request as a URL that it answers, and the content of the answer as the source of a catalog. */
export interface Recorded {
  readonly name: string;
  readonly url: string;
  readonly answer: object;
  readonly source: object;
}

type Members = Record<string, unknown>;

interface Line {
  readonly request: string | { readonly path: string; readonly args: readonly [string, string][] };
  readonly answer: Members;
}

/** Members of a part that are shown by default. */
const SHOWN = new Set(['__class__', 'uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'offers']);

/** The recorded answers, and everything in them together as the source of a catalog. */
export function readRecorded(): { answers: Recorded[]; source: object } {
  const lines = gunzipSync(readFileSync(RECORDED_FILE)).toString().trim().split('\n');
  const records = lines.map((line) => JSON.parse(line) as Line);
  const answers = records.map(({ request, answer }) => {
    const name = typeof request === 'string' ? request : `${request.path} ${request.args.join(' ')}`;
    return { name, url: urlOf(request, answer), answer, source: sourceOf([answer]) };
  });
  return { answers, source: sourceOf(records.map(({ answer }) => answer)) };
}

/** Some requests are recorded with their arguments, for others the answer contains the request. */
function urlOf(request: Line['request'], answer: Members): string {
  if (typeof request !== 'string') {
    const given = request.args.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return [`${request.path}?`, ...given, ...directives(answer)].join('&');
  }
  if (request === 'parts_part_response') return [`/parts/${answer.uid}?`, ...directives(answer)].join('&');
  if (request === 'parts_search_response') {
    const { q } = answer.request as { q: string };
    return [`/parts/search?q=${encodeURIComponent(q)}`, ...directives(answer)].join('&');
  }
  const { queries } = (answer.request ?? { queries: numbersOf(answer) }) as { queries: object[] };
  return [`/parts/match?queries=${encodeURIComponent(JSON.stringify(queries))}`, ...directives(answer)].join('&');
}

/** Of one answer nothing is recorded but its results: each was found by a part number. */
function numbersOf({ results }: Members): object[] {
  return (results as { items: { mpn: string }[] }[]).slice(0, 20).map(({ items: [part] }) => ({ mpn: part?.mpn ?? 'nothing' }));
}

/** The directives that give the parts of an answer the members that they have. */
function directives(answer: Members): string[] {
  const members = new Set<string>();
  for (const part of objectsOf(answer, 'Part')) {
    for (const name of Object.keys(part)) if (!SHOWN.has(name)) members.add(name);
  }
  return [...members].map((name) => `include[]=${name}`);
}

function sourceOf(answers: readonly Members[]): object {
  const all = (className: string) => merged(answers.flatMap((answer) => objectsOf(answer, className)));
  return {
    parts: all('Part'),
    brands: all('Brand'),
    sellers: all('Seller'),
    categories: withAncestors(all('Category')),
  };
}

function objectsOf(value: unknown, className: string, found: Members[] = []): Members[] {
  if (typeof value !== 'object' || value === null) return found;
  if ((value as Members).__class__ === className) found.push(value as Members);
  for (const member of Object.values(value)) objectsOf(member, className, found);
  return found;
}

/** Several answers tell of the same object, each of some members. */
function merged(objects: readonly Members[]): Members[] {
  const byUid = new Map<unknown, Members>();
  for (const object of objects) byUid.set(object.uid, { ...object, ...byUid.get(object.uid) });
  return [...byUid.values()];
}

/** Categories whose ancestors were not recorded themselves tell their uids and names. */
function withAncestors(categories: Members[]): Members[] {
  const byUid = new Map(categories.map((category) => [category.uid, category]));
  for (const category of categories) {
    const uids = category.ancestor_uids as string[];
    const names = category.ancestor_names as string[];
    uids.forEach((uid, i) => {
      if (byUid.has(uid)) return;
      byUid.set(uid, {
        uid,
        name: names[i],
        parent_uid: uids[i - 1] ?? null,
        ancestor_uids: uids.slice(0, i),
        ancestor_names: names.slice(0, i),
      });
    });
  }
  return [...byUid.values()];
}
