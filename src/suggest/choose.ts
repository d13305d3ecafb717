import { type Candidate, FUZZY } from './candidate.js';
import type { TypedText } from './typed-text.js';

/** In the first pass, no kind takes more than this share of the list. */
const MOST_SHARE = 0.3;

/**
 * The chosen candidates in order: better grades first; part numbers before names if a digit was typed, else names before part
 * numbers. No kind takes more than three tenths of the list while others have candidates, misspelled names take only what is
 * left, and no part number occurs twice.
 */
export function chooseSuggestions(candidates: readonly Candidate[], { hasDigit }: TypedText, limit: number): Candidate[] {
  const ordered = [...candidates].sort(
    (a, b) => a.grade - b.grade || (hasDigit ? isName(a) - isName(b) : isName(b) - isName(a)) || a.place - b.place,
  );
  const share = Math.ceil(limit * MOST_SHARE);
  const taken = new Map<string, number>();
  const chosen = new Set<Candidate>();
  const forms = new Set<string>();
  const take = (candidate: Candidate, most: number) => {
    const { form, suggestion } = candidate;
    const { kind } = suggestion;
    const count = taken.get(kind) ?? 0;
    const isRepeated = chosen.has(candidate) || (form !== undefined && forms.has(form));
    if (chosen.size === limit || count >= most || isRepeated) return;
    taken.set(kind, count + 1);
    chosen.add(candidate);
    if (form !== undefined) forms.add(form);
  };
  const misspelled = ordered.filter(({ grade }) => grade === FUZZY);
  for (const fitting of [ordered.filter(({ grade }) => grade < FUZZY), misspelled]) {
    for (const candidate of fitting) take(candidate, share);
    for (const candidate of fitting) take(candidate, limit);
  }
  return ordered.filter((candidate) => chosen.has(candidate));
}

function isName({ form }: Candidate): number {
  return form === undefined ? 1 : 0;
}
