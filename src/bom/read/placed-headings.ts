import { plainName, withoutBrackets } from '../../import/heading-words.js';
import { withoutAccents } from '../romance-names.js';

/** Verbs for putting a part on a board, as a heading of a column of lines that are placed has them. */
const PLACED =
  'fitted fit populate populated placed mount mounted assemble assembled install installed bestückt bestücken zubestücken bestückung montiert monter àmonter monté montée montés montées câbler câblé montar montado montada montados montadas';
/** Further ones, which alone may mean something else. */
const OTHERS = 'place stuff stuffed load loaded montieren poser posé poner colocar colocado';
/** What comes before them in the heading of a column of lines that are not placed. */
const NEGATIONS = 'donot dont not nottobe no non nicht nepas ànepas un';
const SHORT = 'dnp dni dnf dnm dns nopop excludefrombom';

let headings: ReadonlyMap<string, 'placed' | 'not placed'> | undefined;

/** A word without accents: `bestuckt`. In German they may be two letters: `bestueckt`. */
function plainWord(word: string): string {
  return withoutAccents(word.replaceAll('ue', 'ü'));
}

function readHeadings(): ReadonlyMap<string, 'placed' | 'not placed'> {
  const read = new Map<string, 'placed' | 'not placed'>();
  for (const verb of `${PLACED} ${OTHERS}`.split(' ')) {
    for (const negation of NEGATIONS.split(' ')) read.set(plainWord(negation + verb), 'not placed');
  }
  for (const verb of PLACED.split(' ')) read.set(plainWord(verb), 'placed');
  for (const name of SHORT.split(' ')) read.set(name, 'not placed');
  return read;
}

/** Which lines a column marks whose heading says whether parts are placed: `DNP`, `Nicht bestückt`, `Fitted (Y/N)`; undefined for others. */
export function placedHeading(heading: string): 'placed' | 'not placed' | undefined {
  headings ??= readHeadings();
  const named = (text: string) => headings?.get(plainWord(plainName(text)));
  return named(heading) ?? named(withoutBrackets(heading));
}

/** Headings of remarks, which may say that a line is not placed. */
const REMARKS = new Set(
  'note notes remark remarks comments info bemerkung bemerkungen anmerkung anmerkungen hinweis hinweise notiz notizen kommentar kommentare remarque remarques commentaire commentaires nota notas observacion observaciones comentario comentarios'.split(
    ' ',
  ),
);

/** Whether a column has remarks. */
export function isRemarkHeading(heading: string): boolean {
  return REMARKS.has(withoutAccents(plainName(withoutBrackets(heading))));
}
