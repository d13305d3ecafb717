/** Most texts that a note names. */
export const FEW = 5;

/** The first of some texts for a note, with an ellipsis if there are more. @param count how many there are, if not all are given */
export function firstFew(texts: readonly (string | number)[], count = texts.length): string {
  return `${texts.slice(0, FEW).join(', ')}${count > FEW ? ', …' : ''}`;
}
