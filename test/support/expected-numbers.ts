import type { Part } from '../../src/partdex.js';
import type { Suggestion } from '../../src/suggest/partdex-suggest.js';
import { compareText, pn, tokens } from '../oracle/text.js';

/** Parts that write a number in ways of the same form. */
interface Family {
  readonly form: string;
  readonly parts: Part[];
  readonly spellings: Map<string, Set<Part>>;
}

/** The numbers that are suggested for a text, by looking at all of them. */
export function expectedNumbers(
  kind: 'mpn' | 'sku',
  parts: readonly Part[],
  numbersOf: (part: Part) => string[],
  typed: string,
  most: number,
): Suggestion[] {
  const families = [...familiesOf(parts, numbersOf).values()].sort(compareFamilies);
  const form = pn(typed);
  const suggest = (found: Family[], match: Suggestion['match']) => found.map((family) => suggestionOf(kind, family, match));
  const exact = suggest(
    families.filter((family) => family.form === form),
    'exact',
  );
  const longer = families.filter((family) => family.form !== form && family.form.startsWith(form));
  const begun = [...exact, ...suggest(longer.slice(0, most), 'prefix')];
  const pieces = tokens(typed).map(pn);
  if (begun.length > 0 || pieces.length < 2 || pieces.length > 16) return begun;
  return suggest(families.filter((family) => hasPieces(family.form, pieces)).slice(0, most), 'words');
}

function familiesOf(parts: readonly Part[], numbersOf: (part: Part) => string[]): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const part of parts) {
    for (const number of numbersOf(part)) {
      const form = pn(number);
      if (form === '') continue;
      const family: Family = families.get(form) ?? { form, parts: [], spellings: new Map() };
      families.set(form, family);
      if (!family.parts.includes(part)) family.parts.push(part);
      const writers = family.spellings.get(number) ?? new Set<Part>();
      family.spellings.set(number, writers.add(part));
    }
  }
  return families;
}

function compareFamilies(a: Family, b: Family): number {
  return offersOf(b) - offersOf(a) || bytesOf(a.form) - bytesOf(b.form) || compareText(a.form, b.form);
}

function offersOf({ parts }: Family): number {
  return Math.max(...parts.map(({ offers }) => offers?.length ?? 0));
}

/** The length that decides; numbers of 254 bytes and more are equally long. */
function bytesOf(form: string): number {
  return Math.min(254, new TextEncoder().encode(form).length);
}

function suggestionOf(kind: 'mpn' | 'sku', { parts, spellings }: Family, match: Suggestion['match']): Suggestion {
  const [[text]] = [...spellings].sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || compareText(a, b));
  return { kind, text, match, parts: parts.length, ...(parts.length === 1 && { uid: parts[0].uid }) };
}

function hasPieces(form: string, [first, ...others]: readonly string[]): boolean {
  if (!form.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = form.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}
