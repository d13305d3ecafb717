import { partNumberForm, tokens } from '../analysis/text.js';

/** More words than any name has: beyond this, only the text as a whole is completed. */
const MOST_WORDS = 16;

/** The typed text, prepared for comparison. */
export interface TypedText {
  /** The whole text in part-number form: letters and digits, folded. */
  readonly form: string;
  /** The pieces between separators, each in part-number form. Empty if there are too many. */
  readonly pieces: readonly string[];
  /** Its distinct words, the longest first. Empty if there are too many. */
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
