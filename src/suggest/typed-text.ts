import { partNumberForm, tokens } from '../analysis/text.js';

/** More words than any name has: then only the text as a whole is completed. */
const MOST_WORDS = 16;

/** What somebody has typed so far, as it is compared. */
export interface TypedText {
  /** All of it in part-number form: letters and digits, folded. */
  readonly form: string;
  /** What stands between separators, each in part-number form. Empty if there is too much. */
  readonly pieces: readonly string[];
  /** Its different words, the longest first. Empty if there are too many. */
  readonly words: readonly string[];
  /** Whether a part number is more likely than a name. */
  readonly hasDigit: boolean;
}

export function readTypedText(text: string): TypedText {
  const form = partNumberForm(text);
  const all = tokens(text);
  const few = all.length > MOST_WORDS ? [] : all;
  return {
    form,
    pieces: few.map(partNumberForm),
    words: [...new Set(few)].sort((a, b) => b.length - a.length),
    hasDigit: /\p{Nd}/u.test(form),
  };
}
