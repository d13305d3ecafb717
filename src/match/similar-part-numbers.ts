import { countCharacters, nextCharacter } from '../analysis/pattern.js';
import { GrowableU32 } from '../encoding/growable.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import { oneEdit } from './one-edit.js';

/** Forms of fewer characters are similar to nothing. */
const LEAST_CHARACTERS = 4;
/** So few forms that begin as the one asked for are compared one after the other, and so few that then differ from it. */
const FEW_ALIKE = 128;
const FEW_DIFFERENT = 32;
/** Most bytes of a character. */
const CHARACTER_BYTES = 4;

/** Part numbers of a field that are similar to one for the same reason and at the same distance. */
export interface SimilarPartNumbers {
  /** `suffix`: one of the two goes on where the other ends. `edit`: one character is inserted, missing or replaced, or two neighbours are swapped. */
  readonly reason: 'suffix' | 'edit';
  /** `suffix`: the difference of the lengths. `edit`: 1, or 0.5 where a character is replaced by one that looks like it. */
  readonly distance: number;
  /** Ordinals of the field's dictionary, at least one, distinct, in no particular order. */
  readonly ordinals: Uint32Array;
}

/**
 * The numbers of a part-number field whose form is similar to `asked`, a form in UTF-8, but not the same: by distance, `suffix` before
 * `edit`. Both forms have at least four characters (code points). A number stands in one group at most.
 *
 * It takes some hundred look-ups in the order of forms, however many numbers there are, and a look at each number that goes on.
 */
export function similarPartNumbers(forms: PartNumberForms, asked: Uint8Array): SimilarPartNumbers[] {
  const starts = characterStarts(asked);
  if (starts.length <= LEAST_CHARACTERS) return [];
  const suffixes = new Groups('suffix');
  addShorter(forms, asked, starts, suffixes);
  addLonger(forms, asked, suffixes);
  const edits = new Groups('edit');
  new EditSearch(forms, asked, starts, edits).run();
  return [...suffixes.all(), ...edits.all()].sort((a, b) => a.distance - b.distance);
}

/** The similar numbers of one reason, by distance. */
class Groups {
  private readonly byDistance = new Map<number, GrowableU32>();

  constructor(private readonly reason: 'suffix' | 'edit') {}

  add(distance: number, ordinal: number): void {
    let group = this.byDistance.get(distance);
    if (!group) this.byDistance.set(distance, (group = new GrowableU32()));
    group.push(ordinal);
  }

  all(): SimilarPartNumbers[] {
    return Array.from(this.byDistance, ([distance, ordinals]) => ({ reason: this.reason, distance, ordinals: ordinals.view() }));
  }
}

/** The numbers that `asked` begins with. */
function addShorter(forms: PartNumberForms, asked: Uint8Array, starts: readonly number[], found: Groups): void {
  let key = asked;
  let place = forms.lowerBound(key);
  while (place > 0) {
    // A form that the key begins with stands before it, and all forms between begin with it too: so does the one before the key.
    const before = forms.form(place - 1);
    let common = 0;
    while (common < before.length && before.bytes[common] === key[common]) common++;
    if (common < starts[LEAST_CHARACTERS]) return;
    // A form that stands before the key has less of it.
    if (common === key.length) forms.failOrder(place - 1);
    key = asked.subarray(0, common);
    place = forms.lowerBound(key);
    const to = forms.equalEnd(key, place);
    if (to === place) continue;
    const distance = countCharacters(asked, common, asked.length);
    for (let at = place; at < to; at++) found.add(distance, forms.order[at]);
  }
}

/** The numbers that begin with `asked` and go on. */
function addLonger(forms: PartNumberForms, asked: Uint8Array, found: Groups): void {
  const from = forms.upperBound(asked);
  const to = forms.prefixEnd(asked);
  for (let place = from; place < to; place++) {
    const form = forms.form(place);
    found.add(countCharacters(form.bytes, asked.length, form.length), forms.order[place]);
  }
}

