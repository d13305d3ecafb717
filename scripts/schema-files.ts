import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The schemas of the successor interface that the package has as files. */
const SCHEMAS = [
  { name: 'v4', options: { dialect: 'v4' } },
  { name: 'sup', options: { dialect: 'sup' } },
  { name: 'v4-strict', options: { dialect: 'v4', strict: true } },
  { name: 'sup-strict', options: { dialect: 'sup', strict: true } },
] as const;

/** Writes the schemas of the built package into its folder `graphql`. */
export async function writeSchemaFiles(folder: string): Promise<void> {
  const entry = pathToFileURL(resolve(folder, 'partdex-graphql.js')).href;
  const { graphqlSchemaText } = (await import(entry)) as typeof import('../src/graphql/partdex-graphql.js');
  await mkdir(join(folder, 'graphql'), { recursive: true });
  for (const { name, options } of SCHEMAS) {
    await writeFile(join(folder, 'graphql', `${name}.graphql`), graphqlSchemaText(options));
  }
}
