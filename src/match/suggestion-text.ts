import { partNumberForm } from '../analysis/text.js';
import type { MatchCondition } from '../model/check-match.js';
import type { SuggestionReason } from '../model/match-requests.js';
import { shorten } from '../model/nearest.js';
import type { PartNumberField } from './part-number-query.js';

/** What there is to say of a suggested part. */
export interface SuggestionFacts {
  readonly reason: SuggestionReason;
  readonly field: PartNumberField;
  /** Its number, as it is written. */
  readonly value: string;
  /** The number that is asked for, and the condition in which it is. */
  readonly asked: string;
  readonly condition: MatchCondition;
  /** The conditions that the part does not meet. */
  readonly unmet: readonly { readonly name: MatchCondition; readonly text: string }[];
}

/** Why a part is suggested, for people. */
export function suggestionText(facts: SuggestionFacts): string {
  switch (facts.reason) {
    case 'same_number':
      return sameNumber(facts);
    case 'other_field': {
      const number = quoted(facts.asked);
      return facts.field === 'mpn'
        ? `${number} is the manufacturer part number of this part, and no SKU`
        : `${number} is a SKU of this part, and not its manufacturer part number`;
    }
    case 'suffix':
      return suffix([...partNumberForm(facts.asked)].length, [...partNumberForm(facts.value)].length);
    case 'edit':
      return edit([...partNumberForm(facts.asked)], [...partNumberForm(facts.value)]);
  }
}

function sameNumber({ value, asked, condition, unmet }: SuggestionFacts): string {
  const differences = unmet.map(({ name, text }) =>
    name === condition ? `written ${quoted(value)} and not ${quoted(asked)}` : `${WITHOUT[name]} ${quoted(text)}`,
  );
  return `the same number, but ${differences.join(', and ')}`;
}

/** What a part is that does not meet a condition. */
const WITHOUT: Readonly<Record<MatchCondition, string>> = {
  q: 'without the keywords',
  mpn: 'with another manufacturer part number than',
  sku: 'without the SKU',
  mpn_or_sku: 'without the number',
  brand: 'not of the brand',
  seller: 'not offered by',
};

function suffix(asked: number, found: number): string {
  if (found > asked) return `the same number with ${counted(found - asked, 'more')} at the end`;
  return asked - found === 1
    ? 'the same number without the last character'
    : `the same number without the last ${asked - found} characters`;
}

function counted(count: number, which: string): string {
  return `${count} ${which} character${count === 1 ? '' : 's'}`;
}

/** What was done at the first difference. */
function edit(asked: readonly string[], found: readonly string[]): string {
  let at = 0;
  while (at < asked.length && asked[at] === found[at]) at++;
  if (found.length > asked.length) return `one character more: ${quoted(found[at])}`;
  if (found.length < asked.length) return `one character less: ${quoted(asked[at])} is missing`;
  if (asked[at] === found[at + 1] && asked[at + 1] === found[at]) {
    return `two neighboring characters swapped: ${quoted(found[at] + found[at + 1])} for ${quoted(asked[at] + asked[at + 1])}`;
  }
  return `one character replaced: ${quoted(found[at])} for ${quoted(asked[at])}`;
}

function quoted(text: string): string {
  return `"${shorten(text)}"`;
}
