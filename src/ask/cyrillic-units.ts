/** Units as Russian and its neighbours write them, in small letters. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['ом', 'Ω'],
  ['ф', 'F'],
  ['гн', 'H'],
  ['вт', 'W'],
  ['гц', 'Hz'],
  ['в', 'V'],
  ['а', 'A'],
]);
/** Prefixes, the longest first. Mega and milli differ by their case. */
const PREFIXES: readonly (readonly [cyrillic: string, latin: string])[] = [
  ['мк', 'µ'],
  ['п', 'p'],
  ['н', 'n'],
  ['м', 'm'],
  ['М', 'M'],
  ['к', 'k'],
  ['К', 'k'],
  ['Г', 'G'],
];
const LETTERS = /\p{Script=Cyrillic}+/gu;

/** A number with its unit in Latin letters: `10 кОм` is `10 kΩ`, `4к7` is `4k7`. What is not a unit stays. */
export function inLatinUnits(text: string): string {
  return text.replace(LETTERS, (letters) => unitOf(letters) ?? letters);
}

function unitOf(letters: string): string | undefined {
  const whole = UNITS.get(letters.toLowerCase());
  if (whole !== undefined) return whole;
  for (const [cyrillic, latin] of PREFIXES) {
    const unit = letters.startsWith(cyrillic) ? UNITS.get(letters.slice(cyrillic.length).toLowerCase()) : undefined;
    if (unit !== undefined) return latin + unit;
  }
  return undefined;
}
