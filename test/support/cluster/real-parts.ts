/** The catalog that three nodes hold: real parts where they are, else invented ones. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalogFile, openCatalogFile } from '../../../src/node/partdex-node.js';
import { buildCatalog, type Catalog, type Part } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

const REAL = '../shared/data/real';
/** Files of real parts, of about 26,200 parts each: those that there are, and those that are taken. */
const ALL_FILES = 20;
const FILES = 2;
const INVENTED = 5000;

/** What is tested, and with how many requests. */
export interface NodesVariant {
  /** Files of real parts; 0 for invented ones. */
  readonly files: number;
  readonly calls: number;
  /** Memory of each node. */
  readonly heap: string;
}

/** `PARTDEX_REAL_PARTS` is a number of files, or `all`. */
export function nodesVariant(): NodesVariant {
  const wanted = process.env.PARTDEX_REAL_PARTS;
  if (wanted === '0' || !existsSync(fileOf('parts-00'))) return { files: 0, calls: 300, heap: '512m' };
  const files = wanted === 'all' ? ALL_FILES : Number(wanted ?? FILES);
  return { files, calls: 2000, heap: files > FILES ? '2g' : '640m' };
}

const fileOf = (name: string): string => join(REAL, `${name}.ndjson.gz`);

/** Requests reach beyond the first 1,000 hits, and machines that do other things are slow. */
const LIMITS = { start: Number.POSITIVE_INFINITY, milliseconds: 600_000 };

/** @param folder where a catalog file may be written */
export async function openVariant({ files }: NodesVariant, folder: string): Promise<Catalog> {
  if (files === 0) return buildCatalog({ parts: generateSample(INVENTED), ...sampleMetadata() }, { limits: LIMITS });
  const out = join(folder, 'real.pdx');
  const parts = Array.from({ length: files }, (_, i) => fileOf(`parts-${String(i).padStart(2, '0')}`));
  const records = {
    categories: fileOf('categories'),
    brands: fileOf('brands'),
    manufacturers: fileOf('manufacturers'),
    sellers: fileOf('sellers'),
    spec_metadata: fileOf('spec-metadata'),
  };
  await buildCatalogFile({ parts, ...records, out });
  return openCatalogFile(out, { limits: LIMITS });
}

/** A catalog of the first parts of another one. */
export async function firstParts(catalog: Catalog, count: number): Promise<Catalog> {
  const parts: Part[] = [];
  const decoder = new TextDecoder();
  for await (const piece of catalog.toNdjson('parts')) {
    for (const line of decoder.decode(piece).split('\n')) if (line !== '') parts.push(JSON.parse(line));
    if (parts.length >= count) break;
  }
  return buildCatalog({ parts: parts.slice(0, count) }, { limits: LIMITS });
}
