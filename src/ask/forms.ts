import { characterClass, DIGIT, fold, partNumberForm, SEPARATOR } from '../analysis/text.js';
import { stem } from './stems.js';

const POINT = 0x2e;
const PERCENT = 0x25;

/** Takes the groups of a text, and what is between them. */
export interface GroupSink {
  /** A group of letters, of digits with their points, or `%`. */
  group(text: string): void;
  /** A character that is in no group. */
  gap(character: string): void;
}

/** Cuts a folded text into its groups. A point between digits belongs to them (`2.54`), and `%` is a group of its own. */
export function cutGroups(folded: string, sink: GroupSink): void {
  let from = 0;
  let kind = SEPARATOR;
  for (let i = 0; i < folded.length; ) {
    const codePoint = folded.codePointAt(i) as number;
    const width = codePoint > 0xffff ? 2 : 1;
    const isPoint = codePoint === POINT && kind === DIGIT && isDigitAt(folded, i + 1);
    const next = isPoint ? DIGIT : characterClass(codePoint);
    if (next !== kind) {
      if (kind !== SEPARATOR) sink.group(folded.slice(from, i));
      from = i;
      kind = next;
    }
    if (codePoint === PERCENT) sink.group('%');
    else if (kind === SEPARATOR) sink.gap(folded.slice(i, i + width));
    i += width;
  }
  if (kind !== SEPARATOR) sink.group(folded.slice(from));
}

/** Collects the groups of texts. */
class GroupList implements GroupSink {
  readonly groups: string[] = [];

  group(text: string): void {
    this.groups.push(text);
  }

  gap(): void {}
}

/**
 * The groups of letters and of digits of a text, folded: `SOT-23-5` and `sot23-5` are `sot`, `23`, `5`. All punctuation but that of
 * `cutGroups` falls away. What words, packages and values are compared by.
 */
export function groupsOf(text: string): string[] {
  const list = new GroupList();
  cutGroups(fold(text), list);
  return list.groups;
}

function isDigitAt(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && characterClass(codePoint) === DIGIT;
}

/** The groups of a text in one piece: `SOT-23-5` is `sot235`, `op amp` is `opamp`. */
export function joinedForm(text: string): string {
  return groupsOf(text).join('');
}

/** The stems of the groups of a text: `Chip Resistors` is `chip`, `resistor`. */
export function stemsOf(text: string): string[] {
  return groupsOf(text).map(stem);
}

/** The same with blanks around each, in which whole words can be found. */
export function spacedStems(text: string): string {
  return ` ${stemsOf(text).join(' ')} `;
}

/** What phrases are compared by in the trade vocabulary: `Op-Amps`, `op amp` and `opamp` are one. */
export function phraseKey(text: string): string {
  return stemsOf(text).join('');
}

/** Whether a word may be a part number: at least four letters and digits, with one of each. */
export function isNumberLike(text: string): boolean {
  const form = partNumberForm(text);
  return form.length >= 4 && /\p{N}/u.test(form) && /\p{L}/u.test(form);
}
