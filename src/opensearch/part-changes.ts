import { utf8Bytes } from '../analysis/utf8.js';
import { checkNesting } from '../build/nesting.js';
import { type AuthorizedSellers, authorizeOffers } from '../model/authorized.js';
import { checkPart } from '../model/check-documents.js';
import type { CheckedPart } from '../model/checked-documents.js';
import { mergePatch } from '../model/merge-patch.js';
import { isObject } from '../model/plain.js';
import type { PartReader, VersionedPart } from './part-reader.js';
import { fault, type PartChange } from './read-changes.js';
import { REDIRECTED } from './schema.js';

/** A part as a change leaves it. */
export interface ChangedPart {
  readonly change: PartChange;
  readonly part: CheckedPart;
  readonly text: string;
  /** The version that was patched; undefined for a part that is put. */
  readonly version: VersionedPart['version'] | undefined;
}

/** The part that a patch makes of a stored one. @throws InvalidDocumentError */
export function patched(
  change: PartChange & { kind: 'patch' },
  stored: VersionedPart,
  terms: AuthorizedSellers | undefined,
): ChangedPart {
  const given = mergePatch(JSON.parse(stored.text), change.patch);
  // What is decided belongs to this part: the patch may be made once more, of another version.
  const merged = terms ? structuredClone(given) : given;
  if (terms && isObject(merged)) authorizeOffers(merged, terms);
  const part = checkPart(merged, change.place);
  const text = JSON.stringify(merged);
  checkNesting(utf8Bytes(text), change.place);
  return { change, part, text, version: stored.version };
}

/** What an update makes of its parts, as they are now. */
export interface PlannedParts {
  readonly changed: ChangedPart[];
  readonly missing: Set<string>;
}

/** The part that is put. */
function put(change: PartChange & { kind: 'put' }, terms: AuthorizedSellers | undefined): ChangedPart {
  const { part, text, place } = change;
  const decided = terms && (JSON.parse(text) as Record<string, unknown>);
  if (!terms || !decided || !authorizeOffers(decided, terms)) return { change, part, text, version: undefined };
  return { change, part: checkPart(decided, place), text: JSON.stringify(decided), version: undefined };
}

/**
 * Applies the puts and patches of an update in memory.
 * @param terms that decide which sellers are authorized
 * @throws InvalidDocumentError
 */
export async function planParts(
  changes: ReadonlyMap<string, PartChange>,
  reader: PartReader,
  terms: AuthorizedSellers | undefined,
): Promise<PlannedParts> {
  const changed: ChangedPart[] = [];
  const patches = new Map<string, PartChange & { kind: 'patch' }>();
  for (const change of changes.values()) {
    if (change.kind === 'put') changed.push(put(change, terms));
    else if (change.kind === 'patch') patches.set(change.uid, change);
  }
  const missing = new Set(patches.keys());
  for await (const page of reader.read([...patches.keys()])) {
    for (const stored of page) {
      missing.delete(stored.uid);
      changed.push(patched(patches.get(stored.uid) as PartChange & { kind: 'patch' }, stored, terms));
    }
  }
  return { changed, missing };
}

/**
 * Checks the uids that the changed parts redirect, as a build of the documents that the update leaves would.
 * @throws InvalidDocumentError for one that is the part's own, belongs to a part, or leads to two parts
 */
export async function checkRedirects(
  changed: readonly ChangedPart[],
  changes: ReadonlyMap<string, PartChange>,
  reader: PartReader,
): Promise<void> {
  const targets = new Map<string, ChangedPart>();
  for (const one of changed) {
    for (const uid of one.part.redirected_uids ?? []) {
      const isTaken = targets.has(uid) || uid === one.part.uid;
      if (isTaken) throw fault(one.change.place, 'redirected_uids', `"${uid}" is listed twice or is the part's own`);
      targets.set(uid, one);
    }
  }
  const isPut = (uid: string) => changed.some(({ part }) => part.uid === uid);
  const isRemoved = (uid: string) => changes.get(uid)?.kind === 'remove';
  for (const uid of await reader.living([...targets.keys()])) if (!isRemoved(uid)) throw alive(targets.get(uid), uid);
  const puts = new Set(changed.map(({ part }) => part.uid));
  for (const [uid, one] of targets) if (puts.has(uid)) throw alive(one, uid);
  const asked = [...targets.keys(), ...puts];
  for await (const page of reader.withTerms(REDIRECTED, asked, true)) {
    for (const { uid, text } of page) {
      if (isRemoved(uid) || isPut(uid)) continue;
      for (const listed of (JSON.parse(text) as CheckedPart).redirected_uids ?? []) {
        const one = targets.get(listed) ?? changed.find(({ part }) => part.uid === listed);
        if (one) throw fault(one.change.place, 'redirected_uids', `"${listed}" leads to the part "${uid}" already`);
      }
    }
  }
}

function alive(one: ChangedPart | undefined, uid: string): Error {
  const place = one?.change.place ?? { source: 'put', line: 1 };
  return fault(place, 'redirected_uids', `"${uid}" is that of a part; a merged uid may not live on`);
}
