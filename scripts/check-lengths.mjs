/**
 * Checks that files have at most 400 lines and functions at most 50, in every folder with code.
 *
 *   npm run lengths                   fails if anything is longer
 *   npm run lengths -- --most 20      prints the 20 longest functions and files, too long or not
 *
 * All lines of a file count; a file without any function or class (a table, a text) may be longer. A function counts from its first
 * line to its last, with the functions inside it and without the comments before it. Classes and the bodies of a `describe` may be
 * longer.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { codeFiles } from './code-files.mjs';

const FILE_LINES = 400;
const FUNCTION_LINES = 50;

/** Files that may be longer, and why. */
const LONGER = new Map([['test/package/consumer/use.ts', 'one program that uses every export of every entry']]);

const { values } = parseArgs({ options: { most: { type: 'string' } } });
const measured = codeFiles(['src', 'test', 'bench', 'examples', 'scripts']).map(measure);
const files = measured.filter(({ functions, hasClass }) => functions.length > 0 || hasClass);
const functions = measured.flatMap((file) => file.functions);
if (values.most === undefined) check();
else printLongest(Number(values.most));

function check() {
  const long = [
    ...files
      .filter(({ path, lines }) => lines > FILE_LINES && !LONGER.has(path))
      .map(({ path, lines }) => `${path}: ${lines} lines, at most ${FILE_LINES}`),
    ...functions
      .filter(({ lines }) => lines > FUNCTION_LINES)
      .map(({ path, line, name, lines }) => `${path}:${line}: ${name} has ${lines} lines, at most ${FUNCTION_LINES}`),
  ];
  for (const text of long) console.log(text);
  console.log(`${measured.length} files, ${functions.length} functions, ${long.length} too long`);
  process.exitCode = long.length === 0 ? 0 : 1;
}

function printLongest(count) {
  const byLines = (a, b) => b.lines - a.lines;
  for (const { path, lines } of files.toSorted(byLines).slice(0, count)) console.log(`${lines}  ${path}`);
  for (const { path, line, name, lines } of functions.toSorted(byLines).slice(0, count))
    console.log(`${lines}  ${path}:${line}  ${name}`);
}

/** The lines of a file, and its functions with theirs. */
function measure(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (offset) => source.getLineAndCharacterOfPosition(offset).line + 1;
  const found = [];
  let hasClass = false;
  const visit = (node) => {
    if (ts.isClassLike(node)) hasClass = true;
    if (ts.isFunctionLike(node) && node.body !== undefined && !isDescribe(node)) {
      const line = lineOf(node.getStart());
      found.push({ path, line, name: nameOf(node), lines: lineOf(node.end) - line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, lines: lineOf(text.trimEnd().length), functions: found, hasClass };
}

/** Whether a function is the body of a `describe`, `describe.each(…)` or `describe.skipIf(…)`. */
function isDescribe({ parent }) {
  if (!ts.isCallExpression(parent)) return false;
  let called = parent.expression;
  while (!ts.isIdentifier(called)) {
    if (!ts.isCallExpression(called) && !ts.isPropertyAccessExpression(called)) return false;
    called = called.expression;
  }
  return called.text === 'describe';
}

function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named === undefined ? 'a function' : named.getText();
}
