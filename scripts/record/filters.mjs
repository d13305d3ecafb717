/** Filter queries of random shape over the values of a catalog. */

const KINDS_WITH_WILDCARDS = new Set(['number', 'name', 'text', 'string', 'uid']);
const RESERVED = /[()"*?[\]{}:\\\s]/g;

/** A field of a collection: one of the listed ones, or a spec, which now and then no part has. */
export function anyField(random, { fields, stringSpecs, numberSpecs, unknownFields = [] }) {
  const groups = [
    [5, fields],
    [3, stringSpecs],
    [4, numberSpecs],
    [0.15, unknownFields],
  ];
  return random.pick(random.weighted(groups.filter(([, group]) => group.length > 0)));
}

/** A number field: what statistics and ranges work on. */
export function numberField(random, { fields, numberSpecs }) {
  const plain = fields.filter(({ kind }) => kind === 'decimal');
  return random.pick(random.chance(0.7) && numberSpecs.length > 0 ? numberSpecs : plain);
}

/** The text of a filter query. */
export function filterQuery(random, words) {
  return combined(
    random,
    random.weighted([
      [5, 0],
      [4, 1],
      [2, 2],
      [1, 3],
    ]),
    () => clause(random, words),
  );
}

/** Clauses, or values of a group, put together by AND, OR and NOT. */
function combined(random, depth, leaf) {
  if (depth === 0) return random.chance(0.12) ? `${random.pick(['NOT ', '-'])}${leaf()}` : leaf();
  const joint = random.pick([' AND ', ' OR ', ' OR ', ' ']);
  const joined = random.list(2, 3, () => combined(random, depth - 1, leaf)).join(joint);
  if (random.chance(0.15)) return `${random.pick(['NOT ', '-'])}(${joined})`;
  return random.chance(0.7) ? `(${joined})` : joined;
}

function clause(random, words) {
  if (random.chance(0.02)) return '*:*';
  const field = anyField(random, words);
  return `${escaped(field.name)}:${operand(random, field)}`;
}

function operand(random, field) {
  if (random.chance(0.15)) return `(${combined(random, 1, () => value(random, field))})`;
  return value(random, field);
}

function value(random, field) {
  const forms = [
    [6, termOf],
    [1, () => '*'],
  ];
  if (field.kind === 'decimal') forms.push([8, rangeOf]);
  else forms.push([1, rangeOf]);
  if (KINDS_WITH_WILDCARDS.has(field.kind)) forms.push([4, wildcardOf]);
  if (field.kind === 'text' || field.kind === 'string' || field.kind === 'name') forms.push([3, phraseOf]);
  return random.weighted(forms)(random, field);
}

function termOf(random, field) {
  const text = sampled(random, field);
  if (field.kind === 'decimal') return text;
  if ((field.kind === 'text' || field.kind === 'name') && random.chance(0.7)) return escaped(wordOf(random, text));
  return random.chance(0.5) ? escaped(text) : quoted(text);
}

function phraseOf(random, field) {
  const words = sampled(random, field).split(/\s+/);
  const start = random.below(words.length);
  return quoted(words.slice(start, start + random.between(1, 4)).join(' '));
}

function rangeOf(random, field) {
  const [open, close] = random.pick(['[]', '[]', '{}', '[}', '{]']);
  const bounds = [sampled(random, field), sampled(random, field)];
  const isNumber = field.kind === 'decimal';
  // Mostly in order: a range whose ends are the wrong way round finds nothing.
  if (random.chance(0.9)) bounds.sort(isNumber ? (a, b) => Number(a) - Number(b) : undefined);
  const written = bounds.map((bound) => {
    if (random.chance(0.2)) return '*';
    return isNumber && random.chance(0.8) ? bound : quoted(bound);
  });
  return `${open}${written.join(random.chance(0.95) ? ' TO ' : ' to ')}${close}`;
}

function wildcardOf(random, field) {
  const text = sampled(random, field);
  return wildcards(random, field.kind === 'text' ? wordOf(random, text) : text, (piece) => piece.replace(RESERVED, '\\$&'));
}

/** A pattern that the text fits: a piece of it is `*`, or a character `?`. */
export function wildcards(random, text, escapePiece) {
  const points = [...text];
  const start = random.below(points.length + 1);
  const end = Math.min(points.length, start + random.between(1, 6));
  const piece = (from, to) => escapePiece(points.slice(from, to).join(''));
  return random.weighted([
    [5, () => `${piece(0, random.between(Math.min(3, points.length), points.length))}*`],
    [2, () => `*${piece(Math.max(0, points.length - random.between(2, 5)))}`],
    [2, () => `${piece(0, start)}?${piece(start + 1)}`],
    [2, () => `${piece(0, start)}*${piece(end)}`],
    [1, () => `*${piece(start, start + 4)}*`],
  ])();
}

function sampled(random, field) {
  const text = random.pick(field.values);
  if (field.kind !== 'decimal') return random.chance(0.03) ? `${text}x` : text;
  return numberText(random, text);
}

/** A number in one of the ways in which it can be written, or one beside it. */
function numberText(random, text) {
  const number = Number(text);
  if (!Number.isFinite(number)) return '1';
  return random.weighted([
    [8, text],
    [1, number.toExponential()],
    [1, `${text.includes('.') || text.includes('e') ? text : `${text}.0`}`],
    [1, String(number * 2)],
    [1, String(Math.round(number))],
  ]);
}

function wordOf(random, text) {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length > 0 ? random.pick(words) : 'nothing';
}

/** A text as a term. Words of the grammar, and a dash in front, get a backslash as well. */
function escaped(text) {
  const safe = text.replace(RESERVED, '\\$&');
  return /^(?:AND|OR|NOT|-|$)/.test(safe) ? quoted(text) : safe;
}

function quoted(text) {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
