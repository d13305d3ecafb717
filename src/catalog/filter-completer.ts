import { characterClass, compareCodePoints, fold, SEPARATOR, tokens } from '../analysis/text.js';
import { beginningTest } from '../answers/begun-text.js';
import { KEYWORDS, textIndexOf } from '../encoding/text-indexes.js';
import type { CategoryRecords } from '../facets/category-records.js';
import { livingRows, needLiving } from '../index/alive/alive-counts.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { FilterCompletion } from '../model/completions.js';
import { FIELDS, type Field, findField, findOfferField, parseSpecField, WORDS } from '../model/fields.js';
import { OFFER_PREFIX, OFFERS } from '../model/offer-fields.js';
import { assistFilter, type FilterAssist } from '../parser/filter-assist.js';
import { printFilter } from '../parser/print.js';
import type { FieldTypes } from '../resolve/filters.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { load } from './load.js';
import type { PartVocabulary } from './part-vocabulary.js';
import { type PriceTyping, priceNames } from './price-completions.js';

/** Most completions of an answer. */
const MOST = 20;
/** Texts beyond this have no completions: a query may not be as long. */
const LONGEST = 65_536;

/** A value, and the parts that have it. */
interface CountedText {
  readonly text: string;
  readonly parts: number;
}

/** A fieldname as a query has it. */
interface CountedField extends CountedText {
  readonly field: string;
  /** Its fold. */
  readonly name: string;
}

/** What a completer asks its collection. */
export interface CountingParts {
  /** The values of a field of which a word, or whose form, begins with a text, those of most parts first. */
  valuesBeginning(field: string, text: string, most: number, work: Work): Task<readonly CountedText[]>;
  /** How many parts meet each of some filter queries; undefined if they exceed a limit. */
  countQueries(queries: readonly string[], work: Work): Task<readonly number[] | undefined>;
}

/** Completes filter queries of parts: from the grammar, the fieldnames and the values of the catalog. */
export class FilterCompleter {
  private fields: readonly CountedField[] | undefined;

  constructor(
    private readonly parts: CountingParts,
    private readonly segments: readonly Segment[],
    private readonly types: FieldTypes,
    private readonly categories: CategoryRecords,
    private readonly vocabulary: PartVocabulary,
  ) {}

  /** The completions at a place of a text, as docs/semantics.md, "Completions", says. */
  *complete(text: string, offset: number, work: Work): Task<FilterCompletion[]> {
    work.begin('completing a filter query');
    const assist = text.length > LONGEST ? undefined : assistFilter(text, Math.min(offset, text.length));
    if (!assist) return [];
    const operators = this.operators(assist);
    const found = assist.value ? yield* this.values(assist.value, assist, work) : yield* this.fieldnames(assist, work);
    const shown = found.sort((a, b) => b.parts - a.parts || compareCodePoints(a.text, b.text)).slice(0, MOST - operators.length);
    const kind = assist.value ? 'value' : 'fieldname';
    return [...shown.map(({ text: written, parts }) => ({ ...replacing(assist, written), kind, parts }) as const), ...operators];
  }

  private operators(assist: FilterAssist): FilterCompletion[] {
    const { typed, isQuoted, to } = assist;
    const completions: FilterCompletion[] = [];
    if (assist.colon && (assist.isOfOffer ? findOfferField(typed) !== undefined : this.isField(typed)))
      completions.push({ from: to, to, text: ':', kind: 'operator' });
    for (const operator of assist.operators) {
      const isWord = /[A-Z]/.test(operator);
      if (isQuoted || (typed !== '' && !(isWord && operator.startsWith(typed.toUpperCase())))) continue;
      const { from } = assist;
      completions.push({ ...(isWord ? replacing(assist, operator) : { from, to, text: operator }), kind: 'operator' });
    }
    return completions;
  }

  private isField(name: string): boolean {
    if (name === OFFERS) return true;
    const field = findField('parts', name, this.types.ownFields);
    return field !== undefined && (field.spec === undefined || this.types.specType(field.spec.key) !== undefined);
  }

  /** The fieldnames of which a piece begins with what is typed. */
  private *fieldnames({ fieldname, isOfOffer, typed, isQuoted }: FilterAssist, work: Work): Task<CountedText[]> {
    if (!fieldname || isQuoted) return [];
    this.fields ??= this.countedFields();
    const folded = fold(typed);
    const found = (isOfOffer ? ofOffers(this.fields) : this.fields).filter(({ name }) => hasPiece(name, folded));
    const counted: CountedText[] = this.segments.some(({ dead }) => dead) ? yield* this.living(found) : found;
    if (typed === '') return counted;
    const isNamed = (name: string) => hasPiece(name, folded);
    return [...counted, ...(yield* this.prices({ typed, isNamed, isOfEach: !isOfOffer }, work))];
  }

  /** Fieldnames of prices; a part has one at every quantity, or at none. */
  private *prices(typing: PriceTyping, work: Work): Task<CountedText[]> {
    const found = priceNames(typing, this.segments).filter(({ names }) => !this.isHidden(names[0]));
    const counts = yield* this.parts.countQueries(
      found.map(({ names }) => `${names[0]}:*`),
      work,
    );
    return found.flatMap(({ names }, i) => {
      const parts = counts?.[i] ?? 0;
      return parts === 0 ? [] : names.map((text) => ({ text, parts }));
    });
  }

