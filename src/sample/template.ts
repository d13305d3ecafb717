import type { Random } from './random.js';
import { FORMATS, plain } from './values.js';

/** A value, or a row of values that belong together, such as a size code and the power rating of that size. */
export type ChoiceRow = string | number | Readonly<Record<string, string | number>>;

/** The possible values of a part; one row is drawn, each with the same chance. */
export type Choice = readonly ChoiceRow[];

/** The rows drawn for one part, by the position of the choice. */
export type Drawn = readonly number[];

/**
 * A text with placeholders. In the source text of a template
 * - `{name}`, `{name.column}` is the drawn row of a choice, `{name|format parameter}` the same in another notation;
 * - `{prefix}` is the part-number prefix of the part's brand;
 * - `#` is a random digit and `@` a random letter.
 */
export type Template = readonly Piece[];

type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'digit' | 'letter' | 'prefix' }
  /** The texts of all rows of the choice at this position. */
  | { readonly kind: 'choice'; readonly position: number; readonly texts: readonly string[] };

const PLACES = /\{[^}]*\}|[#@]/g;

/** @throws Error if the source names a choice, column or format that does not exist */
export function compileTemplate(source: string, choices: ReadonlyMap<string, Choice>): Template {
  const pieces: Piece[] = [];
  let end = 0;
  for (const place of source.matchAll(PLACES)) {
    if (place.index > end) pieces.push({ kind: 'literal', text: source.slice(end, place.index) });
    pieces.push(compilePlace(place[0], source, choices));
    end = place.index + place[0].length;
  }
  if (end < source.length) pieces.push({ kind: 'literal', text: source.slice(end) });
  return pieces;
}

function compilePlace(place: string, source: string, choices: ReadonlyMap<string, Choice>): Piece {
  if (place === '#') return { kind: 'digit' };
  if (place === '@') return { kind: 'letter' };
  if (place === '{prefix}') return { kind: 'prefix' };
  const [path, notation = ''] = place.slice(1, -1).split('|');
  const [name, column] = path.split('.');
  const [formatName, parameter = ''] = notation.split(' ');
  const format = FORMATS.get(formatName);
  const choice = choices.get(name);
  if (!choice) throw new Error(`"${source}": there is no choice "${name}"`);
  if (formatName !== '' && !format) throw new Error(`"${source}": there is no format "${formatName}"`);
  const texts = choice.map((row) => {
    const value = typeof row === 'object' ? row[column] : row;
    if (value === undefined) throw new Error(`"${source}": choice "${name}" has no column "${column}"`);
    if (format) return format(value, parameter);
    return typeof value === 'number' ? plain(value) : value;
  });
  return { kind: 'choice', position: [...choices.keys()].indexOf(name), texts };
}

/** The text of the template for one part. */
export function fillTemplate(template: Template, drawn: Drawn, prefix: string, random: Random): string {
  let text = '';
  for (const piece of template) {
    switch (piece.kind) {
      case 'literal':
        text += piece.text;
        break;
      case 'choice':
        text += piece.texts[drawn[piece.position]];
        break;
      case 'digit':
        text += random.digit();
        break;
      case 'letter':
        text += random.letter();
        break;
      case 'prefix':
        text += prefix;
        break;
    }
  }
  return text;
}
