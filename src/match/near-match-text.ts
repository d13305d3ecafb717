import { partNumberForm } from '../analysis/text.js';
import type { MatchCondition } from '../model/check-match.js';
import type { SuggestionReason } from '../model/match-requests.js';
import { shorten } from '../model/nearest.js';
import type { PartNumberField } from './part-number-query.js';

/** What the text says about a near match. */
export interface NearMatchFacts {
  readonly reason: SuggestionReason;
  readonly field: PartNumberField;
  /** Its part number, as written. */
  readonly value: string;
  /** The requested number, and the condition that has it. */
  readonly requested: string;
  readonly condition: MatchCondition;
  /** The conditions that the part does not meet. */
  readonly unmet: readonly { readonly name: MatchCondition; readonly text: string }[];
}

/** Why a part is a near match, as the answer shows it. */
export function nearMatchText(facts: NearMatchFacts): string {
  switch (facts.reason) {
    case 'same_number':
      return sameNumber(facts);
    case 'other_field': {
      const number = quoted(facts.requested);
      if (facts.field === 'aka_mpns') return `${number} is another number that this part is known by, and no SKU`;
      return facts.field === 'mpn'
        ? `${number} is the manufacturer part number of this part, and no SKU`
        : `${number} is a SKU of this part, and not its manufacturer part number`;
    }
    case 'suffix':
      return suffix([...partNumberForm(facts.requested)].length, [...partNumberForm(facts.value)].length);
    case 'edit':
      return edit([...partNumberForm(facts.requested)], [...partNumberForm(facts.value)]);
  }
}

function sameNumber({ value, requested, condition, unmet }: NearMatchFacts): string {
  const differences = unmet.map(({ name, text }) =>
    name === condition ? `written ${quoted(value)} and not ${quoted(requested)}` : `${WITHOUT[name]} ${quoted(text)}`,
  );
  return `the same number, but ${differences.join(', and ')}`;
}

/** How a part differs that does not meet the condition. */
const WITHOUT: Readonly<Record<MatchCondition, string>> = {
  q: 'without the keywords',
  mpn: 'with another manufacturer part number than',
  sku: 'without the SKU',
  mpn_or_sku: 'without the number',
  brand: 'not of the brand',
  seller: 'not offered by',
};

function suffix(requested: number, found: number): string {
  if (found > requested) return `the same number with ${counted(found - requested, 'more')} at the end`;
  return requested - found === 1
    ? 'the same number without the last character'
    : `the same number without the last ${requested - found} characters`;
}

function counted(count: number, which: string): string {
  return `${count} ${which} character${count === 1 ? '' : 's'}`;
}

/** Names the first difference. */
function edit(requested: readonly string[], found: readonly string[]): string {
  let at = 0;
  while (at < requested.length && requested[at] === found[at]) at++;
  if (found.length > requested.length) return `one character more: ${quoted(found[at])}`;
  if (found.length < requested.length) return `one character less: ${quoted(requested[at])} is missing`;
  if (requested[at] === found[at + 1] && requested[at + 1] === found[at]) {
    // words-ignore: part of an answer
    return `two neighboring characters swapped: ${quoted(found[at] + found[at + 1])} for ${quoted(requested[at] + requested[at + 1])}`;
  }
  return `one character replaced: ${quoted(found[at])} for ${quoted(requested[at])}`;
}

function quoted(text: string): string {
  return `"${shorten(text)}"`;
}
