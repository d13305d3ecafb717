import type { Catalog } from '../partdex.js';
import { CommandError } from './failure.js';

/** Most categories that a message lists. */
const NAMED = 10;
/** Most letters in which a mistyped name differs. */
const MISTYPED = 3;

/**
 * The uids of the categories with this uid or name, in any case; a name may occur in several branches of the tree.
 * @throws CommandError that lists names with the same words, else those that differ in few letters
 */
export async function findCategory(catalog: Catalog, name: string): Promise<string[]> {
  if (await catalog.categories.get(name)) return [name];
  const found: string[] = [];
  const phrase = `"${name.replace(/["\\]/g, '\\$&')}"`;
  const alike = new Set<string>();
  for await (const category of catalog.categories.scan({ q: phrase, sortby: 'name' })) {
    if (category.name.toLowerCase() === name.toLowerCase()) found.push(category.uid);
    else alike.add(category.name);
  }
  if (found.length > 0) return found;
  const names = alike.size > 0 ? [...alike] : await nearestNames(catalog, name);
  throw new CommandError(`there is no category "${name}"${names.length > 0 ? `; there is ${listOf(names)}` : ''}`);
}

async function nearestNames(catalog: Catalog, name: string): Promise<string[]> {
  const wanted = name.toLowerCase();
  const distances = new Map<string, number>();
  for await (const category of catalog.categories.scan({ show: ['name'], sortby: 'name' })) {
    const own = category.name.toLowerCase();
    if (Math.abs(own.length - wanted.length) > MISTYPED) continue;
    const distance = letterDistance(wanted, own);
    if (distance <= Math.min(MISTYPED, wanted.length / 3)) distances.set(category.name, distance);
  }
  return [...distances].sort(([, a], [, b]) => a - b).map(([near]) => near);
}

function listOf(names: readonly string[]): string {
  const listed = names.slice(0, NAMED).map((name) => `"${name}"`);
  return `${listed.join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`;
}

/** The least number of letters to insert, delete or replace. */
function letterDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[j] + 1, current[j - 1] + 1));
    }
    previous = current;
  }
  return previous[b.length];
}
