import { decimalText } from '../analysis/decimal.js';
import { meanAndDeviation } from '../answers/statistics.js';
import type { StatsResult } from '../model/requests.js';
import type { CountPlan } from './compile/counts.js';
import type { PartField } from './compile/fields.js';
import { exactSums } from './compile/metrics.js';
import type { EngineAnswer } from './session.js';
import { decimalOfSortable } from './sortable-decimal.js';

/*
 * Exact statistics that the cluster computes: where there are many values and nobody asks for them, sending and reading them all would take
 * longer than adding them up there.
 */

/** The statistics of a field, as an answer has them but for the rank of a drilldown. */
export type FieldStats = Omit<StatsResult, 'spec_drilldown_rank'>;

/** @param without the field whose own filters are left out */
export function askSums(plan: CountPlan, field: PartField, without: string | undefined): void {
  plan.ask(`sums ${field.name}`, exactSums(field), without);
  plan.askQuery(`has ${field.name}`, field.has, without);
}

/** What was asked for by `askSums`. */
export function readSums(plan: CountPlan, name: string, answer: EngineAnswer, without: string | undefined): FieldStats {
  const { value } = plan.answered(`sums ${name}`, answer, without).found;
  const { total, found: having } = plan.answered(`has ${name}`, answer, without);
  const [sum, squares] = [decimalDigits(value.sum), decimalDigits(value.squares)];
  // The exponent of the squares is twice that of the sum.
  const places = Math.max(sum.places, Math.ceil(squares.places / 2));
  const sums = {
    count: value.n,
    exponent: -places,
    sum: sum.digits * 10n ** BigInt(places - sum.places),
    squares: squares.digits * 10n ** BigInt(2 * places - squares.places),
  };
  return {
    min: textOf(value.min),
    max: textOf(value.max),
    ...meanAndDeviation(sums),
    count: value.n,
    missing: total - having.doc_count,
  };
}

function textOf(sortable: string | null): string | null {
  const number = sortable === null ? undefined : decimalOfSortable(sortable);
  return number ? decimalText(number) : null;
}

/** A plain decimal as a whole number and the places behind its point. */
function decimalDigits(text: string): { digits: bigint; places: number } {
  const [whole, fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}
