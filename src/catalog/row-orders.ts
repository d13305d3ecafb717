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
    const place = placeOf(row, manufacturer, manufacturers);
    const isManufacturer = !Number.isNaN(place) || (manufacturerUid?.codes.value.code(row) ?? 0) !== 0;
    byRow[row] = isManufacturer ? place : placeOf(row, brand, brands);
    if (row % ROWS_AT_ONCE === 0) yield;
  }
  return byRow;
}

/** The place of the name that a row has; NaN for none. */
function placeOf(row: number, field: SegmentField | undefined, places: Float64Array | undefined): number {
  const code = field?.codes.value.code(row) ?? 0;
  return code === 0 ? Number.NaN : (places as Float64Array)[(field as SegmentField).codes.value.ordinalOf(code, false)];
}

/** An empty name is none. */
function placesOfOrdinals({ dictionary }: SegmentField, places: ReadonlyMap<string, number>): Float64Array {
  const { size } = dictionary.value;
  return Float64Array.from({ length: size }, (_, ordinal) => {
    const name = dictionary.value.value(ordinal);
    return name === '' ? Number.NaN : (places.get(name) as number);
  });
}
