/** Words for what is counted, each with the words in names of specs that count it, the usual ones first; all as stems. */
const ROWS: readonly (readonly [spellings: string, names: string])[] = [
  [
    'pin, p, pos, position, contact, way, ways, terminal, ball, lead, polig, broche, pine, pole',
    'pin, position, contact, circuit, terminal, pole, conductor',
  ],
  ['pole, polo', 'pole, position, circuit, contact'],
  ['bit', 'bit, resolution, width, core'],
  ['channel, ch, chan, kanal, canal', 'channel, circuit, element, amplifier, driver, output'],
  // Makers of connectors count circuits, too.
  ['circuit, ckt', 'circuit, channel, element, position, contact, pin'],
  ['element', 'element, circuit, channel'],
  ['gate', 'gate, circuit, element, channel'],
  ['row, reihe, reihig', 'row'],
  ['port', 'port, channel'],
  ['cell, s', 'cell'],
  ['digit', 'digit, character'],
  ['turn', 'turn'],
  ['output, ausgang', 'output, channel'],
  ['input, eingang', 'input, channel'],
  ['phase', 'phase, output'],
  ['line', 'line, channel'],
  ['io, gpio', 'gpio, o, port, pin'],
  ['key, button', 'key, button, channel'],
  ['wire, core, conductor', 'core, wire, conductor'],
  ['segment', 'segment'],
];

/** Words for a number. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ['single', '1'],
  ['dual', '2'],
  ['double', '2'],
  ['twin', '2'],
  ['doble', '2'],
  ['triple', '3'],
  ['quad', '4'],
  ['quadruple', '4'],
  ['hex', '6'],
  ['octal', '8'],
  ['octuple', '8'],
]);

/** Channels of what is heard. */
export const SOUND_CHANNELS: ReadonlyMap<string, string> = new Map([
  ['mono', '1'],
  ['stereo', '2'],
]);

const SPELLED = 'zero one two three four five six seven eight nine ten'.split(' ');

/** How values of specs may write a number of things: `4`, `4P`, `4-Channel`, `Four channels`. */
export function countTexts(number: string, names: readonly string[]): string[] {
  const written = Number(number) < SPELLED.length ? [number, SPELLED[Number(number)]] : [number];
  return [number, `${number}P`, ...written.flatMap((one) => names.flatMap((name) => [`${one} ${name}`, `${one} ${name}s`]))];
}

/** What `dual` and `quad` count where nothing is named: the equal halves of a part, not its pins. */
export const COUNTED_ALONE: readonly string[] = [
  'channel',
  'circuit',
  'element',
  'amplifier',
  'driver',
  'output',
  'gate',
  'pole',
];

/** The names of specs by the stem of what is counted. */
export const COUNTED: ReadonlyMap<string, readonly string[]> = new Map(
  ROWS.flatMap(([spellings, names]) => spellings.split(', ').map((spelling) => [spelling, names.split(', ')] as const)),
);

/** A phrase with a number in digits: `dual n-channel` is `2 n-channel`, as catalogs write it. */
export function withDigits(phrase: string): string {
  const space = phrase.indexOf(' ');
  const number = space < 0 ? undefined : NUMBER_WORDS.get(phrase.slice(0, space).toLowerCase());
  return number === undefined ? phrase : number + phrase.slice(space);
}
