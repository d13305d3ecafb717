/** The sections of a catalog file by purpose. */
export interface SizeGroup {
  readonly name: string;
  /** True for stored documents, false for the index. */
  readonly isStored: boolean;
  readonly bytes: number;
  /** Kind of section (`dictionary`, `codes`, `postings`, …) to bytes. */
  readonly kinds: Readonly<Record<string, number>>;
}

const STORED = 'stored documents';

/** The sections of a catalog in groups, the largest first. */
export function groupSections(sections: readonly { name: string; bytes: number }[]): SizeGroup[] {
  const specKeys = new Set<string>();
  const groups = new Map<string, { bytes: number; kinds: Record<string, number> }>();
  for (const { name, bytes } of sections) {
    const { group, kind, specKey } = placeOf(name);
    if (specKey !== undefined) specKeys.add(specKey);
    const found = groups.get(group) ?? { bytes: 0, kinds: {} };
    groups.set(group, found);
    found.bytes += bytes;
    found.kinds[kind] = (found.kinds[kind] ?? 0) + bytes;
  }
  return [...groups]
    .map(([name, { bytes, kinds }]) => ({
      name: name === SPECS ? `${SPECS} (${specKeys.size} keys)` : name,
      isStored: name === STORED,
      bytes,
      kinds,
    }))
    .sort((a, b) => b.bytes - a.bytes);
}

const SPECS = 'specs.*';

/** Group and kind of a section, whose name is `<collection>/<…>/<kind>`. */
function placeOf(name: string): { group: string; kind: string; specKey?: string } {
  const [collection] = name.split('/');
  const kind = name.slice(name.lastIndexOf('/') + 1);
  const path = name.slice(collection.length + 1, -kind.length - 1);
  if (kind === 'documents' || kind === 'blocks') return { group: STORED, kind };
  if (kind === 'spec-blocks') return { group: 'spec blocks, for drilldowns', kind: 'blocks' };
  if (collection !== 'parts') return { group: 'other collections, manifest', kind };
  // A fieldname may contain slashes.
  const field = /^fields\/(.*)$/s.exec(path)?.[1];
  if (field?.startsWith('specs.')) return { group: SPECS, kind, specKey: field.replace(/^specs\.(.*)\.\w+$/s, '$1') };
  if (field !== undefined) return { group: field, kind };
  return path.startsWith('texts/')
    ? { group: `text index "${path.slice('texts/'.length)}"`, kind }
    : { group: 'rows and paths', kind };
}
