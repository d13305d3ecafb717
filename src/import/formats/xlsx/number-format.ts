/** What a format shows of a date. */
export type DateParts = 'day' | 'time' | 'both';

/** How a workbook shows a number: as a number, a date, a code of digits, or with something around it. */
export type NumberFormat = { readonly hidesZero?: boolean } & (
  | { readonly kind: 'number' | 'percent' }
  /** A day, a time of a day, or what the number has of both. */
  | { readonly kind: 'date'; readonly shows: DateParts }
  /** Digits in fixed places: `00000`, `0000-000`. Each piece is a digit or a text between digits. */
  | { readonly kind: 'code'; readonly pieces: readonly Piece[] }
  /** A text that says what the number is, such as a currency or a unit. */
  | {
      readonly kind: 'around';
      readonly before: string;
      readonly behind: string;
      /** Whether numbers below zero have the same texts, and a sign before them. */
      readonly isOfNegatives: boolean;
    }
);

/** A piece of a format. */
interface Piece {
  /** `0` is always shown, `#` and `?` where the number has that digit. */
  readonly kind: 'digit' | 'text' | 'other';
  readonly text: string;
}

const NUMBER: NumberFormat = { kind: 'number' };

/** The codes of formats that workbooks do not write out, of those that change what a number is. */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [9, '0%'],
  [10, '0.00%'],
]);
/** Those that are dates in some language: ECMA-376, "numFmt". 46 is an elapsed time. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58);

/** Of those whose language decides it: both. */
function builtInParts(id: number): DateParts {
  if ((id >= 18 && id <= 21) || id === 32 || id === 33 || id === 45 || id === 47) return 'time';
  return [22, 34, 35, 52, 53, 55, 56].includes(id) ? 'both' : 'day';
}

/** The format of an identifier that a workbook does not write out. */
export function builtInFormat(id: number): NumberFormat {
  return isBuiltInDate(id) ? { kind: 'date', shows: builtInParts(id) } : formatOfCode(BUILT_IN.get(id) ?? 'General');
}

/** Longer codes are not read. */
const LONGEST_CODE = 255;
const PIECES = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[([^\]]*)\]|([0#?])|([Ee][+-])|(General)|(.)/gsu;
/** What groups the digits of a number. */
const GROUPING = /^[\s.,'’]*$/u;
/** Letters that say what a number is: a currency, a unit, the beginning of a code. */
const TELLING = /[\p{L}\p{Sc}°µ%‰"']/u;

/** Reads the code of a format. Its sections are those of numbers above zero, below zero, and of zero; one alone is that of all. */
export function formatOfCode(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return NUMBER;
  const [positive = '', negative, zero] = sectionsOf(code);
  const format = formatOfSection(positive, negative);
  return zero?.trim() === '' ? { ...format, hidesZero: true } : format;
}

function formatOfSection(section: string, negative: string | undefined): NumberFormat {
  // A section with a condition says nothing of other numbers.
  if (/\[[<>=]/.test(section)) return NUMBER;
  // Hours of a whole time are no hour of a day.
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return NUMBER;
  const shows = datePartsOf(section);
  if (shows) return { kind: 'date', shows };
  const pieces = piecesOf(section);
  const digits = pieces.flatMap(({ kind }, i) => (kind === 'digit' ? [i] : []));
  if (digits.length === 0) return NUMBER;
  if (pieces.some(({ kind, text }) => kind === 'other' && text === '%')) return { kind: 'percent' };
  const [first, last] = [digits[0], digits[digits.length - 1]];
  const inner = pieces.slice(first, last + 1);
  if (isCode(pieces, inner)) return { kind: 'code', pieces: pieces.map(asShown) };
  if (inner.some(({ text }) => /^[Ee/]/.test(text)) || pieces[last + 1]?.text === ',') return NUMBER;
  const [before, behind] = [textsOf(pieces.slice(0, first)), textsOf(pieces.slice(last + 1))];
  if (!TELLING.test(before) && !TELLING.test(behind)) return NUMBER;
  const isOfNegatives = negative === undefined || withoutColors(negative).replace('-', '') === withoutColors(section);
  return { kind: 'around', before, behind, isOfNegatives };
}

/** Between the semicolons that separate. */
function sectionsOf(code: string): string[] {
  const sections: string[] = [];
  for (const [, section, end] of code.matchAll(/((?:"[^"]*"|\\.|[^;"\\])*)(;|.|$)/gsu)) {
    sections.push(section);
    if (end === '') break;
  }
  return sections;
}

function withoutColors(section: string): string {
  return section.replace(/\[[A-Za-z]+\d*\]/g, '');
}

/** What a section shows that has parts of a date or a time and not digits of the number; undefined for others. */
function datePartsOf(section: string): DateParts | undefined {
  const bare = section
    .replace(/"[^"]*"|\\.|_.|\*./gsu, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '');
  if (!/[ymdhs]/i.test(bare) || /[0#?]/.test(bare.replace(/s[.,]0+/gi, 's'))) return undefined;
  if (!/[hs]/i.test(bare)) return 'day';
  return /[yd]/i.test(bare) ? 'both' : 'time';
}

function piecesOf(section: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [, quoted, escaped, currency, , digit, exponent, general, other] of section.matchAll(PIECES)) {
    const text = quoted ?? escaped ?? currency;
    if (text !== undefined) pieces.push({ kind: 'text', text });
    else if (digit !== undefined) pieces.push({ kind: 'digit', text: digit });
    else if (general !== undefined) pieces.push({ kind: 'digit', text: '#' });
    else if (exponent !== undefined || other !== undefined) pieces.push({ kind: 'other', text: exponent ?? other });
  }
  return pieces;
}

/** Whether the digits have fixed places: a format of several zeros without a decimal point or groups, or with a text between digits. */
function isCode(pieces: readonly Piece[], inner: readonly Piece[]): boolean {
  const allowed = (piece: Piece) => piece.kind !== 'other' || /^[-\s()+:$€£¥]$/u.test(piece.text);
  if (!pieces.every(allowed)) return false;
  const zeros = inner.filter(({ text, kind }) => kind === 'digit' && text === '0').length;
  return zeros > 1 || inner.some(({ kind, text }) => kind !== 'digit' && !GROUPING.test(text));
}

/** A character that stands in a format as it is shown. */
function asShown(piece: Piece): Piece {
  return piece.kind === 'other' ? { kind: 'text', text: piece.text } : piece;
}

function textsOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trimStart();
}

/** The digits of a whole number in the places of a code. */
export function codeText(pieces: readonly Piece[], number: number): string {
  const digits = String(number);
  const places = pieces.filter(({ kind }) => kind === 'digit').length;
  let left = digits.length;
  let open = places;
  const shown: string[] = [];
  for (let i = pieces.length - 1; i >= 0; i--) {
    const { kind, text } = pieces[i];
    if (kind !== 'digit') {
      shown.unshift(text);
      continue;
    }
    open--;
    // The first place has all digits that are left.
    const from = open === 0 ? 0 : Math.max(0, left - 1);
    const digit = digits.slice(from, left);
    left = from;
    shown.unshift(digit === '' && text === '0' ? '0' : digit);
  }
  return shown.join('').trim();
}
