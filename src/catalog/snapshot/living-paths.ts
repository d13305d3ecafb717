import { PathCollector } from '../../build/path-collector.js';
import type { PlainDictionary } from '../../index/dictionary/plain-dictionary.js';
import { Section } from '../../index/section.js';
import { Pauses } from '../../work/pauses.js';
import { livingNumbers } from './living-parts.js';
import type { SnapshotSegment } from './state.js';

const BATCH = 256;

/**
 * The dotted paths of all members that some living part has. A file says it for all of its parts: what only dead ones have is found by
 * looking for it in those that live, when somebody first asks for paths.
 */
export function livingPaths(segments: readonly SnapshotSegment[]): Section<PlainDictionary> {
  return new Section('parts/living-paths', 0, async () => {
    const all = await Promise.all(segments.map(({ file }) => file.segments.parts.paths.load()));
    const gone = await gonePaths(segments, all);
    const find = (path: string) => (!gone.has(path) && all.some((paths) => paths.find(path) >= 0) ? 0 : -1);
    // Of a dictionary of paths nobody asks for more than whether a path is there.
    return Object.create(all[0] ?? null, { find: { value: find } }) as PlainDictionary;
  });
}

async function gonePaths(segments: readonly SnapshotSegment[], all: readonly PlainDictionary[]): Promise<Set<string>> {
  const doubtful = new Set<string>();
  for (const segment of segments) {
    if (!segment.dead) continue;
    await eachPath(segment, Array.from(segment.dead.rows()), (paths) => {
      for (const path of paths) doubtful.add(path);
      return true;
    });
  }
  segments.forEach(({ dead }, i) => {
    if (!dead) for (const path of doubtful) if (all[i].find(path) >= 0) doubtful.delete(path);
  });
  for (const segment of segments) {
    if (!segment.dead || doubtful.size === 0) continue;
    await eachPath(segment, Array.from(livingNumbers(segment)), (paths) => {
      for (const path of paths) doubtful.delete(path);
      return doubtful.size > 0;
    });
  }
  return doubtful;
}

/** Passes the paths of batches of documents until `take` has enough. */
async function eachPath(
  { file }: SnapshotSegment,
  numbers: readonly number[],
  take: (paths: string[]) => boolean,
): Promise<void> {
  const pauses = new Pauses();
  for (let from = 0; from < numbers.length; from += BATCH) {
    const collector = new PathCollector();
    const documents = await pauses.run(file.segments.parts.documents.read(numbers.slice(from, from + BATCH)));
    for (const document of documents) collector.add(document as object);
    if (!take(collector.paths())) return;
  }
}
