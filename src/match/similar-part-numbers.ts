import { countCharacters, nextCharacter } from '../analysis/pattern.js';
import { FACTOR, hashWith } from '../encoding/form-filter.js';
import { GrowableU32 } from '../encoding/growable.js';
import { type Branch, type PartNumberForms, writeCharacter } from '../index/dictionary/part-number-forms.js';
import { oneEdit } from './one-edit.js';

/** Shorter forms, in characters, are not similar to any other. */
const LEAST_CHARACTERS = 4;
/** Up to this many forms with the same beginning are compared one by one. */
const FEW_ALIKE = 128;
/** Most bytes of a character. */
const CHARACTER_BYTES = 4;

/** Part numbers of a field that are similar to one for the same reason and at the same distance. */
export interface SimilarPartNumbers {
  /**
   * `suffix`: one of the two continues where the other ends. `edit`: one character is inserted, missing or replaced, or two
   * neighbours are swapped.
   */
  readonly reason: 'suffix' | 'edit';
  /** `suffix`: the difference of the lengths. `edit`: 1, or 0.5 if a character is replaced by one that looks like it. */
  readonly distance: number;
  /** Ordinals of the field's dictionary, at least one, distinct, in no particular order. */
  readonly ordinals: Uint32Array;
}

/**
 * The part numbers of a field whose form is similar to `wanted`, a form in UTF-8, but not equal: by distance, `suffix` before
 * `edit`. Both forms have at least four characters (code points). A part number is in at most one group.
 *
 * Cost: some hundred probes of the filter of forms, whatever the number of part numbers, and a read of each number that
 * continues `wanted`.
 */
export function similarPartNumbers(forms: PartNumberForms, wanted: Uint8Array): SimilarPartNumbers[] {
  const starts = characterStarts(wanted);
  if (starts.length <= LEAST_CHARACTERS) return [];
  const suffixes = new Groups('suffix');
  addShorter(forms, wanted, starts, suffixes);
  addLonger(forms, wanted, suffixes);
  const edits = new Groups('edit');
  new EditSearch(forms, wanted, starts, edits).run();
  return [...suffixes.all(), ...edits.all()].sort((a, b) => a.distance - b.distance);
}

/** The similar part numbers of one reason, by distance. */
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

/** The part numbers whose form is a beginning of `wanted`. */
function addShorter(forms: PartNumberForms, wanted: Uint8Array, starts: readonly number[], found: Groups): void {
  let length = wanted.length;
  let place = forms.lowerBound(wanted);
  while (place > 0) {
    // A form that the key begins with precedes the key, and all forms in between begin with it too: so does the one before the
    // key.
    const before = forms.form(place - 1);
    let common = 0;
    while (common < before.length && common < length && before.bytes[common] === wanted[common]) common++;
    if (common < starts[LEAST_CHARACTERS]) return;
    // A form that precedes the key shares less of its beginning.
    if (common === length) forms.failOrder(place - 1);
    length = common;
    place = forms.lowerBound(wanted, 0, place, length);
    const to = forms.equalEnd(wanted, place, length);
    if (to === place) continue;
    const distance = countCharacters(wanted, common, wanted.length);
    for (let at = place; at < to; at++) found.add(distance, forms.order[at]);
  }
}

/** The part numbers whose form continues `wanted`. */
function addLonger(forms: PartNumberForms, wanted: Uint8Array, found: Groups): void {
  const from = forms.upperBound(wanted);
  const to = forms.prefixEnd(wanted);
  for (let place = from; place < to; place++) {
    const form = forms.form(place);
    found.add(countCharacters(form.bytes, wanted.length, form.length), forms.order[place]);
  }
}

/**
 * Finds the forms that are one edit away. It walks `wanted` character by character, with the range of the forms that share the
 * beginning. For each other character that a form of the range has next, it looks the form up, because the rest of it is known.
 * So a form is found at its first difference, and only there. Most of these forms do not exist: the filter rejects them by their hashes.
 */
class EditSearch {
  /** A form to look up. Between two steps it has the beginning of `wanted`. */
  private readonly key: Uint8Array;
  private from = 0;
  private to: number;
  /** The hash of the beginning of `wanted`. */
  private begun = 0;
  /** Hashes of `wanted` from each byte on, and what those that precede so many bytes are multiplied by. */
  private readonly endings: Int32Array;
  private readonly factors: Int32Array;

