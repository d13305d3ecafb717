import { characterClass, compareCodePoints, fold, SEPARATOR, tokens } from '../analysis/text.js';
import { beginningTest } from '../answers/begun-text.js';
import type { FilterCompletion } from '../model/completions.js';
import { type Field, findField, findOfferField, isExtentMember } from '../model/fields.js';
import { OFFER_PREFIX, OFFERS } from '../model/offer-fields.js';
import { assistFilter, type FilterAssist } from '../parser/filter-assist.js';
import { printFilter } from '../parser/print.js';
import type { FieldTypes } from '../resolve/filters.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CountedWord } from './internals.js';
import { type PriceTyping, priceNames } from './price-completions.js';

/** Most completions of an answer. */
const MOST = 20;
/** Texts beyond this have no completions: a query may not be as long. */
const LONGEST = 65_536;

/** The members of specs that stand for their extents, and the ends that extents have. */
const EXTENTS = ['range', 'covers'];
const END = /^(specs\..+)\.(?:min|max)_value$/s;

/** A value, and the parts that have it. */
interface CountedText {
  readonly text: string;
  readonly parts: number;
}

/** A fieldname with the parts that have a value. */
export interface FieldParts {
  readonly field: string;
  readonly parts: number;
}

/** What a completer asks the parts. */
export interface CompletionSource {
  /** The wanted ones of all fieldnames; those of specs if some part has a value. Hidden ones are left out. */
  fields(isWanted: (field: string) => boolean, work: Work): Task<readonly FieldParts[]>;
  isHidden(field: string): boolean;
  /** The currencies of prices. */
  currencies(): Iterable<string>;
  /**
   * The words of a field of texts that begin with a text; of `words`, those of all that `q` searches. They count for all fields that share a
   * text index, those of most parts first.
   */
  wordsOf(field: string, text: string, most: number, work: Work): Task<readonly CountedWord[]>;
  /** What categories are called. */
  categoryNames(work: Work): Task<(uid: string) => string>;
  /** The values of a field of which a word, or whose form, begins with a text, those of most parts first. */
  valuesBeginning(field: string, text: string, most: number, work: Work): Task<readonly CountedText[]>;
  /** How many parts meet each of some filter queries; undefined if they exceed a limit. */
  countQueries(queries: readonly string[], work: Work): Task<readonly number[] | undefined>;
}

/** Completes filter queries of parts: from the grammar, the fieldnames and the values of the catalog. */
export class FilterCompleter {
  constructor(
    private readonly parts: CompletionSource,
    private readonly types: Pick<FieldTypes, 'ownFields' | 'specType'>,
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
    const folded = fold(typed);
    const nameOf = (field: string) => (isOfOffer ? offerName(field) : writtenField(field));
    const isWanted = (field: string) => {
      const name = isOfOffer ? nameOf(field) : field;
      return name !== undefined && hasPiece(fold(name), folded);
    };
    const found = yield* this.parts.fields(isWanted, work);
    const counted = found.map(({ field, parts }): CountedText => ({ text: nameOf(field) ?? '', parts }));
    if (typed === '') return counted;
    const isNamed = (name: string) => hasPiece(name, folded);
    const prices = yield* this.prices({ typed, isNamed, isOfEach: !isOfOffer }, work);
    return isOfOffer ? [...counted, ...prices] : [...counted, ...prices, ...(yield* this.extents(folded, work))];
  }

  /** Fieldnames of the extents of specs, of which a part has one if it has an end or a value. */
  private *extents(folded: string, work: Work): Task<CountedText[]> {
    const isNamed = (name: string) => hasPiece(fold(name), folded) && !this.parts.isHidden(name);
    const named = (spec: string) => EXTENTS.map((member) => `${spec}.${member}`).filter(isNamed);
    const found = yield* this.parts.fields((field) => {
      const spec = END.exec(field)?.[1];
      return spec !== undefined && named(spec).length > 0;
    }, work);
    const specs = new Map<string, number>();
    for (const { field, parts } of found) {
      const spec = END.exec(field)?.[1] ?? '';
      specs.set(spec, Math.max(parts, specs.get(spec) ?? 0));
    }
    const most = [...specs].sort((a, b) => b[1] - a[1] || compareCodePoints(a[0], b[0])).slice(0, MOST);
    const queries = most.map(([spec]) => `${writtenField(`${spec}.${EXTENTS[0]}`)}:*`);
    const counts = yield* this.parts.countQueries(queries, work);
    return most.flatMap(([spec], i) =>
      named(spec).map((name) => ({ text: writtenField(name), parts: counts?.[i] ?? specs.get(spec) ?? 0 })),
    );
  }

  /** Fieldnames of prices; a part has one at every quantity, or at none. */
  private *prices(typing: PriceTyping, work: Work): Task<CountedText[]> {
    const all = priceNames(typing, this.parts.currencies());
    const found = all.filter(({ names }) => !this.parts.isHidden(names[0]));
    const counts = yield* this.parts.countQueries(
      found.map(({ names }) => `${names[0]}:*`),
      work,
    );
    return found.flatMap(({ names }, i) => {
      const parts = counts?.[i] ?? 0;
      return parts === 0 ? [] : names.map((text) => ({ text, parts }));
    });
  }

  /** The values of a field that go on from what is typed, each with the parts that it finds. */
  private *values(
    { field: name, isBound }: { readonly field: string; readonly isBound: boolean },
    assist: FilterAssist,
    work: Work,
  ): Task<CountedText[]> {
    const field = assist.isOfOffer ? findOfferField(name) : findField('parts', name, this.types.ownFields);
    if (!field || this.parts.isHidden(field.name) || this.isExtentOfTexts(field)) return [];
    const found = yield* this.candidates(field, assist.typed, work);
    const written = new Map(found.map(({ text, parts }) => [writtenValue(text, assist.isQuoted), parts]));
    const all = Array.from(written, ([text, parts]) => ({ text, parts }));
    if (isBound) return all;
    // A value finds more parts than have it where it is also a phrase of others.
    const queries = all.map(({ text }) => `${writtenField(field.name)}:${text}`);
    const counts = yield* this.parts.countQueries(queries, work);
    return all.map(({ text, parts }, i) => ({ text, parts: counts?.[i] ?? parts }));
  }

  /** Whether a filter query on a field is an error: texts have no extent. */
  private isExtentOfTexts({ spec }: Field): boolean {
    return spec !== undefined && isExtentMember(spec.member) && this.types.specType(spec.key) !== 'number';
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
    const found = yield* this.parts.wordsOf(name, words[0], MOST, work);
    return found.map(({ word, parts }) => ({ text: word, parts }));
  }

  /** Categories whose uid or name goes on from a text. */
  private *namedCategories(typed: string, work: Work): Task<readonly CountedText[]> {
    const nameOf = yield* this.parts.categoryNames(work);
    const test = beginningTest(typed, false);
    const all = yield* this.parts.valuesBeginning('category_uids', '', Number.MAX_SAFE_INTEGER, work);
    return all.filter(({ text }) => test.isIn(text) || test.isIn(nameOf(text))).slice(0, MOST);
  }
}

/** The name of a field in a group of one offer; undefined if it is none of an offer. */
function offerName(field: string): string | undefined {
  const name = field.slice(OFFER_PREFIX.length);
  return field.startsWith(OFFER_PREFIX) && findOfferField(name) ? name : undefined;
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
