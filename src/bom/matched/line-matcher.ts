import { hasStock } from '../../analysis/offer-price.js';
import { inStockOf, numberPlacesOf } from '../../catalog/internals.js';
import type { PartCollection } from '../../catalog/parts.js';
import type { Call } from '../../model/call.js';
import type { Part } from '../../model/documents.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../../model/match-requests.js';
import { shorten } from '../../model/nearest.js';
import type { Directives } from '../../model/requests.js';
import type { BomLine as ListedLine } from '../bom-line.js';
import type { BomLine } from '../cost/costed-bom.js';
import { type LineMatch, matchLines } from '../match-lines.js';
import { isSameMaker } from './makers.js';
import type { BomCandidate, MatchedLine } from './matched-line.js';
import { kindOf } from './part-kind.js';
import { inStockFirst } from './stock.js';
import { partsOfStockNumbers } from './stock-numbers.js';
import { ValueFinder } from './value-finder.js';
import { isAmount } from './value-question.js';

/** Queries of a request: the default of `Limits.matchQueries`. */
const QUERIES = 20;
/** The members of parts that costs and people need. */
const SHOWN = ['uid', 'mpn', 'brand', 'manufacturer', 'offers', 'short_description', 'specs', 'category_uids'];
/** Parts in stock that are named beside one without. */
const ALTERNATIVES = 3;

interface MatcherSettings {
  readonly candidates: number;
  readonly inStockFirst: boolean;
}

/** What was found for a line. */
class Found implements Pick<MatchedLine, 'state' | 'by' | 'candidates'> {
  constructor(
    readonly state: MatchedLine['state'],
    readonly by: MatchedLine['by'],
    readonly candidates: BomCandidate[],
  ) {}
}

const NOT_PLACED = new Found('do not place', null, []);
const MISSING = new Found('missing', null, []);

/** Finds the parts of lines. */
export class LineMatcher {
  private readonly values: ValueFinder;

  /** @param pause yields if it is time to, and throws once the call has ended: many quick requests together take long */
  constructor(
    private readonly parts: PartCollection,
    private readonly settings: MatcherSettings,
    private readonly call: Call | undefined,
    private readonly pause: () => Promise<void> | undefined,
  ) {
    this.values = new ValueFinder(parts, SHOWN, call, pause);
  }

  async match(lines: readonly BomLine[]): Promise<MatchedLine[]> {
    const withNumber = lines.filter((line) => !line.dnp && hasNumber(line));
    const byNumber = new Map<BomLine, LineMatch>();
    const places = numberPlacesOf(this.parts);
    const placesOf = places && ((numbers: readonly string[]) => places(numbers, this.call));
    const settings = { exact: false, wildcards: false, show: SHOWN, isSameMaker, placesOf };
    const matches = await matchLines(withNumber.map(listed), (request) => this.matchInPortions(request), settings);
    for (const [i, line] of withNumber.entries()) byNumber.set(line, matches[i]);
    const others = await this.partsOfOtherNumbers(byNumber);
    const matched: MatchedLine[] = [];
    for (const line of lines) {
      // Most lines need not wait for anything, not even for a resolved promise.
      const paused = this.pause();
      if (paused) await paused;
      const match = byNumber.get(line);
      const numbered = match && ofTwoNumbers(this.ofNumber(line, match), line, others.get(line));
      const isFound = numbered !== undefined && numbered.state !== 'missing';
      const few = line.dnp ? NOT_PLACED : this.few(isFound ? numbered : await this.foundByValue(line, numbered));
      const found = isOutOfStock(few) ? await this.withAlternatives(few) : few;
      const candidates = found.candidates.slice(0, Math.max(this.settings.candidates, 1));
      const part = found.state === 'found' ? candidates[0]?.item : undefined;
      const { part: _given, ...rest } = line;
      const shown = found.state === 'found' ? found.candidates : candidates;
      // Not a literal that begins with `...rest`: members that are added to such a copy cost half a microsecond each.
      matched.push(Object.assign({}, rest, part && { part }, found, { candidates: shown }));
    }
    return matched;
  }

  /** Any number of queries, in requests that every catalog takes. */
  private async matchInPortions(request: PartsMatchRequest & Directives): Promise<Pick<PartsMatchResponse, 'results'>> {
    const results: PartsMatchResponse['results'] = [];
    for (let at = 0; at < request.queries.length; at += QUERIES) {
      await this.pause();
      const queries = request.queries.slice(at, at + QUERIES);
      results.push(...(await this.parts.match({ ...request, queries }, this.call)).results);
    }
    return { results };
  }

  /** Parts that have the seller's number of a line, but not its part number. */
  private partsOfOtherNumbers(byNumber: ReadonlyMap<BomLine, LineMatch>): Promise<ReadonlyMap<BomLine, Part>> {
    const numbered = [...byNumber].flatMap(([line, { kind, part }]) => {
      return part && isText(line.mpn) && (kind === 'exact' || kind === 'normalised') ? [{ line, part }] : [];
    });
    return partsOfStockNumbers(numbered, (queries) => this.matchInPortions({ queries, show: SHOWN }));
  }

  private few(found: Found): Found {
    const { candidates } = this.settings;
    return found.candidates.length <= candidates ? found : { ...found, candidates: found.candidates.slice(0, candidates) };
  }

