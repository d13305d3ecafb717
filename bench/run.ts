/**
 * Builds a sample catalog and measures requests of many kinds on it: `npm run bench [-- <parts>]`, by default 100,000.
 * Times are of one machine, to be compared with times of the same machine.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSample, sampleMetadata } from '../src/cli/sample/sample.js';
import { buildCatalogFile, openCatalogFile } from '../src/node/partdex-node.js';
import { measure } from './measure.js';
import { drawRequests } from './requests.js';

const parts = Number(process.argv[2] ?? 100_000);
if (!Number.isSafeInteger(parts) || parts < 1) throw new Error(`"${process.argv[2]}" is no number of parts`);

const folder = await mkdtemp(join(tmpdir(), 'partdex-bench-'));
try {
  await bench();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  const { spec_metadata, categories } = sampleMetadata();
  const out = join(folder, 'catalog.pdx');
  const report = await buildCatalogFile({
    parts: await writeLines('parts', generateSample(parts)),
    categories: await writeLines('categories', categories),
    spec_metadata: await writeLines('spec-metadata', spec_metadata),
    out,
  });
  const peak = process.resourceUsage().maxRSS / 1000;
  console.log(`Node ${process.version}, ${process.platform} ${process.arch}, ${parts.toLocaleString('en-US')} parts`);
  console.log(
    `build: ${report.seconds.toFixed(1)} s, ${Math.round(parts / report.seconds).toLocaleString('en-US')} parts/s, ` +
      `${Math.round(report.bytes / parts)} bytes a part, at most ${Math.round(peak)} MB of memory`,
  );
  const started = performance.now();
  const catalog = await openCatalogFile(out);
  console.log(`open: ${(performance.now() - started).toFixed(1)} ms\n`);
  console.log(`${'request'.padEnd(34)}${'median ms'.padStart(12)}${'p95 ms'.padStart(12)}${'hits'.padStart(10)}`);
  for (const { name, requests } of drawRequests(parts)) {
    const { median, p95, hits } = await measure(catalog, requests);
    console.log(name.padEnd(34) + median.toFixed(3).padStart(12) + p95.toFixed(3).padStart(12) + String(hits).padStart(10));
  }
  await catalog.close();
}

async function writeLines(name: string, documents: Iterable<object>): Promise<string> {
  const path = join(folder, `${name}.ndjson`);
  const file = createWriteStream(path);
  for (const document of documents) {
    if (!file.write(`${JSON.stringify(document)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return path;
}
