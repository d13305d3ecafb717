/**
 * Checks that every function, class and value that a file exports is imported somewhere. Types may be exported for those who write
 * them down, and what the package's entries export is theirs.
 *
 *   npm run exports
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { codeFiles } from './code-files.mjs';

/** Modules that packages, builds and test runs load: entries, settings, set-ups, and the program that stands for all others. */
const ROOTS = [
  /^src\/partdex\.ts$/,
  /^src\/\w+\/partdex-\w+\.ts$/,
  /config\.ts$/,
  /^scripts\/[\w-]+\.ts$/,
  /^test\/support\/\w+\/(?:build|setup)\.ts$/,
  /^test\/package\/consumer\//,
  /\.d\.mts$/,
];

const files = codeFiles(['src', 'test', 'bench', 'examples', 'scripts']).map(read);
/** For each file the names that others import. */
const uses = new Map(files.map(({ path }) => [path, new Set()]));
for (const { path, imports } of files) {
  for (const { from, name } of imports) uses.get(resolved(path, from))?.add(name);
}

const unused = files.filter(({ path }) => !ROOTS.some((root) => root.test(path))).flatMap(unusedOf);
for (const text of unused) console.log(text);
console.log(`${files.length} files, ${unused.length} unused exports`);
process.exitCode = unused.length === 0 ? 0 : 1;

function unusedOf({ path, exports }) {
  const used = uses.get(path);
  if (used.has('*')) return [];
  return exports.filter(({ name }) => !used.has(name)).map(({ name, line }) => `${path}:${line}: nothing imports ${name}`);
}

/** The file that an import names; undefined for a package. */
function resolved(path, from) {
  if (!from.startsWith('.')) return undefined;
  const target = join(dirname(path), from);
  const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.mjs$/, '.mts'), `${target}.ts`];
  return candidates.find((candidate) => uses.has(candidate));
}

function read(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = [];
  const exports = [];
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) addImports(node, imports);
    else if (isExported(node)) exports.push(...namesOf(node).map((name) => ({ name, line: lineOf(node) })));
    else if (ts.isCallExpression(node) && ts.isStringLiteralLike(node.arguments[0] ?? node)) addCall(node, imports);
    else if (ts.isImportTypeNode(node)) addTypeOf(node, imports);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports, exports };
}

/** Imports and re-exports: the latter count as uses. */
function addImports(node, imports) {
  const from = node.moduleSpecifier.text;
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  if (ts.isImportDeclaration(node) && node.importClause?.name) imports.push({ from, name: 'default' });
  if (clause === undefined) {
    if (ts.isExportDeclaration(node)) imports.push({ from, name: '*' });
  } else if (!('elements' in clause)) imports.push({ from, name: '*' });
  else for (const { name, propertyName } of clause.elements) imports.push({ from, name: (propertyName ?? name).text });
}

/** `import('…')`, and `vi.mock('…')`: all of the module. */
function addCall({ expression, arguments: [first] }, imports) {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) imports.push({ from: first.text, name: '*' });
}

function addTypeOf({ argument, qualifier }, imports) {
  if (!ts.isLiteralTypeNode(argument)) return;
  let name = qualifier;
  while (name && !ts.isIdentifier(name)) name = name.left;
  imports.push({ from: argument.literal.text, name: name?.text ?? '*' });
}

function isExported(node) {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** The names that a declaration exports, without those of types. */
function namesOf(node) {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return [];
  if (!ts.isVariableStatement(node)) return node.name ? [node.name.text] : [];
  const names = (name) =>
    ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((one) => (one.name ? names(one.name) : []));
  return node.declarationList.declarations.flatMap(({ name }) => names(name));
}