  /** @param byNumber what the numbers of the line found, if it has any: no part */
  private async foundByValue(line: BomLine, byNumber: Found | undefined): Promise<Found> {
    const isNamed = isText(line.mpn) || isText(line.sku);
    const byValue = await this.values.find(line, this.settings);
    if (!isNamed && byValue.state !== 'missing') return byValue;
    // A part with the same value is not the one that the line names.
    const alike = (byValue.state === 'found' ? byValue.candidates : []).map(({ item, remark }): BomCandidate => {
      return { item, remark: `not the part number of the list; ${remark ?? 'the same value'}` };
    });
    return { ...MISSING, candidates: [...(byNumber?.candidates ?? []), ...alike] };
  }

  private ofNumber(line: BomLine, match: LineMatch): Found {
    const { kind, part, others, candidates: count, suggestions, isBrandByWords } = match;
    const brandRemark = isBrandByWords && part ? `brand in the catalog: ${part.brand?.name ?? 'none'}` : undefined;
    if (!part) {
      const near = suggestions.map(({ item, reason, text }): BomCandidate => {
        const brand = item.brand?.name ?? 'no brand';
        return { item, remark: reason === 'other brand' ? `of ${brand}, not of ${line.brand ?? ''}` : text };
      });
      const isOther = (other: string) => suggestions.length > 0 && suggestions.every(({ reason }) => reason.startsWith(other));
      // Sellers of one group share numbers; the catalog may have another one of them.
      if (isOther('other seller')) return { state: near.length === 1 ? 'found' : 'ambiguous', by: 'sku', candidates: near };
      return isOther('other brand')
        ? { state: 'ambiguous', by: 'part number', candidates: near }
        : { ...MISSING, candidates: near };
    }
    const by = kind === 'sku' || (!isText(line.mpn) && isText(line.sku)) ? 'sku' : 'part number';
    if (kind !== 'ambiguous') return new Found('found', by, Array.of(candidateOf(part, brandRemark)));
    const all = this.settings.inStockFirst ? inStockFirst([part, ...others], (item) => item) : [part, ...others];
    const remark = [`${count} parts have this number`, brandRemark].filter((text) => text).join('; ');
    return { state: 'ambiguous', by, candidates: all.map((item) => candidateOf(item, remark)) };
  }

  /** Adds parts in stock that could stand in for a part without, those of its brand first. */
  private async withAlternatives(found: Found): Promise<Found> {
    const [first] = found.candidates;
    const known = new Set(found.candidates.map(({ item }) => item.uid));
    const alternatives = (await this.inStockFor(first.item, known)).map((item) =>
      candidateOf(item, 'in stock, in place of a part that is not'),
    );
    const own = { ...first, remark: [first.remark, 'not in stock'].filter((text) => text).join('; ') };
    return { ...found, candidates: [own, ...found.candidates.slice(1), ...alternatives] };
  }

  /** Similar parts that are in stock, first those of the same brand. */
  private async inStockFor(part: Part, known: ReadonlySet<string>): Promise<Part[]> {
    await this.pause();
    const find = inStockOf(this.parts);
    if (find) return find({ part, most: ALTERNATIVES, without: known, show: SHOWN }, this.call);
    // Those in stock come first: a filter would find the same, and take longer.
    const { items } = await this.parts.similar(part.uid, { show: SHOWN }, this.call);
    const able = items.map(({ item }) => item).filter((item) => hasStock(item) && !known.has(item.uid));
    const brand = part.brand?.name;
    const ordered = [...able.filter((item) => item.brand?.name === brand), ...able.filter((item) => item.brand?.name !== brand)];
    return ordered.slice(0, ALTERNATIVES);
  }
}

/** What was found by a part number, where the seller's number of the line is that of another part. */
function ofTwoNumbers(found: Found, { mpn, sku }: BomLine, other: Part | undefined): Found {
  if (!other) return found;
  const [{ item, remark }, ...more] = found.candidates;
  const own = [remark, `the list's stock number "${shorten(sku ?? '')}" is that of ${other.mpn}`]
    .filter((text) => text)
    .join('; ');
  const second = candidateOf(other, `by the list's stock number; its part number is "${shorten(mpn ?? '')}"`);
  return new Found('ambiguous', found.by, [candidateOf(item, own), second, ...more]);
}

/** Whether a part was found that no offer has. */
function isOutOfStock({ state, candidates }: Found): boolean {
  return state === 'found' && candidates.length > 0 && !hasStock(candidates[0].item);
}

/** Not a literal, and neither is a list that holds it: see `ResultOfLine`. */
function candidateOf(item: Part, remark?: string): BomCandidate {
  const candidate = {} as BomCandidate;
  candidate.item = item;
  if (remark !== undefined && remark !== '') candidate.remark = remark;
  return candidate;
}

function isText(text: string | undefined | null): text is string {
  return typeof text === 'string' && text.trim() !== '';
}

/** Whether a line has a part number: its own, a seller's, or a value that could be one. */
function hasNumber(line: BomLine): boolean {
  return isText(line.mpn) || isText(line.sku) || mayBeNumber(line);
}

/** A value that is not an amount of a resistor, a capacitor or the like. */
function mayBeNumber(line: BomLine): boolean {
  const value = line.value ?? '';
  if (!isText(value) || !/\d/.test(value) || value.length < 3) return false;
  return !(isAmount(line) && (kindOf(line) !== undefined || (line.references ?? []).length === 0));
}

/** The line as the matcher of part numbers knows lines. */
function listed(line: BomLine): ListedLine {
  const isNamed = isText(line.mpn) || isText(line.sku);
  return {
    line: line.line ?? 0,
    cells: [],
    mpn: (isNamed ? line.mpn : line.value)?.trim() ?? '',
    skus: isText(line.sku) ? [line.sku.trim()] : [],
    brand: line.brand?.trim() ?? '',
    seller: line.seller?.trim() ?? '',
    reference: '',
    quantity: {},
  };
}
