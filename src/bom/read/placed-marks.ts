import { isNothing } from '../empty-cells.js';

const DENIAL = '0|no|n|false|nein|non';
/** Marks of a column for lines that are not placed; every other text but a denial is one too. */
const DENIED = new RegExp(
  `^(?:${DENIAL}|fit(?:ted)?|placed?|populated?|mount(?:ed)?|assembled?|installed|best(?:ü|ue?)ckt|mont[ée]e?s?|montad[ao]s?)$`,
  'i',
);
const WORDS_OF_NOT_PLACED =
  'dnp|dni|dnf|dnm|dns|no ?fit|no ?pop|no ?stuff|do not (?:place|populate|fit|mount|install|stuff|assemble|load)|not (?:placed|populated|fitted|mounted|stuffed|installed|assembled|loaded)|nicht best(?:ü|ue?)ck(?:t|en)|unbest(?:ü|ue?)ckt|nicht montier(?:t|en)|non mont[ée]e?s?|ne pas monter|no montad[ao]s?|no (?:montar|poner|colocar)';
/** Values that say that a line is not placed, behind the value or before it; signs may stress it: `10k *DNP*`, `DNP!`. */
const NOT_PLACED = new RegExp(
  `(?:^|[\\s(<[/_*-])(?:${WORDS_OF_NOT_PLACED})[)>\\]*!-]{0,3}$|^[(<[*-]{0,3}(?:${WORDS_OF_NOT_PLACED})(?:[\\s)>\\]/:*!]|-\\s)`,
  'i',
);
/** What restricts a remark to some boards. */
const RESTRICTED = '.{0,100}\\b(?:rev|revision|variante?)\\b';
/**
 * A remark that says so: alone, or before what explains it. `Not fitted on rev. A`, `nearby C3: DNP` and `no pop-up noise` say it of
 * something else; so do `DNP (mono only)` and the address behind `DNS: 8.8.8.8`.
 */
const REMARK = new RegExp(
  `^[(<[*-]{0,3}(?:${WORDS_OF_NOT_PLACED})(?:\\s?[)>\\]*!.-]{0,3}$|(?!${RESTRICTED})(?:\\s?(?:[,;/]|:(?!\\s?\\d{1,3}\\.\\d)|\\((?![^)]{0,100}\\bonly\\b))|\\s[\u2013-]))`,
  'i',
);
/** Marks of what is placed, and nothing else. */
const AFFIRMED =
  /^(?:x|\+|1|y|yes|j|ja|o|oui|s|si|sí|true|wahr|ok|fit(?:ted)?|placed?|populated?|mount(?:ed)?|assembled?|installed|best(?:ü|ue?)ckt|mont[ée]e?s?|montad[ao]s?)$/iu;
const SHORT_WORDS = 'nf|n/m|n\\.\\s?b\\.?';
/** Short words of the same meaning: alone, in brackets, or behind a blank. A number before them has a unit: `100 NF`. */
const SHORTLY_NOT_PLACED = new RegExp(
  `^(?:${SHORT_WORDS})$|(?:^|\\s)(?:\\((?:${SHORT_WORDS})\\)|<(?:${SHORT_WORDS})>|\\[(?:${SHORT_WORDS})\\])$|[^\\d\\s]\\s{1,5}(?:${SHORT_WORDS})$`,
  'i',
);
/** Marks of a column for lines that are placed, where they are not. */
const NOT_FITTED = new RegExp(`^(?:${DENIAL}|not|${WORDS_OF_NOT_PLACED}|${SHORT_WORDS})$`, 'i');
/** Variants of a mark in colour or without. */
const VARIANTS = /[\ufe0e\ufe0f]/gu;
const TICK = /^[✓✔☑✅🗹]$/u;
const CROSS = /^[✗✘✕✖❌🗙🗴]$/u;
/** A box that nobody ticked. */
const EMPTY_BOX = /^(?:[☐□⬜▢]|\[\s?\])$/u;
/** Texts without letters and digits that are no marks: dashes, brackets, quotes, dots, question marks, tildes. */
const NO_MARK = /^[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}_.,;:…·?¿/\\|~'"`^=−]*$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Whether a cell has a tick. */
export function isTick(text: string): boolean {
  return TICK.test(text.replace(VARIANTS, ''));
}

/**
 * What a cell of a column such as `DNP` says; undefined if nothing.
 * @param isInverted whether the column has what is placed, as `Fitted`
 * @param isTicked whether the column has ticks: a cross beside them denies, and is a mark as an `x` otherwise
 */
export function markOf(cell: string, isInverted: boolean, isTicked: boolean): 'placed' | 'not placed' | undefined {
  const text = cell.replace(VARIANTS, '');
  if (EMPTY_BOX.test(text)) return isInverted ? 'not placed' : 'placed';
  if (CROSS.test(text)) return isInverted || !isTicked ? 'not placed' : 'placed';
  if (LETTER_OR_DIGIT.test(text) ? isNothing(text) : NO_MARK.test(text)) return undefined;
  const isPlaced = isInverted ? !NOT_FITTED.test(text) : DENIED.test(text);
  return isPlaced ? 'placed' : 'not placed';
}

/** Whether a value or a part number says that its line is not placed. */
export function isNotPlaced(name: string): boolean {
  return NOT_PLACED.test(name) || SHORTLY_NOT_PLACED.test(name);
}

/** Whether a remark says that its line is not placed. */
export function isNotPlacedRemark(text: string): boolean {
  return REMARK.test(text);
}

/** Whether a cell of a column such as `Fitted` says nothing but that a line is placed. */
export function isAffirmed(text: string): boolean {
  const mark = text.replace(VARIANTS, '');
  return AFFIRMED.test(mark) || TICK.test(mark) || mark === '*' || /^\[x\]$|^[☒●•]$/iu.test(mark);
}
