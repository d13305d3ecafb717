import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Correction } from './vocabulary.js';
import { looksAlike } from './vocabulary-distance.js';
import { mostEdits } from './vocabulary-lexicon.js';

/** The part numbers of a catalog, by their forms (`analysis/text.ts`, `partNumberForm`). */
export interface NumberForms {
  /** The numbers whose form begins with a text: how many, and one of them as the catalog writes it; undefined: none. */
  beginning(form: string): { readonly count: number; readonly number: string } | undefined;
}

const ALPHABET = [...'0123456789abcdefghijklmnopqrstuvwxyz'];
/** Cost of a search for one beginning, in steps of a plain loop. */
const SEARCH_COST = 200;

/**
 * How a changed form differs, in the order in which corrections are tried: look-alikes, swapped neighbours, everything else. People seldom
 * mistype the beginning: `bme280` is `BMA280` rather than `ME280`.
 */
enum Change {
  lookAlike = 0,
  swap = 1,
  other = 2,
  first = 3,
}

interface Changed {
  readonly form: string;
  readonly change: Change;
}

/** Forms that differ from another one in one edit. */
function* changesOf(form: string): Iterable<Changed> {
  for (let at = 0; at < form.length; at++) {
    const other = at === 0 ? Change.first : Change.other;
    const [before, own, after] = [form.slice(0, at), form[at], form.slice(at + 1)];
    for (const character of ALPHABET) {
      if (character === own) continue;
      const change = looksAlike(own, character) ? Change.lookAlike : other;
      yield { form: before + character + after, change };
      yield { form: before + character + own + after, change: other };
    }
    if (after !== '' && after[0] !== own) yield { form: before + after[0] + own + after.slice(1), change: Change.swap };
    if (own !== after[0]) yield { form: before + after, change: other };
  }
}

/**
 * A form whose letters that look like digits are digits: `CH34OC` is `CH340C` with one, and some have several. First those behind its
 * first digit, since part numbers mostly begin with letters: `ULN2OO3` is not `U1N2003`; then all of them.
 */
function asDigits(form: string): string[] {
  const digit = form.search(/[0-9]/);
  return [form.slice(0, digit) + digitsOf(form.slice(digit)), digitsOf(form)];
}

function digitsOf(letters: string): string {
  return letters.replace(/o/g, '0').replace(/[il]/g, '1');
}

/** Part numbers that a mistyped one may be the beginning of. */
export function* numberCorrections(form: string, numbers: NumberForms, work: Work): Task<Correction[]> {
  if (mostEdits(form.length) === 0 || !/^[a-z0-9]+$/.test(form) || !/[0-9]/.test(form)) return [];
  const found: (Correction & { readonly change: Change })[] = [];
  const seen = new Set([form]);
  const tryOut = (changed: string, change: Change, edits: number) => {
    if (seen.has(changed)) return;
    seen.add(changed);
    const known = numbers.beginning(changed);
    if (!known) return;
    const display = displayOf(known.number, changed.length);
    found.push({ text: changed, display, of: 'part number', edits, parts: known.count, change });
  };
  for (const changed of asDigits(form)) tryOut(changed, Change.lookAlike, 0.5);
  for (const { form: changed, change } of changesOf(form)) {
    if (work.spend(SEARCH_COST)) yield;
    tryOut(changed, change, change === Change.lookAlike ? 0.5 : 1);
  }
  found.sort((a, b) => a.change - b.change || b.parts - a.parts);
  return found.map(({ change, ...correction }) => correction);
}

const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/** The beginning of a number as it is written that has so many letters and digits: `STM32F103` of `STM32F103C8T6`. */
function displayOf(number: string, length: number): string {
  let left = length;
  let at = 0;
  for (const character of number) {
    if (left === 0) break;
    if (ALPHANUMERIC.test(character)) left--;
    at += character.length;
  }
  return number.slice(0, at);
}
