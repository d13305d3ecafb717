import { barrelEntries } from './barrels.js';
import { boxEntries } from './boxes.js';
import type { GeneralConditions } from './general-conditions.js';
import { different } from './merge-pieces.js';
import type { NumberKeys } from './number-entries.js';
import type { Entry, Piece } from './pieces.js';
import { codeOfSize, nominalSizes } from './read-sizes.js';

/** What a size means, besides its own values: that of a can, the code of a package, the sides of a part. */
export function sizeMeanings(
  size: string,
  own: readonly Entry[],
  valuesOf: (text: string) => readonly Entry[],
  { numberKeys, options }: { readonly numberKeys: NumberKeys; readonly options: { readonly general: GeneralConditions } },
): Required<Pick<Piece, 'values' | 'texts'>> {
  // That of a can: `插件,D8xL12mm`.
  const ofCan = nominalSizes(size).flatMap((one) => valuesOf(`D${one.replace('x', 'xL')}`));
  const code = codeOfSize(size);
  const known = different(different(own, ofCan), code === undefined ? [] : valuesOf(code));
  const sides = [barrelEntries, boxEntries].flatMap((entriesOf) => entriesOf(size, numberKeys, options.general));
  return { values: [...known, ...sides], texts: code === undefined ? [size] : [size, code] };
}
