import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { openLiveCatalog } from '../../src/node/partdex-node.js';
import type { Catalog } from '../../src/partdex.js';
import { build } from '../support/property/engine.js';
import {
  type Asked,
  type Changed,
  follow,
  type History,
  histories,
  LITTLE,
  MUCH,
  SMALL_HISTORIES,
} from '../support/property/history.js';
import { Counterexample, holds } from '../support/property/settings.js';

/** Merges and new openings come between the updates. */
async function followFolder(history: History, asked: Asked): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  const file = join(folder, 'base.pdx');
  const base = await build(history.source, history.priceCurrency);
  writeFileSync(file, await base.toBytes());
  let live = await openLiveCatalog(join(folder, 'catalog'), { base: file });
  const held: { snapshot: Catalog; parts: number }[] = [];
  const changed: Changed = {
    catalog: live,
    asked,
    after: async (step) => {
      held.push({ snapshot: live.snapshot(), parts: live.info.parts });
      if ((step + history.seed) % 3 === 0) await live.compact();
      if ((step + history.seed) % 3 !== 1) return;
      await live.close();
      live = await openLiveCatalog(join(folder, 'catalog'));
      held.splice(0);
      changed.catalog = live;
    },
  };
  try {
    await follow(history, changed);
    for (const { snapshot, parts } of held) {
      const { hits } = await snapshot.parts.search({ limit: 0 });
      if (hits !== parts) throw new Counterexample(`a snapshot of ${parts} parts has ${hits}`);
    }
    await live.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('a live catalog answers as the oracle does, and as one build of the living documents, after each update', () =>
  holds(histories(30, 4), (history) => followFolder(history, MUCH), 0.15));

it('a live catalog answers some questions so after each update of many small catalogs', () =>
  holds(histories(5, 2), (history) => followFolder(history, LITTLE), 0.18 * SMALL_HISTORIES));
