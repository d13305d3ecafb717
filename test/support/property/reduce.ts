/**
 * Makes a failing JSON value smaller while it fails: leaves out list elements and members, large pieces first. The
 * value is not changed. The result after that many attempts or milliseconds is as small as it gets.
 */
export async function reduce<T>(
  value: T,
  fails: (candidate: T) => Promise<boolean>,
  { attempts = 2_000, milliseconds = 60_000 } = {},
): Promise<T> {
  const end = performance.now() + milliseconds;
  let left = attempts;
  const hasTime = () => left > 0 && performance.now() < end;
  const stillFails = async (candidate: T): Promise<boolean> => hasTime() && left-- > 0 && (await fails(candidate));
  let current = value;
  for (let before: T | undefined; before !== current && hasTime(); ) {
    before = current;
    for (const path of containers(current)) current = await withoutPieces(current, path, stillFails);
  }
  return current;
}

type Path = readonly (string | number)[];

/** The paths of all lists and objects in the value, outer ones first. */
function containers(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    containers(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

/** Leaves out of one container what it can, halves first, then quarters, down to single entries. */
async function withoutPieces<T>(value: T, path: Path, fails: (candidate: T) => Promise<boolean>): Promise<T> {
  let current = value;
  for (let size = Math.ceil(count(at(current, path)) / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < count(at(current, path)); ) {
      const candidate = replaceAt(current, path, (container) => dropEntries(container, start, size)) as T;
      if (await fails(candidate)) current = candidate;
      else start += size;
    }
  }
  return current;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => {
    const isContainer = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key);
    return isContainer ? (inner as Record<string | number, unknown>)[key] : undefined;
  }, value);
}

function count(container: unknown): number {
  return typeof container === 'object' && container !== null ? Object.keys(container).length : 0;
}

function dropEntries(container: unknown, start: number, size: number): unknown {
  if (Array.isArray(container)) return container.filter((_, i) => i < start || i >= start + size);
  return Object.fromEntries(Object.entries(container as object).filter((_, i) => i < start || i >= start + size));
}

function replaceAt(value: unknown, path: Path, change: (inner: unknown) => unknown): unknown {
  if (path.length === 0) return change(value);
  const [key, ...rest] = path;
  if (Array.isArray(value)) return value.map((element, i) => (i === key ? replaceAt(element, rest, change) : element));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [name, name === key ? replaceAt(inner, rest, change) : inner]),
  );
}
