/** Writes what conditions on offers read, a line for each part: the data of another engine. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { Part } from '../../src/partdex.js';
import { answer, type Job } from '../measure/worker.js';

export interface OfferLinesJob extends Job<{ readonly catalog: string; readonly out: string }, { readonly parts: number }> {}

const LINES_AT_ONCE = 1000;

answer<OfferLinesJob>(async ({ catalog: path, out }) => {
  const catalog = await openCatalogFile(path);
  const ancestors = new Map<string, readonly string[]>();
  for await (const { uid, ancestor_uids } of catalog.categories.scan()) ancestors.set(uid, ancestor_uids ?? []);
  const file = createWriteStream(out);
  let parts = 0;
  let lines: string[] = [];
  for await (const part of catalog.parts.scan({ show: ['uid', 'category_uids', 'offers'] })) {
    parts++;
    lines.push(lineOf(part, ancestors));
    if (lines.length < LINES_AT_ONCE) continue;
    if (!file.write(lines.join(''))) await once(file, 'drain');
    lines = [];
  }
  file.end(lines.join(''));
  await once(file, 'finish');
  await catalog.close();
  return { parts };
});

/** Generated offers have whole numbers and sellers without tabs. */
function lineOf({ uid, category_uids, offers }: Part, ancestors: ReadonlyMap<string, readonly string[]>): string {
  const categories = new Set((category_uids ?? []).flatMap((one) => [one, ...(ancestors.get(one) ?? [])]));
  const cells = (offers ?? []).flatMap(({ seller, in_stock_quantity, moq }) => [
    seller?.name ?? '',
    String(in_stock_quantity ?? ''),
    String(moq ?? ''),
  ]);
  return `${[uid, [...categories].join('|'), ...cells].join('\t')}\n`;
}
