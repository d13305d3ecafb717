import type { CollectionName } from '../../../src/model/fields.js';
import {
  type BuildOptions,
  buildCatalog,
  type Catalog,
  type CatalogSource,
  type Collection,
  type OpenOptions,
} from '../../../src/partdex.js';
import { createSuggester } from '../../../src/suggest/partdex-suggest.js';

/** How both sides open a catalog: on a busy machine one of them may take longer than a request usually may. */
export const UNHURRIED: OpenOptions = { limits: { milliseconds: Infinity } };

/** A request to a catalog, as JSON; the same in Node and in a browser. */
export type Task =
  | { readonly kind: 'search' | 'scan'; readonly collection: CollectionName; readonly request: object }
  | { readonly kind: 'explain'; readonly collection: 'parts'; readonly request: object; readonly uid?: string }
  | { readonly kind: 'get'; readonly collection: CollectionName; readonly uid: string; readonly directives: object }
  | {
      readonly kind: 'getMulti';
      readonly collection: CollectionName;
      readonly uids: readonly string[];
      readonly directives: object;
    }
  | { readonly kind: 'suggest'; readonly texts: readonly string[] }
  | { readonly kind: 'info' | 'validate' };

/** The answer to each task as text, or the error in its place. A catalog that cannot be opened has one answer: why. */
export async function answersOf(opening: Promise<Catalog>, tasks: readonly Task[]): Promise<string[]> {
  let catalog: Catalog;
  try {
    catalog = await opening;
  } catch (error) {
    return [textOfError(error)];
  }
  const answer = (task: Task) => carryOut(catalog, task).then(textOf, textOfError);
  const answers = await Promise.all(tasks.map((task) => (task.kind === 'explain' ? '' : answer(task))));
  // An explanation lists what is read for it: that must not depend on other requests in the meantime.
  for (const [i, task] of tasks.entries()) if (task.kind === 'explain') answers[i] = await answer(task);
  await catalog.close();
  return answers;
}

/** The sections of a catalog that is built here, and a digest of its bytes. */
export async function builtFrom(source: CatalogSource, options: BuildOptions = {}): Promise<string[]> {
  const catalog = await buildCatalog(source, options);
  const bytes = (await catalog.toBytes()) as Uint8Array<ArrayBuffer>;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [textOf(catalog.sections()), [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')];
}

async function carryOut(catalog: Catalog, task: Task): Promise<unknown> {
  if (task.kind === 'suggest') {
    const suggester = await createSuggester(catalog);
    return task.texts.map((text) => suggester.suggest(text));
  }
  if (!('collection' in task)) {
    return task.kind === 'info' ? { info: catalog.info, specs: catalog.specs, sections: catalog.sections() } : catalog.validate();
  }
  const collection = catalog[task.collection] as Collection<object>;
  switch (task.kind) {
    case 'search':
      return collection.search(task.request);
    case 'explain':
      return catalog.parts.explain(task.request, task.uid);
    case 'scan': {
      const items: object[] = [];
      for await (const item of collection.scan(task.request)) items.push(item);
      return items;
    }
    case 'get':
      return collection.get(task.uid, task.directives);
    case 'getMulti':
      return collection.getMulti([...task.uids], task.directives);
  }
}

/** As JSON, members in their order; what JSON would leave out or change is spelled out. Times are left out. */
function textOf(value: unknown): string {
  const spelled = (name: string, member: unknown) =>
    (name === 'msec' || name === 'microseconds') && typeof member === 'number'
      ? '(time)'
      : member === undefined || Object.is(member, -0) || (typeof member === 'number' && !Number.isFinite(member))
        ? `(${Object.is(member, -0) ? '-0' : member})`
        : member;
  return JSON.stringify(value, spelled);
}

function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return `throws ${error}`;
  return `throws ${error.name}: ${error.message} ${textOf({ ...error })}`;
}
