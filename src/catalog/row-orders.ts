import { compareCodePoints, fold } from '../analysis/text.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { RowNumbers } from '../resolve/resolved-search.js';
import { Pauses, type Steps } from '../work/pauses.js';

/** Rows that are numbered without a pause. */
const ROWS_AT_ONCE = 1 << 14;

/** The fields of a segment that name the maker of a part. */
interface MakerFields {
  readonly manufacturerUid: SegmentField | undefined;
  readonly manufacturer: SegmentField | undefined;
  readonly brand: SegmentField | undefined;
}

/**
 * For each row, the place of the name of its maker among all names, in the order of sorts (by folded text, then by raw text). The
 * maker is the manufacturer where a part has one, else the brand; NaN where the maker has no name.
 */
export async function makerOrder(segments: readonly Segment[]): Promise<RowNumbers> {
  const names = new Set<string>();
  const fields = new Map<Segment, MakerFields>();
  for (const segment of segments) {
    const known = {
      manufacturerUid: segment.field('manufacturer.uid'),
      manufacturer: segment.field('manufacturer.name'),
      brand: segment.field('brand.name'),
    };
    for (const field of Object.values(known)) await field?.codes.load();
    for (const field of [known.manufacturer, known.brand]) {
      await field?.dictionary.load();
      if (field) addValues(field, names);
    }
    fields.set(segment, known);
  }
  const places = placesOf(names);
  const byRow = new Map<Segment, Float64Array>();
  for (const [segment, known] of fields) byRow.set(segment, await new Pauses().run(makerPlaces(segment.rowCount, known, places)));
  return byRow;
}

function addValues({ dictionary }: SegmentField, names: Set<string>): void {
  const { size } = dictionary.value;
  for (let ordinal = 0; ordinal < size; ordinal++) names.add(dictionary.value.value(ordinal));
}

function placesOf(names: Iterable<string>): ReadonlyMap<string, number> {
  const ordered = [...names].map((raw) => ({ raw, folded: fold(raw) }));
  ordered.sort((a, b) => compareCodePoints(a.folded, b.folded) || compareCodePoints(a.raw, b.raw));
  return new Map(ordered.map(({ raw }, place) => [raw, place]));
}

function* makerPlaces(
  rowCount: number,
  { manufacturerUid, manufacturer, brand }: MakerFields,
  places: ReadonlyMap<string, number>,
): Steps<Float64Array> {
  const manufacturers = manufacturer && placesOfOrdinals(manufacturer, places);
  const brands = brand && placesOfOrdinals(brand, places);
  const byRow = new Float64Array(rowCount).fill(Number.NaN);
  for (let row = 0; row < rowCount; row++) {
    const named = manufacturer?.codes.value.code(row) ?? 0;
    if (named !== 0)
      byRow[row] = (manufacturers as Float64Array)[(manufacturer as SegmentField).codes.value.ordinalOf(named, false)];
    else if ((manufacturerUid?.codes.value.code(row) ?? 0) === 0) {
      const code = brand?.codes.value.code(row) ?? 0;
      if (code !== 0) byRow[row] = (brands as Float64Array)[(brand as SegmentField).codes.value.ordinalOf(code, false)];
    }
    if (row % ROWS_AT_ONCE === 0) yield;
  }
  return byRow;
}

function placesOfOrdinals({ dictionary }: SegmentField, places: ReadonlyMap<string, number>): Float64Array {
  const { size } = dictionary.value;
  return Float64Array.from({ length: size }, (_, ordinal) => places.get(dictionary.value.value(ordinal)) as number);
}
