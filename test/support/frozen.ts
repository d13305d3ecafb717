/** The first place in a tree of plain data that is not frozen, or undefined. */
export function unfrozen(node: unknown, path = '$'): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if (!Object.isFrozen(node)) return path;
  for (const [name, child] of Object.entries(node)) {
    const place = unfrozen(child, `${path}.${name}`);
    if (place !== undefined) return place;
  }
  return undefined;
}
