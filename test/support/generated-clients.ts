import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as types from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Programs that use files made by well-known generators: compiled as strictly as TypeScript can, then run. */
export class ClientFolder {
  private readonly path = mkdtempSync(join(realpathSync(tmpdir()), 'partdex-clients-'));

  constructor() {
    // The programs import graphql.
    symlinkSync(resolve('node_modules'), join(this.path, 'node_modules'));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  /** @returns what the compiler minds, and the modules that it made by the names of their sources */
  compile(...names: readonly string[]): { minded: string[]; load(name: string): Promise<Record<string, unknown>> } {
    const program = ts.createProgram(
      names.map((name) => join(this.path, name)),
      {
        strict: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: true,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        types: [],
      },
    );
    this.write('package.json', '{ "type": "module" }\n');
    const { diagnostics } = program.emit();
    const minded = [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ file, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      return file ? `${file.fileName.slice(this.path.length + 1)}: ${text}` : text;
    });
    const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(this.path, name.replace(/\.ts$/, '.js'))).href);
    return { minded, load };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The types of an OpenAPI description. */
export async function typesOfOpenApi(description: object): Promise<string> {
  return astToString(await openapiTypescript(JSON.parse(JSON.stringify(description))));
}

/** Typed documents of a schema and some operations. */
export function typedDocumentsOf(schema: string, documents: string): Promise<string> {
  return codegen({
    schema: parse(schema),
    documents: [{ document: parse(documents) }],
    filename: 'documents.ts',
    pluginMap: { types, operations, typedDocuments },
    plugins: [{ types: {} }, { operations: {} }, { typedDocuments: {} }],
    config: { useTypeImports: true, scalars: { Map: 'Record<string, unknown>', Time: 'string' } },
  });
}

/** The text of a program of test/support/clients. */
export function programText(name: string): string {
  return readFileSync(resolve('test/support/clients', name), 'utf8');
}