  constructor(
    private readonly forms: PartNumberForms,
    private readonly wanted: Uint8Array,
    private readonly starts: readonly number[],
    private readonly found: Groups,
  ) {
    const { length } = wanted;
    this.key = new Uint8Array(length + CHARACTER_BYTES);
    this.to = forms.size;
    this.endings = new Int32Array(length + 1);
    this.factors = new Int32Array(length + 1).fill(1);
    for (let i = 1; i <= length; i++) {
      this.factors[i] = Math.imul(this.factors[i - 1], FACTOR);
      this.endings[length - i] = Math.imul(wanted[length - i], this.factors[i - 1]) + this.endings[length - i + 1];
    }
  }

  run(): void {
    const characters = this.starts.length - 1;
    let character = 0;
    while (character < characters && this.to - this.from > FEW_ALIKE) this.step(character++);
    // The forms left after the last character begin with `wanted`.
    if (character < characters) this.compareEach(this.from, this.to);
  }

  /**
   * Finds the forms of the range whose first difference from `wanted` is in this character, and moves on to the range of the others.
   */
  private step(character: number): void {
    const { forms, key, wanted, to, begun } = this;
    const at = this.starts[character];
    const next = this.starts[character + 1];
    const branches = forms.branches(key, at, this.from, to);
    this.from = to;
    for (const branch of branches) {
      // Forms that end here are beginnings of `wanted`.
      if (branch.character === 0) continue;
      const end = writeCharacter(branch, key, at);
      const hash = this.hashThrough(begun, at, end);
      if (end !== next || !areSame(key, wanted, at, end)) this.lookUpEdits(character, end, branch, hash);
      else {
        this.from = branch.from;
        this.to = branch.to;
        this.begun = hash;
      }
    }
    for (let i = at; i < next; i++) key[i] = wanted[i];
  }

  /** The hash of `key[0, to)`. @param hash that of `key[0, from)` */
  private hashThrough(hash: number, from: number, to: number): number {
    let through = hash;
    for (let i = from; i < to; i++) through = hashWith(through, this.key[i]);
    return through;
  }

  /**
   * Looks up the forms that are one edit from `wanted` and begin with `key[0, end)`, whose last character is the first
   * difference: they are in a branch.
   */
  private lookUpEdits(character: number, end: number, branch: Branch, hash: number): void {
    const { key, wanted, starts } = this;
    const at = starts[character];
    const next = starts[character + 1];
    this.lookUp(end, next, branch, hash); // replaced
    this.lookUp(end, at, branch, hash); // inserted
    const last = starts[character + 2];
    if (last === undefined) return;
    for (let i = at; i < end; i++) if (key[i] !== wanted[i - at + next]) return;
    // The next character of `wanted` is here.
    this.lookUp(end, last, branch, hash); // one is missing
    for (let i = at; i < next; i++) key[i - at + end] = wanted[i];
    const swapped = end + next - at;
    this.lookUp(swapped, last, branch, this.hashThrough(hash, end, swapped));
  }

  /** Adds the forms of a branch that are `key[0, end)`, which has a hash, and then `wanted` from `rest` on. */
  private lookUp(end: number, rest: number, { from, to }: Branch, hash: number): void {
    const { forms, key, wanted, endings, factors } = this;
    const whole = (Math.imul(hash, factors[wanted.length - rest]) + endings[rest]) | 0;
    if (!forms.filter.mayHave(whole)) return;
    const length = end + wanted.length - rest;
    for (let i = end, j = rest; i < length; i++, j++) key[i] = wanted[j];
    const place = forms.lowerBound(key, from, to, length);
    this.compareEach(place, forms.equalEnd(key, place, length));
  }

  /** Adds the forms at these places that are one edit from `wanted`. */
  private compareEach(from: number, to: number): void {
    const { forms, wanted } = this;
    for (let place = from; place < to; place++) {
      const form = forms.form(place);
      const distance = oneEdit(wanted, wanted.length, form.bytes, form.length);
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
