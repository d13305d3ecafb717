import { fold } from '../analysis/text.js';
import { cutGroups, type GroupSink } from './forms.js';
import { stem } from './stems.js';
import { GrowingArray } from './vocabulary-packing.js';

/** What stands before a unit of a form. Marks from `BLANK` on begin a word. */
export const MARK = {
  /** A unit of the same group of letters or digits. */
  inside: 0,
  /** A group of the other kind, with nothing in between: `SOT|23`. */
  change: 1,
  /** A hyphen or another mark between letters and digits: `SOT-23`. */
  join: 2,
  /** Both ends of a range: `4.5V~5.5V`. */
  range: 3,
  blank: 4,
  /** The end of a bracket, with no list going on: `XLR (Cannon) Connector`. */
  closing: 5,
  /** The next of several adjectives of one noun: `USB, DVI, HDMI Connectors`. */
  adjective: 6,
  /** The next item of a list or alternative: `I2C, SPI`, `Inductors/Coils`. */
  list: 7,
  /** The beginning of a bracket. */
  bracket: 8,
  /** A hyphen between blanks: `Diodes - Zener`. */
  dash: 9,
  /** The last word of a segment, which only says more of the word before it: `Ceramic Capacitors MLCC`, `Motor Driver ICs`. */
  tail: 10,
  /** The beginning of the text. */
  start: 11,
} as const;

/** Stands before the last word of a segment that is a tail. */
export const TAIL = '\u001f';
/** Stands before the next of several adjectives of one noun. */
export const ADJECTIVE = '\u001e';
const LIST_MARKS = new Set([...',;/|&、\n\t']);
const OPENING = new Set([...'([{【']);
const CLOSING = new Set([...')]}】']);
const RANGE_MARKS = new Set([...'~…→']);
/** A number whose commas group thousands, and end no item of a list: `1,500 Cycles`, but not `SOT223,100` and `2,4,100`. */
const THOUSANDS = /(?<![\p{L}\p{N}.,])[1-9]\d{0,2}(?:,\d{3})+(?!\d)/gu;
const HYPHENS = new Set([...'-‐‑‒–—']);

/** Letters and digits of texts, folded and stemmed as `phraseKey` does it, and what stands between them. */
export interface FormSink {
  readonly units: GrowingArray<Uint16Array>;
  readonly marks: GrowingArray<Uint8Array>;
}

export function formSink(): FormSink {
  return { units: new GrowingArray(new Uint16Array(256)), marks: new GrowingArray(new Uint8Array(256)) };
}

/** What stands between two groups. */
class Gap {
  private blanks = false;
  private mark: number = MARK.start;
  private hasHyphen = false;

  add(character: string): void {
    if (character === ' ' || character === '\u00a0') this.blanks = true;
    else if (character === TAIL) this.raise(MARK.tail);
    else if (character === ADJECTIVE) this.raise(MARK.adjective);
    else if (LIST_MARKS.has(character)) this.raise(MARK.list);
    else if (OPENING.has(character)) this.raise(MARK.bracket);
    else if (CLOSING.has(character)) this.raise(MARK.closing);
    else if (RANGE_MARKS.has(character)) this.raise(MARK.range);
    else {
      if (HYPHENS.has(character)) this.hasHyphen = true;
      this.raise(MARK.join);
    }
  }

  private raise(mark: number): void {
    if (this.mark < mark) this.mark = mark;
  }

  /** The mark of the group that follows; then the gap is empty. */
  take(): number {
    let mark = this.mark;
    if (this.blanks && mark < MARK.adjective && mark !== MARK.range)
      mark = this.hasHyphen ? MARK.dash : Math.max(mark, MARK.blank);
    this.mark = MARK.change;
    this.blanks = this.hasHyphen = false;
    return mark;
  }
}

/** Appends groups in stems, each with the mark of the gap before it. */
class FormWriter implements GroupSink {
  private readonly between = new Gap();

  constructor(private readonly sink: FormSink) {}

  group(text: string): void {
    appendGroup(stem(text), this.between.take(), this.sink);
  }

  gap(character: string): void {
    this.between.add(character);
  }
}

/** Appends the form of a text. Groups are those of `groupsOf`, in stems. */
export function appendForm(text: string, sink: FormSink): void {
  cutGroups(fold(text.replace(THOUSANDS, (number) => number.replaceAll(',', ''))), new FormWriter(sink));
}

function appendGroup(group: string, mark: number, { units, marks }: FormSink): void {
  for (let i = 0; i < group.length; i++) {
    units.push(group.charCodeAt(i));
    marks.push(i === 0 ? mark : MARK.inside);
  }
}
