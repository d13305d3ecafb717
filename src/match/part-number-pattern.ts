import { Pattern, type PatternPiece } from '../analysis/pattern.js';
import { lowerCase, partNumberForm } from '../analysis/text.js';

/**
 * The pattern of a part number: compared by letters and digits alone (part-number form), or as written except for letter case. In
 * the second case the form only narrows the search.
 */
export class PartNumberPattern {
  private constructor(
    /** The pattern that the form of every match fits. */
    readonly form: Pattern,
    /** The pattern that a match in lower case fits; undefined if the form decides. */
    readonly written: Pattern | undefined,
  ) {}

  /** By letters and digits. A part number without any matches nothing. */
  static normalised(pieces: readonly PatternPiece[]): PartNumberPattern {
    return new PartNumberPattern(new Pattern(pieces, partNumberForm), undefined);
  }

  /** As written, except for letter case. */
  static asWritten(pieces: readonly PatternPiece[]): PartNumberPattern {
    // A character as written can be zero, one or several of the form: a dash, a letter, a ligature.
    const loose = pieces.map((piece): PatternPiece => (piece.kind === 'any_one' ? { kind: 'any_run' } : piece));
    const form = new Pattern(loose, (text) => partNumberForm(lowerCase(text)));
    return new PartNumberPattern(form, new Pattern(pieces, lowerCase));
  }
}
