import { isObject } from '../model/plain.js';
import { CLASS_MEMBER, NAME_DEPTH, type ObjectSchema, PART, type ValueType } from '../model/schema.js';

/**
 * The dotted paths of the members of a part that the tables of documents do not have, through lists: directives may name them. The
 * keys of `specs` are not among them: the index has these in a field of their own.
 */
export function undocumentedPaths(part: object): Set<string> {
  const paths = new Set<string>();
  walkObject(part, PART, '', 0, paths);
  return paths;
}

function walkObject(value: object, schema: ObjectSchema, prefix: string, depth: number, paths: Set<string>): void {
  for (const [name, member] of Object.entries(value)) {
    if (name === CLASS_MEMBER) continue;
    const documented = schema.byName.get(name);
    const path = `${prefix}${name}`;
    if (!documented) paths.add(path);
    walk(member, documented?.type, path, depth, paths);
  }
}

function walk(value: unknown, type: ValueType | undefined, path: string, depth: number, paths: Set<string>): void {
  if (typeof value !== 'object' || value === null || depth >= NAME_DEPTH) return;
  if (Array.isArray(value)) {
    const element = type?.kind === 'list' ? type.of : type;
    for (const one of value) walk(one, element, path, depth + 1, paths);
    return;
  }
  if (!isObject(value) || type?.kind === 'price_break') return;
  const element = type?.kind === 'list' ? type.of : type;
  if (element?.kind === 'object') {
    walkObject(value, element.schema, `${path}.`, depth + 1, paths);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (name === CLASS_MEMBER) continue;
    const at = `${path}.${name}`;
    if (path !== 'specs') paths.add(at);
    walk(member, element?.kind === 'map' ? element.of : undefined, at, depth + 1, paths);
  }
}
