/*
 * What words of a question fit in the names of a catalog, name by name. Texts are cut into groups by a regular expression; the
 * engine reads them character by character.
 */

/** How well a span fits; see `Fit` of the engine. */
export type OracleFit = 'whole' | 'beginning' | 'item' | 'inside';

const FITS: readonly OracleFit[] = ['whole', 'beginning', 'item', 'inside'];

/** Letters or digits, and what precedes them. */
interface Group {
  readonly text: string;
  readonly gap: string;
  readonly isNumber: boolean;
}

const GROUP = /(\p{Nd}+(?:\.\p{Nd}+)*|%|(?:(?!\p{Nd})[\p{L}\p{N}])+)/u;

function groupsOf(text: string): Group[] {
  const pieces = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('μ', 'u').split(GROUP);
  const groups: Group[] = [];
  for (let i = 1; i < pieces.length; i += 2) {
    groups.push({ text: singular(pieces[i]), gap: pieces[i - 1], isNumber: /^\p{Nd}/u.test(pieces[i]) });
  }
  return groups;
}

/** The plurals of the texts that the tests draw. */
function singular(word: string): string {
  return /^\p{L}{2,}[rp]s$/u.test(word) ? word.slice(0, -1) : word;
}

/** A span of a question in one piece. */
export function keyOf(span: string): string {
  return groupsOf(span)
    .map(({ text }) => text)
    .join('');
}

/** Whether a group begins a word, and whether it begins an item: of a list, in or behind a bracket, or behind a dash. */
const beginsWord = ({ gap }: Group, i: number) =>
  i === 0 || (/[\s,;/|()]/.test(gap) && !/~/.test(gap)) || beginsItem({ gap } as Group, i);
const beginsItem = ({ gap }: Group, i: number) => i === 0 || /[,;/|(]/.test(gap) || (isDash(gap) && !/~/.test(gap));
const isDash = (gap: string) => /-/.test(gap) && /\s/.test(gap);
/** Whether a segment of a name ends before a group. */
const endsSegment = (groups: readonly Group[], i: number) => i === groups.length || (beginsItem(groups[i], i) && i > 0);

/** The runs of groups `[from, to)` that are a key in one piece and begin a word. */
function runsOf(key: string, groups: readonly Group[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let from = 0; from < groups.length; from++) {
    if (!beginsWord(groups[from], from)) continue;
    for (let to = from + 1, text = ''; to <= groups.length; to++) {
      text += groups[to - 1].text;
      if (text === key) runs.push([from, to]);
    }
  }
  return runs;
}

/** A text without the commas of numbers that begin a word of letters, digits, points and commas: `1,500 Cycles`. */
function withoutThousands(text: string): string {
  return text.replace(/[\p{L}\p{N}.,]+/gu, (word) => {
    const [number] = /^[1-9]\d{0,2}(?:,\d{3})+(?!\d)/.exec(word) ?? [''];
    return number.replaceAll(',', '') + word.slice(number.length);
  });
}

/** How a key fits the value of a spec; undefined: not at all. */
export function valueFit(key: string, value: string): OracleFit | undefined {
  if (key === '') return undefined;
  const groups = groupsOf(withoutThousands(value));
  const fits = runsOf(key, groups).flatMap(([from, to]) => fitOfRun(key, groups, from, to) ?? []);
  return FITS.find((fit) => fits.includes(fit));
}

function fitOfRun(key: string, groups: readonly Group[], from: number, to: number): OracleFit | undefined {
  const isEnd = to === groups.length;
  if (from === 0 && isEnd) return 'whole';
  if (from === 0 && /[,;/|]/.test(groups[to].gap) && !/\(/.test(groups[to].gap)) return 'item';
  if (from === 0) return goesOn(key, groups, to) ? 'beginning' : undefined;
  const isBehindCount =
    from >= 1 && /^\d+$/.test(groups[from - 1].text) && (from === 1 || beginsItem(groups[from - 1], from - 1));
  if (beginsItem(groups[from], from) || isBehindCount) {
    return endsSegment(groups, to) || goesOn(key, groups, to) ? 'item' : undefined;
  }
  return isEnd || beginsWord(groups[to], to) ? 'inside' : undefined;
}

/** Whether a value may go on behind a key that it begins with. */
function goesOn(key: string, groups: readonly Group[], to: number): boolean {
  const [last, next, afterNext] = [groups[to - 1], groups[to], groups[to + 1]];
  if (/~/.test(next.gap) && !/[,;/|(]/.test(next.gap)) return false;
  if (key.length === 1 && !beginsWord(next, to)) return false;
  const isMore = (group: Group | undefined) => group !== undefined && /^\d/.test(group.text) && !beginsItem(group, to);
  if (!last.isNumber) return !(last.text === 'x' && /\dx$/.test(key) && isMore(next));
  if (next.gap === '') return !(next.text === 'x' && isMore(afterNext));
  const isJoined = !beginsWord(next, to);
  if (!isJoined || !next.isNumber) return true;
  const isLength = afterNext !== undefined && afterNext.gap === '' && /^(?:mil|mm)/.test(afterNext.text);
  return /^\d{4}$/.test(last.text) || Number.parseInt(next.text, 10) <= 3 || isLength;
}

/** Whether a key is all of a name, the head of one of its segments, or occurs elsewhere in it; undefined: nowhere. */
export function placeInName(key: string, name: string): 'whole' | 'head' | 'elsewhere' | undefined {
  const groups = groupsOf(name);
  // Words do not end one thing and begin another one.
  const isAcross = ([from, to]: [number, number]) =>
    !beginsItem(groups[from], from) && groups.slice(from + 1, to).some((group) => beginsItem(group, to));
  const runs = key === '' ? [] : runsOf(key, groups).filter((run) => !isAcross(run));
  if (runs.length === 0) return undefined;
  if (runs.some(([from, to]) => from === 0 && to === groups.length)) return 'whole';
  return runs.some(([, to]) => endsSegment(groups, to)) ? 'head' : 'elsewhere';
}

/** The least number of edits between two words, by the definition: each letter is edited once at most. */
export function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return edits(x, y);
  const least = Math.min(edits(x, b), edits(a, y), edits(x, y)) + 1;
  const isSwap = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  return isSwap ? Math.min(least, edits(a.slice(2), b.slice(2)) + 1) : least;
}
