/** A command of a console block, and what the block says that it prints. */
export interface Command {
  /** The line of the block on which it begins, from 0. */
  readonly at: number;
  readonly text: string;
  readonly expected: readonly string[];
  /** The lines of the block that `expected` takes up. */
  readonly from: number;
  readonly to: number;
}

/** Any number of lines, in expected output. */
const ELLIPSIS = '…';

/** The commands of a console block: lines that begin with `$ `, each with the lines up to the next. */
export function readCommands(lines: readonly string[]): Command[] {
  const commands: Command[] = [];
  for (let i = 0; i < lines.length; ) {
    if (!lines[i].startsWith('$ ')) throw new Error(`a console block begins with "$ " and a command, not with "${lines[i]}"`);
    const at = i;
    const written = [lines[i++].slice(2)];
    while (written.at(-1)?.endsWith('\\') && i < lines.length) written.push(lines[i++]);
    const from = i;
    while (i < lines.length && !lines[i].startsWith('$ ')) i++;
    commands.push({ at, text: written.join('\n'), expected: withoutBlankEnd(lines.slice(from, i)), from, to: i });
  }
  return commands;
}

/** The lines of a command's output. */
export function outputLines(output: string): string[] {
  return withoutBlankEnd(output.split('\n').map((line) => line.trimEnd()));
}

function withoutBlankEnd(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return lines.slice(0, end);
}

/**
 * What varies from run to run, from machine to machine or from one release of Node to the next. CONTRIBUTING.md has the same
 * list for those who write.
 */
const VOLATILE: readonly [RegExp, string][] = [
  [/(?<![\w.])\d[\d,]*(?:\.\d+)?(?:e-?\d+)? (?:µs|ms|s)(?![\w/])/g, '# s'],
  [/(?<![\w.])\d[\d,]*(?:\.\d+)? ([a-z]+\/s)(?![\w/])/g, '# $1'],
  [/("(?:msec|microseconds)": )[\d.e-]+/g, '$1#'],
  [/(?<![\w.])\d[\d,]*(?:\.\d+)? (?:B|kB|MB|GB)(?:( +)\d+\.\d %)?(?!\w)/g, '# B$1'],
  [/^(bytes(?: per part)? +)[\d,]+$/g, '$1#'],
];

/** The line without what varies, and without the blanks that would vary with it. */
function comparable(line: string): string {
  const without = VOLATILE.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line.trimEnd());
  return without === line.trimEnd() ? without : without.replace(/ {2,}/g, '  ').replace(/^ +/, '');
}

/** Whether output is that of a block, except for what varies. */
export function agrees(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.includes(ELLIPSIS) ? agreesAround(expected, actual) : equal(expected, actual);
}

function agreesAround(expected: readonly string[], actual: readonly string[]): boolean {
  const { head, tail } = split(expected);
  const rest = actual.length - tail.length;
  return head.length <= rest && equal(head, actual.slice(0, head.length)) && equal(tail, actual.slice(rest));
}

function equal(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.length === actual.length && expected.every((line, i) => comparable(line) === comparable(actual[i]));
}

/** What is written around the line that stands for any number of lines. */
function split(expected: readonly string[]): { head: readonly string[]; tail: readonly string[] } {
  const at = expected.indexOf(ELLIPSIS);
  const tail = expected.slice(at + 1);
  if (tail.includes(ELLIPSIS)) throw new Error(`one "${ELLIPSIS}" is allowed for each command`);
  return { head: expected.slice(0, at), tail };
}

/** What the block has to say instead: the output itself, or as much of it as the block had. */
export function refreshed(expected: readonly string[], actual: readonly string[]): readonly string[] {
  if (!expected.includes(ELLIPSIS)) return actual;
  const { head, tail } = split(expected);
  if (head.length + tail.length >= actual.length) return actual;
  return [...actual.slice(0, head.length), ELLIPSIS, ...actual.slice(actual.length - tail.length)];
}
