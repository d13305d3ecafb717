import { manifestOf, segmentsOf } from '../catalog/catalog-file.js';
import { inMemory } from '../catalog/several-records.js';
import { portableCodec } from '../encoding/codec.js';
import type { DeltaTarget } from './delta.js';

/** Keeps segments in memory. */
export const IN_MEMORY: DeltaTarget = {
  codec: portableCodec,
  make: async (write) => {
    const store = await inMemory(portableCodec, write);
    const manifest = await manifestOf(store);
    return { name: 'changes', store, manifest, segments: segmentsOf(store, manifest) };
  },
};
