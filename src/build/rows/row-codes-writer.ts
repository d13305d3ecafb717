import type { BundleArray } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { layOutCodes } from '../../encoding/row-codes-layout.js';
import { Interner } from '../interner.js';
import type { RowValues } from './row-values.js';

/** The arrays of the codes of `values`, as `RowCodes` reads them. */
export function rowCodesArrays(values: RowValues, rowCount: number): BundleArray[] {
  const { codes, setStarts, setOrdinals } = encodeSets(values);
  return [...layOutCodes(values.rows, codes, rowCount), setStarts, setOrdinals];
}

function encodeSets({ rows, starts, ordinals }: RowValues): {
  codes: Uint32Array;
  setStarts: Uint32Array;
  setOrdinals: Uint32Array;
} {
  const codes = new Uint32Array(rows.length);
  if (ordinals.length === rows.length) {
    for (let i = 0; i < rows.length; i++) codes[i] = ordinals[i] + 1;
    return { codes, setStarts: new Uint32Array(0), setOrdinals: new Uint32Array(0) };
  }
  const bytes = new Uint8Array(ordinals.buffer, ordinals.byteOffset, ordinals.byteLength);
  const sets = new Interner();
  const setStarts = new GrowableU32();
  const setOrdinals = new GrowableU32();
  for (let i = 0; i < rows.length; i++) {
    const known = sets.size;
    const set = sets.internBytes(bytes, starts[i] * 4, starts[i + 1] * 4);
    if (set === known) {
      setStarts.push(setOrdinals.length);
      for (let at = starts[i]; at < starts[i + 1]; at++) setOrdinals.push(ordinals[at]);
    }
    codes[i] = set + 1;
  }
  setStarts.push(setOrdinals.length);
  return { codes, setStarts: setStarts.view(), setOrdinals: setOrdinals.view() };
}