  /** Counts living parts alone. */
  private *living(fields: readonly CountedField[]): Task<CountedField[]> {
    const counted: CountedField[] = [];
    for (const one of fields) {
      const having = this.segments.flatMap((segment) => {
        const field = one.field === WORDS ? undefined : segment.field(one.field);
        return field && !field.extents ? [{ segment, field }] : [];
      });
      const needs = new Needs();
      for (const { segment, field } of having) needLiving(segment, field, needs);
      if (!needs.isEmpty) yield* load(needs);
      const rows = having.reduce((sum, { segment, field }) => sum + livingRows(segment, field), 0);
      const parts = one.field === WORDS ? one.parts : rows;
      // A spec is a field if some part has it.
      if (parts > 0 || !parseSpecField(one.field)) counted.push({ ...one, parts });
    }
    return counted;
  }

  /** All fieldnames, with the parts that have a value. Fields of specs count if some part has one. */
  private countedFields(): CountedField[] {
    const parts = new Map<string, number>();
    for (const name of [...FIELDS.parts.keys(), ...(this.types.ownFields?.keys() ?? [])]) parts.set(name, 0);
    for (const segment of this.segments) {
      for (const { name, rowCount } of segment.fieldInfos()) {
        if (parts.has(name) || (rowCount > 0 && parseSpecField(name))) parts.set(name, (parts.get(name) ?? 0) + rowCount);
      }
    }
    if (findField('parts', WORDS)) {
      parts.set(
        WORDS,
        this.segments.reduce((sum, { liveCount }) => sum + liveCount, 0),
      );
    }
    return Array.from(parts, ([name, count]) => ({
      name: fold(name),
      text: writtenField(name),
      parts: count,
      field: name,
    })).filter(({ field }) => !this.isHidden(field));
  }

  private isHidden(field: string): boolean {
    return this.segments.some((segment) => segment.hides(field));
  }

  /** The values of a field that go on from what is typed, each with the parts that it finds. */
  private *values(
    { field: name, isBound }: { readonly field: string; readonly isBound: boolean },
    assist: FilterAssist,
    work: Work,
  ): Task<CountedText[]> {
    const field = assist.isOfOffer ? findOfferField(name) : findField('parts', name, this.types.ownFields);
    if (!field || this.isHidden(field.name)) return [];
    const found = yield* this.candidates(field, assist.typed, work);
    const written = new Map(found.map(({ text, parts }) => [writtenValue(text, assist.isQuoted), parts]));
    const all = Array.from(written, ([text, parts]) => ({ text, parts }));
    if (isBound) return all;
    // A value finds more parts than have it where it is also a phrase of others.
    const queries = all.map(({ text }) => `${writtenField(field.name)}:${text}`);
    const counts = yield* this.parts.countQueries(queries, work);
    return all.map(({ text, parts }, i) => ({ text, parts: counts?.[i] ?? parts }));
  }

  private *candidates(field: Field, typed: string, work: Work): Task<readonly CountedText[]> {
    const { name } = field;
    if (field.kind === 'text') return yield* this.words(name, typed, work);
    if (name === 'category_uids' && typed !== '') return yield* this.namedCategories(typed, work);
    return yield* this.parts.valuesBeginning(name, typed, MOST, work);
  }

  /** Words of a text; there are too many to choose from without a letter. */
  private *words(name: string, typed: string, work: Work): Task<readonly CountedText[]> {
    const words = tokens(typed);
    if (words.length !== 1) return [];
    const index = name === WORDS ? KEYWORDS : textIndexOf('parts', name);
    const found = yield* this.vocabulary.wordsOf(index, name === WORDS ? undefined : name, words[0], MOST, work);
    return found.map(({ word, parts }) => ({ text: word, parts }));
  }

  /** Categories whose uid or name goes on from a text. */
  private *namedCategories(typed: string, work: Work): Task<readonly CountedText[]> {
    const needs = new Needs();
    this.categories.need(needs);
    yield* load(needs);
    const { byUid } = this.categories;
    const test = beginningTest(typed, false);
    const all = yield* this.parts.valuesBeginning('category_uids', '', Number.MAX_SAFE_INTEGER, work);
    return all.filter(({ text }) => test.isIn(text) || test.isIn(byUid.get(text)?.name ?? '')).slice(0, MOST);
  }
}

/** The fieldnames of an offer, with the parts that have a value in some offer. */
function ofOffers(fields: readonly CountedField[]): CountedField[] {
  return fields.flatMap((field) => {
    const name = field.text.slice(OFFER_PREFIX.length);
    return field.text.startsWith(OFFER_PREFIX) && findOfferField(name) ? [{ ...field, name: fold(name), text: name }] : [];
  });
}

/** A completion without its kind, with the white space that the grammar asks for. */
function replacing({ from, to, blankBefore, blankAfter }: FilterAssist, text: string) {
  return { from, to, text: `${blankBefore ? ' ' : ''}${text}${blankAfter ? ' ' : ''}` };
}

/** Whether a fieldname, or a piece of it, begins with a text; both folded. */
function hasPiece(name: string, typed: string): boolean {
  for (let at = name.indexOf(typed); at >= 0; at = name.indexOf(typed, at + 1)) {
    if (at === 0 || characterClass(name.charCodeAt(at - 1)) === SEPARATOR) return true;
  }
  return false;
}

function writtenField(name: string): string {
  return printFilter({ kind: 'field', field: name, operand: { kind: 'term', text: 'x' } }).slice(0, -2);
}

/** Letters, digits and marks that mean nothing to the grammar; none of them begins an operator. */
const PLAIN = /^(?:-[0-9.]|[\p{L}\p{N}_.%+#&/])[\p{L}\p{N}_.%+#&/,;=±°'-]*$/u;
const OPERATOR = /^(?:and|or|not|to)$/i;

/** A value as a filter query has it in any place. */
function writtenValue(text: string, isQuoted: boolean): string {
  const isPlain = !isQuoted && PLAIN.test(text) && !OPERATOR.test(text);
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
