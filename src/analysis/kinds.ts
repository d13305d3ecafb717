import type { FieldKind } from '../model/fields.js';
import { sortableForm } from './date.js';
import { type Decimal, parseAskedDecimal, parseDecimal } from './decimal.js';
import { fold, partNumberForm } from './text.js';

/** How the values of a kind are read where they are numbers. */
export interface NumberTraits {
  /** Reads a value of a document; undefined if it is not a number. */
  readonly parse: (text: string) => Decimal | undefined;
  /** Reads a value of a request, which may be written in more ways. */
  readonly parseAsked: (text: string) => Decimal | undefined;
}

/**
 * How a dictionary holds the values of a kind: numbers by value; dates by instant; texts by code points (`raw`); texts by fold, each
 * readable by itself (`folded`) or compressed in blocks (`packed`).
 */
export type DictionaryForm = 'numbers' | 'dates' | 'raw' | 'folded' | 'packed';

/** The traits of a kind of field (docs/semantics.md, "Kinds"): everything that depends on the kind is decided by them. */
export interface Kind {
  /** Its name in requests, answers and files. */
  readonly name: FieldKind;
  /** Its name in a sentence. */
  readonly title: string;
  /** How its values are read if they are numbers; only such fields have statistics and ranges. */
  readonly numbers: NumberTraits | undefined;
  readonly dictionary: DictionaryForm;
  /** Whether the rows of each value are stored; without them values are counted and found through the codes of the rows. */
  readonly hasPostings: boolean;
  /** Whether values are compared by their part number forms, and stored with what finds those forms. */
  readonly hasForms: boolean;
  /** Whether the tokens of each value are compared one value after the other. */
  readonly hasTokens: boolean;
  /** Whether words are found through a text index. */
  readonly isText: boolean;
  /** What a filter on the field can ask for instead of a pattern; undefined if patterns are allowed. */
  readonly insteadOfPattern: ((fieldname: string) => string) | undefined;
  /** What a bound of a range is compared by. */
  readonly boundOf: (text: string) => string;
  /** What the values of different files are ordered by; undefined for the order of the kind's dictionary. */
  readonly orderedBy: ((value: string) => string) | undefined;
}

const identity = (text: string): string => text;

const NAME: Kind = {
  name: 'name',
  title: 'name',
  numbers: undefined,
  dictionary: 'folded',
  hasPostings: true,
  hasForms: false,
  hasTokens: true,
  isText: false,
  insteadOfPattern: undefined,
  boundOf: fold,
  orderedBy: undefined,
};

/** The kinds by name. */
export const KINDS: Readonly<Record<FieldKind, Kind>> = {
  part_number: { ...NAME, name: 'part_number', title: 'part number', hasForms: true, hasTokens: false, boundOf: partNumberForm },
  name: NAME,
  text: { ...NAME, name: 'text', title: 'text', dictionary: 'packed', hasPostings: false, hasTokens: false, isText: true },
  string: { ...NAME, name: 'string', title: 'string' },
  number: {
    ...NAME,
    name: 'number',
    title: 'number',
    numbers: { parse: parseDecimal, parseAsked: parseAskedDecimal },
    dictionary: 'numbers',
    hasPostings: false,
    hasTokens: false,
    insteadOfPattern: (fieldname) => `a number or a range such as ${fieldname}:[1 TO 10]`,
  },
  boolean: {
    ...NAME,
    name: 'boolean',
    title: 'boolean',
    dictionary: 'raw',
    hasTokens: false,
    insteadOfPattern: () => 'true or false',
  },
  uid: { ...NAME, name: 'uid', title: 'uid', dictionary: 'raw', hasTokens: false, boundOf: identity },
  date: {
    ...NAME,
    name: 'date',
    title: 'date',
    dictionary: 'dates',
    hasPostings: false,
    hasTokens: false,
    insteadOfPattern: (fieldname) => `a date or a range such as ${fieldname}:[2021-03 TO 2021-06]`,
    boundOf: identity,
    orderedBy: sortableForm,
  },
};
