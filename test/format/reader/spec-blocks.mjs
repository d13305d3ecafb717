import { demand, isAscending } from './bytes.mjs';

const BLOCK_ROWS = 256;

/**
 * For each block, the spec fields that have a value in one of its rows.
 * @param described what the manifest says of the parts
 * @returns `{ widths, blocks }`: the bytes of a field and a count, and for each block a Map of fieldname to number of rows
 */
export function readSpecBlocks([starts, fields, counts], described) {
  demand(starts.length === Math.ceil(described.rowCount / BLOCK_ROWS) + 1, 'the spec blocks do not fit the rows');
  demand(starts[0] === 0 && starts.at(-1) === fields.length, 'the spec blocks do not fit their entries');
  demand(counts.length === fields.length, 'the spec blocks have more or fewer counts than fields');
  const blocks = Array.from(starts.subarray(1), (end, b) => {
    demand(starts[b] <= end, `spec block ${b} is out of order`);
    const places = fields.subarray(starts[b], end);
    demand(isAscending(places), `the fields of spec block ${b} are out of order`);
    return new Map(Array.from(places, (place, i) => [nameOf(described.fields[place]), counts[starts[b] + i]]));
  });
  return { widths: [fields.BYTES_PER_ELEMENT, counts.BYTES_PER_ELEMENT], blocks };
}

function nameOf(field) {
  demand(field?.name.startsWith('specs.'), `a spec block has a field that is not a spec field`);
  return field.name;
}
