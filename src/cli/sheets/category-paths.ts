import type { Catalog } from '../../partdex.js';

/** Categories whose paths are kept. */
const MOST = 10_000;

interface Known {
  readonly path: string;
  readonly ancestors: readonly string[];
}

/** The paths of categories as cells have them: `Passives / Resistors`. */
export class CategoryPaths {
  private readonly known = new Map<string, Known | undefined>();

  constructor(private readonly catalog: Pick<Catalog, 'categories'>) {}

  /** The path of the first category of a part that is not above another one of them; empty if none has a record. */
  async pathOf(uids: string | readonly string[]): Promise<string> {
    const found: (Known & { readonly uid: string })[] = [];
    for (const uid of [uids].flat()) {
      const category = await this.find(uid);
      if (category) found.push({ uid, ...category });
    }
    const deepest = found.find(({ uid }) => !found.some(({ ancestors }) => ancestors.includes(uid)));
    return deepest?.path ?? '';
  }

  private async find(uid: string): Promise<Known | undefined> {
    if (this.known.has(uid)) return this.known.get(uid);
    const record = await this.catalog.categories.get(uid, { show: ['name', 'ancestor_names', 'ancestor_uids'] });
    const found = record && {
      path: [...(record.ancestor_names ?? []), record.name].join(' / '),
      ancestors: record.ancestor_uids ?? [],
    };
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(uid, found);
    return found;
  }
}
