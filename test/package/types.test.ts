import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, it } from 'vitest';

/**
 * The published types, as programs of other people see them: strictly, and with the declaration files themselves checked.
 * consumer/use.ts is such a program. In this repository it has the sources of the entries, there the package.
 */
const consumer = inject('consumer');
const packageFolder = join(consumer, 'node_modules', 'partdex');
const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string }>;
};
const PROGRAM = 'test/package/consumer/use.ts';
const program = readFileSync(PROGRAM, 'utf8');

/** Entries by the name under which programs import them. */
const entries = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [{ name: path.replace('.', 'partdex'), types: join(packageFolder, target.types) }],
);

/** The program as it is outside of this repository. */
const outside = program
  .replace("'../../../src/partdex.js'", "'partdex'")
  .replace(/'\.\.\/\.\.\/\.\.\/src\/(\w+)\/partdex-\1\.js'/g, "'partdex/$1'");

const STRICT: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
};
const NODE: ts.CompilerOptions = {
  ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  ...{ lib: ['lib.es2023.d.ts'], types: ['node'] },
};
const BUNDLER: ts.CompilerOptions = {
  ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ...{ lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'], types: [] },
};

/** What TypeScript minds in programs, by name of the file. */
function faultsIn(programs: Record<string, string>, options: ts.CompilerOptions): Record<string, string[]> {
  const folder = join(consumer, 'types');
  const all = { ...STRICT, ...options };
  const host = ts.createCompilerHost(all);
  host.getCurrentDirectory = () => folder;
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  const roots = Object.keys(programs).map((name) => join(folder, name));
  const faults: Record<string, string[]> = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(ts.createProgram(roots, all, host))) {
    const name = file ? relative(folder, file.fileName) : 'options';
    const line = file ? ts.getLineAndCharacterOfPosition(file, start).line + 1 : 0;
    (faults[name] ??= []).push(`line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }
  return faults;
}

beforeAll(() => {
  const types = join(consumer, 'types', 'node_modules', '@types');
  mkdirSync(types, { recursive: true });
  symlinkSync(resolve('node_modules/@types/node'), join(types, 'node'));
});

describe('the published types', () => {
  it('are right for ES and CommonJS modules of Node, where wrong uses are refused', () => {
    const unexpected = outside.replace(/^.*@ts-expect-error.*$/gm, '//');
    const wrong = [...outside.matchAll(/^.*@ts-expect-error/gm)].map(
      ({ index }) => outside.slice(0, index).split('\n').length + 1,
    );
    const programs = { 'use.mts': outside, 'use.cts': outside, 'wrong.mts': unexpected };
    const { 'wrong.mts': refused, ...faults } = faultsIn(programs, NODE);
    expect(outside).not.toContain('../src');
    expect(faults).toEqual({ 'use.mts': [], 'use.cts': [] });
    expect(wrong.length).toBeGreaterThan(10);
    expect(refused.map((fault) => Number(/^line (\d+)/.exec(fault)?.[1]))).toEqual(wrong);
  });

  it('are right for a bundler, without the types of Node', () => {
    expect(faultsIn({ 'use.ts': outside }, BUNDLER)).toEqual({ 'use.ts': [] });
  });

  const checker = ts.createProgram(
    entries.map(({ types }) => types),
    { ...STRICT, ...NODE, types: [] },
  );

  it.each(entries)('of $name are all used by the program', ({ name, types }) => {
    const module = checker.getTypeChecker().getSymbolAtLocation(checker.getSourceFile(types) as ts.SourceFile);
    const names = checker
      .getTypeChecker()
      .getExportsOfModule(module as ts.Symbol)
      .map((symbol) => symbol.name);
    const imported = new RegExp(`import \\{([^}]*)\\} from '${name}'`).exec(outside)?.[1] ?? '';
    const used = new Set(imported.split(/[\s,]+/));
    expect(names.length).toBeGreaterThan(0);
    expect(
      names.filter((exported) => !used.has(exported)),
      `exported, but not used in ${PROGRAM}`,
    ).toEqual([]);
  });

  it('have a name for everything in a signature', () => {
    const typeChecker = checker.getTypeChecker();
    const exported = new Set(
      entries.flatMap(({ types }) => {
        const module = typeChecker.getSymbolAtLocation(checker.getSourceFile(types) as ts.SourceFile) as ts.Symbol;
        return typeChecker.getExportsOfModule(module).map((symbol) => resolved(symbol, typeChecker));
      }),
    );
    const declared = checker
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(join(packageFolder, 'dist')))
      .flatMap((file) => file.statements.filter(isNamed))
      .map((statement) => typeChecker.getSymbolAtLocation(statement.name) as ts.Symbol);
    expect(declared.length).toBeGreaterThan(50);
    expect(declared.filter((symbol) => !exported.has(symbol)).map(({ name }) => name)).toEqual([]);
  });

  it('have nothing that is marked as internal', () => {
    for (const file of checker.getSourceFiles().filter(({ fileName }) => fileName.startsWith(packageFolder))) {
      expect(file.text).not.toContain('@internal');
    }
  });
});

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isNamed(statement: ts.Statement): statement is ts.Statement & { name: ts.Identifier } {
  return 'name' in statement && statement.name !== undefined;
}
