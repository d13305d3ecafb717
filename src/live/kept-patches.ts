import { composedPatch } from '../model/merge-patch.js';

/** What the updates of an overlay do to its base, part by part: those that were only patched keep their patches. */
export class KeptPatches {
  /** By uid the patch since the base; undefined for a part that was put or removed. */
  private constructor(private readonly byUid: Map<string, object | undefined>) {}

  static none(): KeptPatches {
    return new KeptPatches(new Map());
  }

  /** A copy that the next update changes, so that one which fails leaves nothing behind. */
  next(): KeptPatches {
    return new KeptPatches(new Map(this.byUid));
  }

  /** Notes a part that is put or removed. */
  replace(uid: string): void {
    this.byUid.set(uid, undefined);
  }

  /** Notes a valid patch, as JSON writes it. The caller may change it afterwards. */
  patch(uid: string, patch: object): void {
    const copy = JSON.parse(JSON.stringify(patch)) as object;
    this.byUid.set(uid, this.byUid.has(uid) ? this.after(this.byUid.get(uid), copy) : copy);
  }

  private after(before: object | undefined, patch: object): object | undefined {
    return before && composedPatch(before, patch);
  }

  /** The patch of a part since the base; undefined for one that is put whole. */
  of(uid: string): object | undefined {
    return this.byUid.get(uid);
  }
}
