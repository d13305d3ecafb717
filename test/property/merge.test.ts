import { describe, expect, it } from 'vitest';
import { PartMerger } from '../../src/build/part-merger.js';
import { MemoryBlocks, PartSpool } from '../../src/build/part-spool.js';
import type { SourceDocument } from '../../src/build/source-documents.js';
import { portableCodec } from '../../src/encoding/codec.js';
import { datatypeOf, typeOfDatatype } from '../../src/encoding/spec-facts.js';
import { CompanyGroups } from '../../src/merge/company-groups.js';
import { checkPart } from '../../src/model/check-documents.js';
import { PART } from '../../src/model/schema.js';
import { buildCatalog, type Catalog, type Part } from '../../src/partdex.js';
import { type MergingSample, mergingSamples } from '../arbitraries/merging.js';
import type { Doc } from '../oracle/documents.js';
import { type MergeConflict, mergeParts, type SourcedPart } from '../oracle/merge.js';
import { canonical } from '../support/property/engine.js';
import { expectSameText } from '../support/property/same-text.js';
import { holds } from '../support/property/settings.js';

/** The members that answers show on request. */
const MEMBERS = PART.members.filter(({ visibility }) => visibility === 'hidden').map(({ name }) => name);

function documentOf(source: string, line: number, part: unknown): SourceDocument {
  const text = new TextEncoder().encode(JSON.stringify(part));
  return { source, line, text, value: () => JSON.parse(JSON.stringify(part)), stored: () => text };
}

/** The parts and conflicts of the engine. */
async function merge({ by, parts, records }: MergingSample): Promise<{ parts: unknown[]; conflicts: MergeConflict[] }> {
  const conflicts: MergeConflict[] = [];
  const merger = new PartMerger({
    by,
    spool: new PartSpool(new MemoryBlocks(), portableCodec),
    companies: {
      brands: new CompanyGroups(records.brands as never),
      manufacturers: new CompanyGroups(records.manufacturers as never),
      sellers: new CompanyGroups(records.sellers as never),
    },
    typeOfKey: (name) => typeOfDatatype(datatypeOf(records.spec_metadata?.find(({ key }) => key === name))),
    onConflict: ({ line: _, ...conflict }) => conflicts.push(structuredClone(conflict) as MergeConflict),
  });
  for (const [i, { source, part }] of parts.entries()) await merger.add(documentOf(source, i + 1, part));
  const merged: unknown[] = [];
  for await (const batch of merger.documents()) for (const document of batch) merged.push(read(document));
  expect(merger.merged).toBe(parts.length - merged.length);
  return { parts: merged, conflicts };
}

/** A part in the form of the check, without `__class__`. */
function checked(part: unknown): Doc {
  return checkPart(part, { source: 'parts', line: 1 }) as unknown as Doc;
}

function checkedParts({ parts }: MergingSample): SourcedPart[] {
  return parts.map(({ source, part }) => ({ source, part: checked(part) }));
}

function read(document: SourceDocument): unknown {
  return JSON.parse(new TextDecoder().decode(document.stored()));
}

function expectSame(found: unknown, wanted: unknown, sample: MergingSample): void {
  expectSameText(canonical(found), canonical(wanted), () => JSON.stringify(sample));
}

describe('parts of several sources', () => {
  it('are merged as the oracle merges them', () =>
    holds(
      mergingSamples,
      async (sample) => {
        const expected = mergeParts(checkedParts(sample), sample.by, sample.records);
        const { parts, conflicts } = await merge(sample);
        parts.forEach((part, i) => {
          expectSame(checked(part), checked(expected.parts[i]), sample);
        });
        expect(parts).toHaveLength(expected.parts.length);
        // An oracle that finds its conflicts part by part has them in another order.
        const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
        expect(sorted(conflicts)).toEqual(sorted(expected.conflicts));
      },
      12,
    ));

  it('are the catalog that the merged parts are', () =>
    holds(
      mergingSamples.filter(({ parts }) => parts.length > 0),
      async (sample) => {
        const { by, parts, records } = sample;
        const given = records as Record<string, never[]>;
        const onInvalid = () => {};
        const expected = mergeParts(checkedParts(sample), by, records).parts as unknown as Part[];
        const one = await buildCatalog({ parts: parts.map(({ part }) => part) as never, ...given }, { merge: by, onInvalid });
        const other = await buildCatalog({ parts: expected, ...given }, { onInvalid });
        const answer = async (catalog: Catalog) => {
          const { hits, results } = await catalog.parts.search({ limit: 100, sortby: 'uid asc', include: MEMBERS });
          return [hits, results];
        };
        expectSame(await answer(one), await answer(other), sample);
        expect(one.info.specKeys).toBe(other.info.specKeys);
        await one.close();
        await other.close();
      },
      3,
    ));
});