/**
 * Finds the forms that are one edit away. It goes down `asked` character by character, with the range of the forms that begin as far
 * alike. Those that differ in the next character are looked up, for each character that stands there in a form of the range: what
 * follows it is known. So a form with a first difference is found at that difference, and only there.
 */
class EditSearch {
  /** A form to look up. Between two steps it begins as `asked` does. */
  private readonly key: Uint8Array;
  private from = 0;
  private to: number;

  constructor(
    private readonly forms: PartNumberForms,
    private readonly asked: Uint8Array,
    private readonly starts: readonly number[],
    private readonly found: Groups,
  ) {
    this.key = new Uint8Array(asked.length + CHARACTER_BYTES);
    this.to = forms.size;
  }

  run(): void {
    const characters = this.starts.length - 1;
    let character = 0;
    while (character < characters && this.to - this.from > FEW_ALIKE) this.step(character++);
    // Forms that are left behind the last character begin with `asked`.
    if (character < characters) this.compareEach(this.from, this.to);
  }

  /** Finds the forms of the range that differ from `asked` in this character first, and leaves the range of the others. */
  private step(character: number): void {
    const { forms, key, asked, to } = this;
    const at = this.starts[character];
    const next = this.starts[character + 1];
    let place = this.from;
    this.from = to;
    while (place < to) {
      const form = forms.form(place);
      if (form.length === at) {
        // `asked` begins with these.
        place = forms.onward(place, forms.upperBound(key.subarray(0, at)));
        continue;
      }
      const end = nextCharacter(form.bytes, at, form.length);
      for (let i = at; i < end; i++) key[i] = form.bytes[i];
      const after = forms.onward(place, forms.prefixEnd(key.subarray(0, end)));
      if (end === next && areSame(key, asked, at, end)) [this.from, this.to] = [place, after];
      else if (after - place <= FEW_DIFFERENT) this.compareEach(place, after);
      else this.lookUpEdits(character, end);
      place = after;
    }
    for (let i = at; i < next; i++) key[i] = asked[i];
  }

  /** Looks up what is one edit from `asked` and begins with `key[0, end)`, whose last character is the first difference. */
  private lookUpEdits(character: number, end: number): void {
    const { key, asked, starts } = this;
    const at = starts[character];
    const next = starts[character + 1];
    this.lookUp(end, next); // replaced
    this.lookUp(end, at); // inserted
    const last = starts[character + 2];
    if (last === undefined) return;
    for (let i = at; i < end; i++) if (key[i] !== asked[i - at + next]) return;
    // The next character of `asked` stands here.
    this.lookUp(end, last); // one is missing
    for (let i = at; i < next; i++) key[i - at + end] = asked[i];
    this.lookUp(end + next - at, last); // swapped
  }

  /** Adds the forms that are `key[0, end)` and then `asked` from `rest` on. */
  private lookUp(end: number, rest: number): void {
    const { forms, key, asked } = this;
    key.set(asked.subarray(rest), end);
    const whole = key.subarray(0, end + asked.length - rest);
    const from = forms.lowerBound(whole);
    this.compareEach(from, forms.equalEnd(whole, from));
  }

  /** Adds those of the places whose form is one edit from `asked`. */
  private compareEach(from: number, to: number): void {
    const { forms, asked } = this;
    for (let place = from; place < to; place++) {
      const form = forms.form(place);
      const distance = oneEdit(asked, asked.length, form.bytes, form.length);
      if (distance > 0 && countCharacters(form.bytes, 0, form.length) >= LEAST_CHARACTERS)
        this.found.add(distance, forms.order[place]);
    }
  }
}

/** Whether `a[from, to)` is `b[from, to)`. */
function areSame(a: Uint8Array, b: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Where each character begins, and the end. */
function characterStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  while (starts[starts.length - 1] < bytes.length) starts.push(nextCharacter(bytes, starts[starts.length - 1], bytes.length));
  return starts;
}
