import { Pattern, type PatternPiece } from '../analysis/pattern.js';
import { lowerCase, partNumberForm } from '../analysis/text.js';

/**
 * What part numbers are compared with: by their letters and digits alone (part-number form), or as they are written but for letter
 * case, where the form only narrows the search.
 */
export class PartNumberPattern {
  private constructor(
    /** What the form of every match fits. */
    readonly form: Pattern,
    /** What a match in lower case fits; undefined where its form decides. */
    readonly written: Pattern | undefined,
  ) {}

  /** By letters and digits. A part number without any matches nothing. */
  static normalised(pieces: readonly PatternPiece[]): PartNumberPattern {
    return new PartNumberPattern(new Pattern(pieces, partNumberForm), undefined);
  }

  /** As written, but for letter case. */
  static asWritten(pieces: readonly PatternPiece[]): PartNumberPattern {
    // One character as written is none, one or several of the form: a dash, a letter, a ligature.
    const loose = pieces.map((piece): PatternPiece => (piece.kind === 'any_one' ? { kind: 'any_run' } : piece));
    const form = new Pattern(loose, (text) => partNumberForm(lowerCase(text)));
    return new PartNumberPattern(form, new Pattern(pieces, lowerCase));
  }
}
