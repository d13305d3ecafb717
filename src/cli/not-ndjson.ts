import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';

/** Bytes of a file that are read to detect its kind; a longer first line is read in part. */
const START_BYTES = 1 << 16;

/** The likely kind of a file that is not NDJSON, and advice; empty if unknown. Only regular files are read again. */
export async function notNdjsonHint(path: string): Promise<string> {
  const first = await firstLine(path).catch(() => '');
  const name = /^[\w./-]+$/.test(path) ? path : `'${path.replace(/'/g, `'\\''`)}'`;
  const jq = (program: string) => (path.endsWith('.gz') ? `gzip -dc ${name} | jq -c ${program}` : `jq -c ${program} ${name}`);
  if (/^\{\s*$/.test(first)) return `it looks like JSON over several lines; one object a line is needed: ${jq('.')}`;
  if (!first.startsWith('{') && /[,;\t]/.test(first)) return 'it looks like CSV, not NDJSON: see "Your own data" in docs/cli.md';
  return '';
}

/** What a catalog file begins with. */
const CATALOG = 'PARTDEX\0';
const NAMES_OF_TABLES = /\.(?:csv|tsv|tab|xlsx|xls|zip)(?:\.gz)?$/i;
const NAMES_OF_DOCUMENTS = /\.(?:ndjson|jsonl)(?:\.gz)?$/i;

/** What a file is that has no changes or documents. Undefined if it may have them, and for a file that cannot be read. */
export async function foreignKind(path: string): Promise<'table' | 'catalog' | undefined> {
  const first = await firstLine(path).catch(() => '');
  if (first.startsWith(CATALOG)) return 'catalog';
  if (first === '' || first.startsWith('{') || NAMES_OF_DOCUMENTS.test(path)) return undefined;
  return NAMES_OF_TABLES.test(path) || (!first.startsWith('[') && /[,;\t]/.test(first)) ? 'table' : undefined;
}

/** The first line that is not blank, as far as it is read. */
async function firstLine(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    if (!(await file.stat()).isFile()) return '';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = isGzip ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;
    return text
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
      .split('\n', 1)[0];
  } finally {
    await file.close();
  }
}
