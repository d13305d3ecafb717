/** What differs between a recorded answer and one that was given now. */

/** Kinds of wording, and the option that leaves each out of the comparison. */
export const WORDING_OPTIONS = {
  plan: 'without-plan-texts',
  warnings: 'without-warning-texts',
  headers: 'without-warning-texts',
  errors: 'without-match-texts',
  suggestions: 'without-match-texts',
};

/**
 * @param without options of {@link WORDING_OPTIONS} that are set
 * @returns one line for each difference
 */
export function differencesOf(recorded, now, without = new Set()) {
  if (recorded.error || now.error) return errorDifferences(recorded.error, now.error);
  const found = [];
  if (recorded.status !== now.status) found.push(`status: ${recorded.status}, now ${now.status}`);
  // Of a refusal only the status counts.
  else if (recorded.message !== undefined) return found;
  if (JSON.stringify(recorded.headers) !== JSON.stringify(now.headers)) found.push('headers');
  found.push(...textDifferences(recorded, now), ...refusalDifferences(recorded, now));
  for (const [kind, option] of Object.entries(WORDING_OPTIONS)) {
    if (!without.has(option)) found.push(...wordingDifferences(kind, recorded.wording?.[kind] ?? [], now.wording?.[kind] ?? []));
  }
  return found;
}

function textDifferences(recorded, now) {
  if (recorded.hash !== undefined || now.hash !== undefined) {
    return recorded.hash === now.hash ? [] : [`answer: ${lengthOf(recorded)} characters, now ${lengthOf(now)}`];
  }
  if (recorded.text === now.text) return [];
  const place = firstDifference(recorded.text ?? '', now.text ?? '');
  const around = (text = '') => text.slice(Math.max(0, place - 100), place + 200);
  return [`answer, from character ${place}:\n    ${around(recorded.text)}\n    ${around(now.text)}`];
}

function lengthOf({ text, length }) {
  return length ?? text?.length;
}

function firstDifference(one, other) {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place++;
  return place;
}

function wordingDifferences(kind, recorded, now) {
  const place = recorded.findIndex((text, position) => text !== now[position]);
  if (place < 0 && recorded.length === now.length) return [];
  const first = Math.max(place, 0);
  return [`${kind}:\n    ${recorded[first]}\n    ${now[first]}`];
}

/**
 * Refusals of GraphQL itself, which have places in the document and no path in the answer, stay as they are. The others may be more
 * now, but not fewer.
 */
function refusalDifferences({ errors: recorded = [] }, { errors: now = [] }) {
  const isGraphqls = recorded.some(({ path, locations }) => path === undefined && locations !== undefined);
  const left = now.map((place) => JSON.stringify(place));
  const missing = recorded.filter((place) => {
    const position = left.indexOf(JSON.stringify(place));
    if (position >= 0) left.splice(position, 1);
    return position < 0;
  });
  if (missing.length === 0 && (left.length === 0 || (recorded.length > 0 && !isGraphqls))) return [];
  return [`errors: ${JSON.stringify(recorded)}, now ${JSON.stringify(now)}`];
}

/** The code follows the first of several faults, which a package that stops at the first one it finds does not know. */
const INVALID = new Set(['validation', 'filter_syntax']);

function errorDifferences(recorded, now) {
  if (!recorded || !now) return [`${outcome(recorded)}, now ${outcome(now)}`];
  const isSameCode =
    recorded.code === now.code || (now.issues?.length > 1 && [recorded, now].every(({ code }) => INVALID.has(code)));
  if (isSameCode && (isSamePlace(recorded, now) || now.issues?.some((issue) => isAmong(recorded, issue)))) return [];
  return [`${outcome(recorded)}, now ${outcome(now)}`];
}

function isSamePlace(recorded, now) {
  return recorded.argument === now.argument && recorded.offset === now.offset && recorded.length === now.length;
}

/** An issue says the place more exactly: `filter.queries[0]` for `filter.queries`. */
function isAmong({ argument, offset, length }, issue) {
  if (argument === undefined || typeof issue.path !== 'string') return false;
  const isThere = issue.path === argument || issue.path.startsWith(`${argument}[`) || issue.path.startsWith(`${argument}.`);
  return isThere && (offset === undefined || (issue.offset === offset && issue.length === length));
}

function outcome(error) {
  if (!error) return 'an answer';
  const { code, argument, offset, length, message } = error;
  return `error ${code} at ${[argument, offset, length].filter((place) => place !== undefined).join(', ') || 'no place'} (${message})`;
}
