import { type Decimal, parseDecimal } from '../../analysis/decimal.js';
import { quantityParser } from '../../analysis/quantity.js';
import { resolveUnit } from '../../analysis/quantity-unit.js';
import type { PartCollection } from '../../catalog/parts.js';
import type { AskResponse, Reading } from '../../model/ask.js';
import type { Call } from '../../model/call.js';
import type { NumberText, Part, SpecValue } from '../../model/documents.js';
import { shorten } from '../../model/nearest.js';
import type { BomLine } from '../cost/costed-bom.js';
import type { BomCandidate, MatchedLine } from './matched-line.js';
import { mostStockFirst } from './stock.js';
import { type ValueQuestion, valueQuestion } from './value-question.js';

type Found = Pick<MatchedLine, 'state' | 'by' | 'candidates'>;

/** Most parts that are read for a question: as many as a person might look through for one in stock. */
const LOOKED_AT = 50;

/** The order of the parts of which the most are in stock. */
const MOST_STOCK = 'total_stock desc';

/** How many parts a line may have, and in which order. */
export interface Wanted {
  readonly candidates: number;
  readonly inStockFirst: boolean;
}

/** A question with its answer. */
interface Answered {
  readonly question: ValueQuestion;
  readonly answer: AskResponse;
  readonly note: string | undefined;
}

/** The parts of an answer that state the value, and the others. */
interface Sorted {
  readonly certain: readonly Part[];
  readonly others: readonly Part[];
}

/** Finds parts by value and footprint. */
export class ValueFinder {
  /** The same values come again and again. */
  private readonly answers = new Map<string, Promise<AskResponse>>();

  constructor(
    private readonly parts: PartCollection,
    private readonly show: readonly string[],
    private readonly call: Call | undefined,
    private readonly pause: () => Promise<void> | undefined,
  ) {}

  /** @returns the first candidates are as many as are wanted, if there are so many; there may be more */
  async find(line: BomLine, { candidates, inStockFirst }: Wanted): Promise<Found> {
    const question = valueQuestion(line);
    if (!question) return { state: 'missing', by: null, candidates: [] };
    // Reading parts takes longest in a question that was asked before. Mostly the first ones state the value.
    const few = inStockFirst ? LOOKED_AT : Math.min(2 * candidates, LOOKED_AT);
    const first = await this.answered(question, few);
    if (valueReading(first)?.as === 'ignored') return this.ofNumberAlone(question, few);
    const sorted = sortedParts(first);
    const { results, hits } = first.answer;
    if (inStockFirst && hits > results.length) {
      const all = withFurther(first, await this.answered(question, LOOKED_AT, MOST_STOCK));
      return foundOf(all, sortedParts(all), inStockFirst);
    }
    const isEnough = sorted.certain.length >= candidates || results.length >= Math.min(hits, LOOKED_AT);
    if (isEnough) return foundOf(first, sorted, inStockFirst);
    const all = await this.answered(question, LOOKED_AT);
    return foundOf(all, sortedParts(all), inStockFirst);
  }

  /** No part has the value with all the rest. Parts without it are of no use; one may have it as its number, in another package. */
  private async ofNumberAlone(question: ValueQuestion, limit: number): Promise<Found> {
    const { value } = question;
    const alone = await this.answered({ text: value, value }, limit);
    if (valueReading(alone)?.as !== 'part number') return { state: 'missing', by: null, candidates: [] };
    const remark = `by part number "${shorten(value)}"; no part with that number fits "${shorten(question.text)}"`;
    return { state: 'ambiguous', by: 'part number', candidates: alone.answer.results.map(({ item }) => ({ item, remark })) };
  }

  private async answered(question: ValueQuestion, limit: number, sortby?: string): Promise<Answered> {
    const answer = await this.ask(question.text, limit, sortby);
    if (question.atLeast !== undefined && (answer.results.length === 0 || dropped(answer).length > 0)) {
      const more = await this.ask(question.atLeast, limit, sortby);
      if (more.results.length > 0 && dropped(more).length === 0)
        return { question, answer: more, note: 'rated for more than the list asks' };
    }
    return { question, answer, note: undefined };
  }

