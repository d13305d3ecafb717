import { type Catalog, formatChanges, type OverlayCatalog, overlay, type Part, type PartPatch, parseChanges } from 'partdex';
import type { OwnNote } from './protocol.js';

/** The seller of own prices. */
export const OWN_SELLER = { uid: 'own', name: 'My price' };

/**
 * What the user has noted about parts: an overlay over the catalog. A note is a member `own` of its part, from which a description and an
 * offer follow, so that searches and prices know them. The catalog itself does not change.
 */
export class OwnNotes {
  private readonly notes = new Map<string, OwnNote>();
  private over: OverlayCatalog | undefined;

  private constructor(private readonly base: Catalog) {}

  /**
   * Lays the notes over a catalog. Notes about parts that it does not have are kept.
   * @param text as `text` returns it
   * @throws InvalidDocumentError for another text
   */
  static async open(base: Catalog, text: string): Promise<OwnNotes> {
    const notes = new OwnNotes(base);
    for await (const { uid, own } of (parseChanges(text).patch ?? []) as Iterable<PartPatch & { own?: OwnNote }>) {
      if (typeof uid === 'string') notes.note(uid, own ?? {});
    }
    const { patches } = await notes.patches();
    if (patches.length > 0) notes.over = await overlay(base, { patch: patches });
    return notes;
  }

  /** The catalog with the notes. */
  get catalog(): Catalog {
    return this.over ?? this.base;
  }

  /** The note about a part. */
  of(uid: string): OwnNote | undefined {
    return this.notes.get(uid);
  }

  /** Replaces the note about a part; an empty one removes it. */
  async set(uid: string, own: OwnNote): Promise<void> {
    const before = this.notes.get(uid) ?? {};
    this.note(uid, own);
    const patch = [await this.patchOf(uid, own)].flatMap((found) => found ?? []);
    try {
      if (this.over) await this.over.update({ patch });
      else if (patch.length > 0) this.over = await overlay(this.base, { patch });
    } catch (error) {
      this.note(uid, before);
      throw error;
    }
  }

  /** All notes as changes of a catalog, in NDJSON: `partdex update` takes them too. */
  async text(): Promise<string> {
    const { patches, unknown } = await this.patches();
    return formatChanges({ patch: [...patches, ...unknown] });
  }

  /** The catalog below stays open. */
  async close(): Promise<void> {
    await this.over?.close();
  }

  private note(uid: string, { text = '', price = '' }: OwnNote): void {
    if (text === '' && price === '') this.notes.delete(uid);
    else this.notes.set(uid, { ...(text !== '' && { text }), ...(price !== '' && { price }) });
  }

  private async patches(): Promise<{ patches: PartPatch[]; unknown: PartPatch[] }> {
    const patches: PartPatch[] = [];
    const unknown: PartPatch[] = [];
    for (const [uid, own] of this.notes) {
      const patch = await this.patchOf(uid, own);
      if (patch) patches.push(patch);
      else unknown.push({ uid, own });
    }
    return { patches, unknown };
  }

  /** Lists are replaced whole, so those of the catalog of today are repeated; undefined for a part that it does not have. */
  private async patchOf(uid: string, { text, price }: OwnNote): Promise<PartPatch | undefined> {
    const part = await this.base.parts.get(uid, { include: ['descriptions', 'offers'] });
    if (part?.uid !== uid) return undefined;
    const own = text || price ? { ...(text && { text }), ...(price && { price }) } : null;
    const descriptions = [...(part.descriptions ?? []), ...(text ? [{ value: text }] : [])];
    const offers = [...(part.offers ?? []), ...(price ? [this.offerAt(price)] : [])];
    return { uid, own, descriptions, offers };
  }

  private offerAt(price: string): NonNullable<Part['offers']>[number] {
    return { seller: OWN_SELLER, prices: { [this.base.info.priceCurrency]: [[1, price]] } };
  }
}
