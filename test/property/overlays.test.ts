import { describe, it } from 'vitest';
import { type OverlayCatalog, overlay } from '../../src/partdex.js';
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
import { MergingCatalog } from '../support/property/merging-catalog.js';
import { holds } from '../support/property/settings.js';

async function followOverlay(history: History, asked: Asked): Promise<void> {
  const base = await build(history.source, history.priceCurrency);
  const catalog = await overlay(base, {});
  await follow(history, { catalog, asked, after: async () => {} });
  await catalog.close();
  await base.close();
}

async function followOverlays(history: History, asked: Asked): Promise<void> {
  const base = await build(history.source, history.priceCurrency);
  const first = await overlay(base, {});
  const changed: Changed = {
    catalog: first,
    asked,
    after: async (step) => {
      const under = changed.catalog as OverlayCatalog;
      if (step % 2 === 0) changed.catalog = await overlay(under, {});
    },
  };
  await follow(history, changed);
  await base.close();
}

/** Some of the last segments are merged after each update: each has few parts, and the records of the catalog are more. */
async function followMerges(history: History, asked: Asked): Promise<void> {
  const base = await build(history.source, history.priceCurrency);
  const catalog = await MergingCatalog.over(base);
  const after = async (step: number) => {
    const { length } = catalog.segments;
    const last = (step + history.seed) % length;
    if (last > 0) await catalog.merge(length - last, length);
  };
  await follow(history, { catalog, asked, after });
  await catalog.close();
  await base.close();
}

describe.each([
  ['an overlay', followOverlay, { much: 0.15, little: 0.34 }],
  ['an overlay over another', followOverlays, { much: 0.1, little: 0.16 }],
  ['a catalog whose segments are merged', followMerges, { much: 0.1, little: 0.32 }],
] as const)('%s', (_name, followed, share) => {
  it('answers as the oracle does, and as one build of the living documents, after each update', () =>
    holds(histories(30, 4), (history) => followed(history, MUCH), share.much));

  it('answers some questions so after each update of many small catalogs', () =>
    holds(histories(5, 2), (history) => followed(history, LITTLE), share.little * SMALL_HISTORIES));
});

// An overlay merges segments after that many updates.
it('an overlay of many updates answers as the oracle does, and as one build of the living documents', () =>
  holds(histories(8, 24, 10), (history) => followOverlay(history, LITTLE), 0.1));
