/** The files that the build writes beside the code: descriptions of the interfaces, made from the tables that they read. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { graphqlSchemaText } from '../src/graphql/schema-options.js';
import { openApiDocument } from '../src/rest/openapi.js';
import { matchRequestSchema, partSchema, searchRequestSchema } from '../src/rest/request-schemas.js';

/**
 * An esbuild plugin that writes the files into the output folder.
 * @param version of the package
 */
export function shippedFiles(version: string): Plugin {
  return {
    name: 'shipped-files',
    setup(build) {
      build.onEnd(({ errors }) => {
        if (errors.length === 0) return writeFiles(build.initialOptions.outdir ?? 'dist', version);
        return undefined;
      });
    },
  };
}

async function writeFiles(folder: string, version: string): Promise<void> {
  const openApi = openApiDocument() as { info: object };
  const files: Record<string, object | string> = {
    'graphql/v4.graphql': graphqlSchemaText({ dialect: 'v4' }),
    'graphql/sup.graphql': graphqlSchemaText({ dialect: 'sup' }),
    'graphql/v4-strict.graphql': graphqlSchemaText({ dialect: 'v4', strict: true }),
    'graphql/sup-strict.graphql': graphqlSchemaText({ dialect: 'sup', strict: true }),
    'rest/openapi.json': { ...openApi, info: { ...openApi.info, version } },
    'schemas/search-request.json': searchRequestSchema(),
    'schemas/parts-match-request.json': matchRequestSchema(),
    'schemas/part.json': partSchema(),
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
  }
}
