import type { Filter } from '../parser/ast.js';
import { all, any, beginsWith, endsAt, words } from './conditions.js';
import type { Option, Piece } from './pieces.js';

/** A part number, or what part numbers begin with or contain. */
export function numberOption(value: string, condition: Filter, field = 'mpn'): Option {
  return { as: 'part number', field, value, condition };
}

/** The numbers of a family: no digit stands behind it but those behind a dash. */
export function ofFamily(number: string): Filter {
  return any([endsAt('mpn', number), all([beginsWith('mpn', number), words(number)])]);
}

/** The words of a piece, in some text of a part. */
export function wordsOption({ texts = [] }: Piece): Option {
  return { as: 'words', field: 'words', value: texts[0] ?? '', condition: words(...texts) };
}

/** Several options as one. @param having what all of them also have */
export function unite(options: readonly Option[], more: readonly Filter[] = [], having?: Filter): Option | undefined {
  if (options.length === 0) return undefined;
  const condition = any([...options.map((option) => option.condition), ...more]);
  return { ...options[0], condition: having ? all([condition, having]) : condition };
}
