import { partNumberForm, withoutWildcards } from '../../analysis/text.js';
import type { Part } from '../../model/documents.js';
import type { PartsMatchQuery, PartsMatchResponse } from '../../model/match-requests.js';
import type { BomLine } from '../cost/costed-bom.js';

/** A line that was found by its part number. */
export interface NumberedLine {
  readonly line: BomLine;
  readonly part: Part;
}

type Match = (queries: PartsMatchQuery[]) => Promise<Pick<PartsMatchResponse, 'results'>>;

/**
 * Lines whose seller's number is that of another part than their part number: one of the two is a mistake. A number that no part has
 * tells nothing, since the catalog need not have the offers of every seller.
 * @returns the parts with the sellers' numbers, by line
 */
export async function partsOfStockNumbers(lines: readonly NumberedLine[], match: Match): Promise<ReadonlyMap<BomLine, Part>> {
  const found = new Map<BomLine, Part>();
  const open = lines.filter(({ line, part }) => line.sku && !isOffered(part, line.sku));
  if (open.length === 0) return found;
  const { results } = await match(open.map(({ line }) => queryOf(line)));
  for (const [i, { line, part }] of open.entries()) {
    const { items } = results[i];
    if (items.length > 0 && items.every(({ uid }) => uid !== part.uid)) found.set(line, items[0]);
  }
  return found;
}

function queryOf({ sku = '', seller }: BomLine): PartsMatchQuery {
  const query: PartsMatchQuery = { sku: withoutWildcards(sku.trim()), limit: 2 };
  if (seller?.trim()) query.seller = seller.trim();
  return query;
}

function isOffered({ offers }: Part, sku: string): boolean {
  const form = partNumberForm(sku);
  return (offers ?? []).some((offer) => typeof offer?.sku === 'string' && partNumberForm(offer.sku) === form);
}
