import type { UnitOfMeasurement } from './documents.js';

/** An exact number and its unit, read from a text: docs/semantics.md, "Quantities". */
export interface Quantity {
  /** The decimal as answers write it: `4700`, `1e-7`. */
  value: string;
  /** Its unit; null if neither the caller nor the text names one. */
  unit: UnitOfMeasurement | null;
}

/** A range of quantities, read from a text: docs/semantics.md, "Quantities". */
export interface Range {
  /** The lower end as a decimal; null if it is open. */
  min: string | null;
  /** The upper end as a decimal; null if it is open. */
  max: string | null;
  /** Present if the lower end itself is not in the range. */
  min_excluded?: true;
  /** Present if the upper end itself is not in the range. */
  max_excluded?: true;
  /** The unit of both; null if neither the caller nor the text names one. */
  unit: UnitOfMeasurement | null;
}