  private async ask(text: string, limit: number, sortby: string | undefined): Promise<AskResponse> {
    await this.pause();
    const key = `${limit} ${sortby ?? ''} ${text}`;
    let answer = this.answers.get(key);
    if (!answer) {
      answer = this.parts.ask(text, { limit, show: [...this.show], ...(sortby !== undefined && { sortby }) }, this.call);
      this.answers.set(key, answer);
    }
    return answer;
  }
}

/** An answer with the parts of another one of the same question that it has not. */
function withFurther(first: Answered, more: Answered): Answered {
  const known = new Set(first.answer.results.map(({ item }) => item.uid));
  const results = [...first.answer.results, ...more.answer.results.filter(({ item }) => !known.has(item.uid))];
  return { ...first, answer: { ...first.answer, results } };
}

/** What of a question the answer does not meet, as a person would say it. */
function dropped({ understood }: AskResponse): string[] {
  return understood.readings.flatMap(({ text, as, relaxed, corrected }) => {
    if (as === 'ignored') return [`"${text}" was not understood`];
    if (relaxed !== undefined) return [relaxed];
    return corrected === undefined ? [] : [corrected];
  });
}

function sortedParts(answered: Answered): Sorted {
  const { results } = answered.answer;
  const reading = valueReading(answered);
  const certain: Part[] = [];
  const others: Part[] = [];
  for (const { item } of results) (isStated(item, reading) ? certain : others).push(item);
  return { certain, others };
}

function foundOf(answered: Answered, { certain, others }: Sorted, stockFirst: boolean): Found {
  const { question, answer, note } = answered;
  const { results, hits } = answer;
  if (results.length === 0) return { state: 'missing', by: null, candidates: [] };
  const reading = valueReading(answered);
  const isRead = reading !== undefined && (reading.as === 'quantity' || reading.as === 'spec' || reading.as === 'part number');
  // Parts of every size answer a question without the footprint.
  const unread = question.unread === undefined ? [] : [`the footprint "${shorten(question.unread)}" was not read`];
  const unsized = question.isOfAnySize && hits > 1 ? ['the list has no footprint'] : [];
  const faults = [...dropped(answer), ...unread, ...unsized, ...(isRead ? [] : [`"${question.value}" was read as words`])];
  const said = `by ${question.text}: ${hits === 1 ? 'the only part' : `one of ${hits} parts`}`;
  const remark = [said, note, ...faults].filter((text) => text).join('; ');
  const doubted = `${remark}; the value stands in its texts alone`;
  const inOrder = (parts: readonly Part[]) => (stockFirst ? mostStockFirst(parts, (item) => item) : parts);
  const ordered = [
    ...inOrder(certain).map((item): BomCandidate => ({ item, remark })),
    ...inOrder(others).map((item): BomCandidate => ({ item, remark: doubted })),
  ];
  const isFound = faults.length === 0 && certain.length > 0;
  return { state: isFound ? 'found' : 'ambiguous', by: 'value', candidates: ordered };
}

/** How the value was read. */
function valueReading({ question: { value }, answer: { understood } }: Answered): Reading | undefined {
  const { text, readings } = understood;
  const at = text.indexOf(value);
  return readings.find(({ offset, length }) => offset <= at && at < offset + length);
}

/** Whether a spec of a part has the number of a reading; true for readings that are not the number of a spec. */
function isStated({ specs }: Part, reading: Reading | undefined): boolean {
  if (reading?.as !== 'quantity' || reading.field === undefined || reading.value === undefined) return true;
  const key = /^specs\.(.+)\.(?:value|range)$/s.exec(reading.field)?.[1];
  const wanted = parseDecimal(reading.value);
  if (key === undefined || !wanted) return true;
  const spec = specs && Object.hasOwn(specs, key) ? specs[key] : undefined;
  if (spec) return hasNumber(spec, [spec.value, spec.min_value, spec.max_value].flat(), wanted);
  // Another key may have it: values of one kind stand under several keys.
  return Object.values(specs ?? {}).some((other) => hasNumber(other, [other.value].flat(), wanted));
}

/** Whether one of the values is that number, which may be written as a quantity. */
function hasNumber({ metadata }: SpecValue, values: readonly (NumberText | null | undefined)[], wanted: Decimal): boolean {
  const unit = resolveUnit(metadata?.unit);
  const parse = unit ? quantityParser(unit) : parseDecimal;
  return values.some((value) => value !== null && value !== undefined && parse(String(value))?.eq(wanted));
}
