import { transformSync } from 'esbuild';
import ts from 'typescript';
import type { Block } from './markdown.js';

/** A program of a document: a block, after those that it continues. */
export interface Program {
  readonly blocks: readonly Block[];
  /** Name of its file in the working folder: the line of the document on which its last block begins. */
  readonly file: string;
  readonly runs: boolean;
  /** Whether a later block continues it, so that it need not be looked at alone. */
  continued: boolean;
}

/** The programs of a document by their last block. */
export function readPrograms(blocks: readonly Block[]): Map<Block, Program> {
  const programs = new Map<Block, Program>();
  const last = new Map<string, Program>();
  for (const block of blocks) {
    const { language, line, words } = block;
    if (language !== 'js' && language !== 'ts') continue;
    const before = last.get(language);
    const continues = words.includes('continues');
    if (continues && !before) throw new Error(`line ${line}: there is no ${language} block that this one could continue`);
    const earlier = continues && before ? before.blocks : [];
    if (continues && before) before.continued = true;
    const program = {
      blocks: [...earlier, block],
      file: `line-${line}.${language === 'js' ? 'mjs' : 'mts'}`,
      runs: ![...earlier, block].some((part) => part.words.includes('no-run')),
      continued: false,
    };
    programs.set(block, program);
    last.set(language, program);
  }
  return programs;
}

/** The text of a program, in which every line has the number that it has in the document. */
export function sourceOf({ blocks }: Program): string {
  const lines: string[] = [];
  for (const block of blocks) {
    while (lines.length < block.line - 1) lines.push('');
    lines.push(...block.lines);
  }
  return `${lines.join('\n')}\n`;
}

/** The program as Node can run it. */
export function runnableSource(program: Program): string {
  const source = sourceOf(program);
  return program.file.endsWith('.mts') ? transformSync(source, { loader: 'ts', format: 'esm', target: 'es2023' }).code : source;
}

/** What a program promises to print: comments behind calls of console.log, and on the lines below such a call. */
export function promisedOutput({ blocks }: Program): string[] {
  const promised: string[] = [];
  for (const { lines } of blocks) {
    let below = false;
    for (const line of lines) {
      const call = /^\s*(?:.*[^\w.])?console\.log\(.*\);(?: \/\/ (.*))?$/.exec(line);
      const comment = /^\s*\/\/ ?(.*)$/.exec(line);
      if (call) {
        if (call[1] !== undefined) promised.push(call[1]);
        below = true;
      } else if (below && comment) promised.push(comment[1]);
      else below = false;
    }
  }
  return promised.map((line) => line.trimEnd());
}

const OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  allowJs: true,
  checkJs: true,
  strict: true,
  // Programs in JavaScript, and those that use a module that is not installed here, have parameters without types.
  noImplicitAny: false,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: ['node'],
};

/** Cannot find module; no declaration file for it. */
const MISSING_MODULE = new Set([2307, 7016]);

/** What TypeScript minds in files of programs, by path of the file. `lenient` files may import what is not installed. */
export function typeFaults(files: readonly string[], folder: string, lenient: ReadonlySet<string>): Map<string, string[]> {
  const host = ts.createCompilerHost(OPTIONS);
  host.getCurrentDirectory = () => folder;
  const program = ts.createProgram([...files], OPTIONS, host);
  const faults = new Map<string, string[]>(files.map((file) => [file, []]));
  const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  if (general.length > 0) throw new Error(general.map(messageOf).join('\n'));
  for (const file of files) {
    const source = program.getSourceFile(file);
    for (const fault of [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]) {
      if (lenient.has(file) && MISSING_MODULE.has(fault.code) && !/module '(?:partdex|node:|\.)/.test(messageOf(fault))) continue;
      const { line } = ts.getLineAndCharacterOfPosition(source as ts.SourceFile, fault.start ?? 0);
      faults.get(file)?.push(`line ${line + 1}: ${messageOf(fault)}`);
    }
  }
  return faults;
}

function messageOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, '\n');
}
