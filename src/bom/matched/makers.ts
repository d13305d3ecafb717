import { phraseKey } from '../../ask/forms.js';
import { MAKERS } from '../../ask/maker-table.js';
import { isSameBrand } from '../brand-words.js';

/** The names of each line of the table of makers. */
const LINES: readonly (readonly string[])[] = MAKERS.map((line) => line.split(',').map((name) => name.trim()));

/**
 * Whether a brand of a list and one of the catalog are names of one maker: short and former names (`TI`, `ST`), and a maker and its owner
 * (`Linear Technology` and `Analog Devices`).
 */
export function isSameMaker(listed: string, cataloged: string): boolean {
  if (isSameBrand(listed, cataloged)) return true;
  const [one, other] = [phraseKey(listed), phraseKey(cataloged)];
  return LINES.some((names) => {
    const has = (name: string, key: string) =>
      names.some((own) => phraseKey(own) === key || (own.length > 3 && isSameBrand(name, own)));
    return has(listed, one) && has(cataloged, other);
  });
}
