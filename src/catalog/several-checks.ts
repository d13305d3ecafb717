import { compareCodePoints } from '../analysis/text.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import { InvalidDocumentError } from '../model/errors.js';
import { invalid } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { CatalogField } from '../model/own-fields.js';
import { Pauses, type Steps } from '../work/pauses.js';
import type { CatalogFile } from './catalog-file.js';

/** Uids that are compared between two steps. */
const UIDS_AT_ONCE = 1 << 14;

/** Prices of two currencies cannot be compared. @throws ValidationError */
export function checkCurrencies(files: readonly CatalogFile[]): void {
  const [first, ...others] = files;
  const { priceCurrency } = first.manifest;
  const other = others.find(({ manifest }) => manifest.priceCurrency !== priceCurrency);
  if (!other) return;
  const currencies = `${first.name} has prices in ${priceCurrency} and ${other.name} in ${other.manifest.priceCurrency}`;
  const text = `: the files must have one price currency, but ${currencies}`;
  throw invalid('wrong_type', ['paths'], text, { found: other.manifest.priceCurrency, expected: [priceCurrency] });
}

/**
 * The fields that any of the files declares. A file that does not declare one has no values of it.
 * @throws ValidationError for a field of two kinds
 */
export function mergeOwnFields(files: readonly CatalogFile[]): readonly CatalogField[] {
  const merged = new Map<string, { readonly field: CatalogField; readonly file: CatalogFile }>();
  for (const file of files) {
    for (const field of file.manifest.ownFields) {
      const known = merged.get(field.name);
      if (known && known.field.kind !== field.kind) throw twoKinds(field.name, known, { field, file });
      const keywords = field.keywords || (known?.field.keywords ?? false);
      merged.set(field.name, { field: { ...field, keywords }, file: known?.file ?? file });
    }
  }
  return Array.from(merged.values(), ({ field }) => field);
}

type Declared = { readonly field: CatalogField; readonly file: CatalogFile };

function twoKinds(name: string, first: Declared, other: Declared) {
  const kinds = `a ${first.field.kind} field in ${first.file.name} and a ${other.field.kind} field in ${other.file.name}`;
  const text = `: a field must have one kind, but ${shorten(name)} is ${kinds}`;
  return invalid('wrong_kind', ['paths'], text, { found: other.field.kind, expected: [first.field.kind] });
}

/** A uid belongs to one part, and a merged uid leads to one. @throws InvalidDocumentError naming both files */
export async function checkUids(files: readonly CatalogFile[]): Promise<void> {
  const uids = await Promise.all(files.map(({ segments }) => segments.parts.field('uid')?.dictionary.load()));
  const merged = await Promise.all(files.map(async ({ segments }) => (await segments.parts.redirects.load())?.uids));
  const pauses = new Pauses();
  const twice = await pauses.run(firstRepeated(uids));
  if (twice) throw fault(files, twice, 'uid', `"${twice.uid}" is a part of both; a uid may occur only once`);
  const listed = await pauses.run(firstRepeated(merged));
  if (listed) throw fault(files, listed, 'redirected_uids', `"${listed.uid}" is listed in both; it may lead to one part only`);
  for (const [file, redirected] of merged.entries()) {
    for (let i = 0; redirected && i < redirected.size; i++) {
      const uid = redirected.value(i);
      const living = uids.findIndex((own) => own && own.find(uid) >= 0);
      if (living < 0) continue;
      const what = `"${uid}" is merged in the first and a part of the second; a merged uid may not live on`;
      throw fault(files, { uid, in: [file, living] }, 'redirected_uids', what);
    }
    await pauses.pause();
  }
}

/** A uid, and the numbers of two files that have it. */
interface Repeated {
  readonly uid: string;
  readonly in: readonly [number, number];
}

/** The first uid of two dictionaries: all are walked once, in the order that they share. */
function* firstRepeated(dictionaries: readonly (Dictionary | undefined)[]): Steps<Repeated | undefined> {
  const at = new Uint32Array(dictionaries.length);
  const next = (file: number): string | undefined => {
    const dictionary = dictionaries[file];
    return dictionary && at[file] < dictionary.size ? dictionary.value(at[file]++) : undefined;
  };
  const heads = dictionaries.map((_, file) => next(file));
  for (let steps = 1; ; steps++) {
    let least = -1;
    for (let file = 0; file < heads.length; file++) {
      const uid = heads[file];
      if (uid === undefined) continue;
      const difference = least < 0 ? -1 : compareCodePoints(uid, heads[least] as string);
      if (difference === 0) return { uid, in: [least, file] };
      if (difference < 0) least = file;
    }
    if (least < 0) return undefined;
    heads[least] = next(least);
    if (steps % UIDS_AT_ONCE === 0) yield;
  }
}

function fault(files: readonly CatalogFile[], repeated: Repeated, path: string, what: string): InvalidDocumentError {
  const [first, second] = repeated.in.map((file) => files[file].name);
  return inFiles(first, second, path, what);
}

/** An error of two files that cannot be opened together. */
export function inFiles(first: string, second: string, path: string, what: string): InvalidDocumentError {
  return new InvalidDocumentError(`${first} and ${second}: ${path}: ${what}`, { source: first, line: 1, path });
}
