import { partNumberForm } from '../../analysis/text.js';
import { type IndexField, OFFER_COUNT, STORED_PART, UID } from '../schema.js';
import {
  compileNumber,
  type MatchScope,
  type NumberCondition,
  type NumberField,
  otherConditions,
  type ReadMatch,
} from './match.js';
import { allOf, anyOf, constant, type Query, term } from './queries.js';
import { beginsWith } from './ranges.js';
import { longerForms } from './scripts.js';
import type { SearchContext } from './search.js';

/*
 * Near matches (docs/semantics.md, "Suggestions"): the best reason and the smallest distance of a part's numbers become the engine's
 * score, a whole number that a float holds.
 */

/** Most near matches of one query. */
const MOST_MATCHES = 5;
/** Both forms have as many characters, for a similar number. */
export const LEAST_CHARACTERS = 4;
/** Longer numbers have no near matches on a cluster: their automata would be too large. */
export const LONGEST_NUMBER = 250;

const FIELDS: readonly NumberField[] = ['mpn', 'offers.sku', 'aka_mpns'];

/** Scores: the same number before one of another field, before similar ones by distance. */
const SAME = 8_000_002;
const OTHER_FIELD = SAME - 1;
const SIMILAR = SAME - 2;

/** The rank of a similar number: by distance, numbers that go on before those with an edit. */
const rankOf = (reason: 'suffix' | 'edit', distance: number): number =>
  2 * distance + (reason === 'edit' && distance === 1 ? 1 : 0);

const LOOK_ALIKES: readonly string[] = ['0o', '1i', '1l', 'il', '5s', '8b', '2z', '6g'];

/** The forms in which one character is replaced by one that looks like it. */
function lookAlikes(form: string): string[] {
  const characters = [...form];
  return characters.flatMap((character, i) =>
    LOOK_ALIKES.filter((pair) => pair.includes(character)).map((pair) => {
      const other = pair[0] === character ? pair[1] : pair[0];
      return [...characters.slice(0, i), other, ...characters.slice(i + 1)].join('');
    }),
  );
}

/** Whether near matches of a condition are looked for. */
export const hasNearMatches = ({ reading, isEmpty }: NumberCondition): boolean =>
  typeof reading === 'string' && !isEmpty && partNumberForm(reading) !== '';

/** The name of the query that tells whether a part meets a condition. */
export const conditionName = (name: string): string => `meets ${name}`;

/** The body of the request for the near matches of a query; undefined if it asks for no number. */
export function compileNearMatches(read: ReadMatch, scope: MatchScope, context: SearchContext): object | undefined {
  const conditions = read.conditions.filter(hasNearMatches);
  if (conditions.length === 0) return undefined;
  const others = otherConditions(read, scope, context);
  const meetsOthers = others.map(({ query }) => query);
  const fieldOf = (name: NumberField) => context.layout.fields.get(name) as IndexField;
  const scored: Query[] = [];
  for (const { reading, fields } of conditions) {
    const wanted = partNumberForm(reading as string);
    for (const name of FIELDS) {
      const form = fieldOf(name).form as string;
      if (!fields.includes(name)) {
        scored.push(constant(allOf([term(form, wanted), ...meetsOthers]), OTHER_FIELD));
        continue;
      }
      scored.push(constant(term(form, wanted), SAME));
      scored.push(...similarForms(form, wanted, allOf(meetsOthers)));
    }
  }
  const named = [
    ...read.conditions.map((condition) => {
      const queries = condition.fields.map((name) => compileNumber(condition, fieldOf(name), scope.exactOnly, context));
      return constant(anyOf(queries), 0, conditionName(condition.name));
    }),
    ...others.map(({ name, query }) => constant(query, 0, conditionName(name))),
  ];
  return {
    query: { bool: { filter: [scope.filter], must: [{ dis_max: { queries: scored } }], should: named } },
    size: MOST_MATCHES,
    _source: [STORED_PART],
    sort: [{ _score: 'desc' }, { [OFFER_COUNT]: 'desc' }, { [UID]: 'asc' }],
  };
}

function similarForms(form: string, wanted: string, others: Query): Query[] {
  const characters = [...wanted];
  const { length } = characters;
  if (length < LEAST_CHARACTERS) return [];
  const queries: Query[] = [];
  for (let shorter = LEAST_CHARACTERS; shorter < length; shorter++) {
    const beginning = characters.slice(0, shorter).join('');
    queries.push(constant(allOf([term(form, beginning), others]), SIMILAR - rankOf('suffix', length - shorter)));
  }
  const goesOn = allOf([beginsWith(form, wanted), others]);
  queries.push({ script_score: { query: constant(goesOn, 1), script: longerForms({ form, wanted, length, best: SIMILAR }) } });
  const alike = lookAlikes(wanted);
  if (alike.length > 0) queries.push(constant(allOf([{ terms: { [form]: alike } }, others]), SIMILAR - rankOf('edit', 0.5)));
  queries.push(constant(allOf([oneEditAway(form, wanted), others]), SIMILAR - rankOf('edit', 1)));
  return queries;
}

/**
 * The forms that are one edit away. Of the shortest forms those that lack a character are too short, which one query has to say: of two, each
 * could be met by another number of the part.
 */
function oneEditAway(form: string, wanted: string): Query {
  const characters = [...wanted];
  if (characters.length > LEAST_CHARACTERS)
    return { fuzzy: { [form]: { value: wanted, fuzziness: 1, transpositions: true, rewrite: 'constant_score' } } };
  const withText = (from: number, to: number, middle: string) =>
    [...characters.slice(0, from), middle, ...characters.slice(to)].join('');
  const edited = characters.flatMap((character, i) => {
    const next = characters[i + 1];
    const swapped = next === undefined ? [] : [withText(i, i + 2, next + character)];
    return [withText(i, i + 1, '.'), withText(i, i, '.'), ...swapped];
  });
  // Forms have letters and digits alone, so nothing in them is an operator.
  return { regexp: { [form]: { value: [...edited, `${wanted}.`].join('|'), flags: 'NONE', rewrite: 'constant_score' } } };
}
