import { computedMember } from '../answers/computed-members.js';
import { applyDirectives, compileDirectives, type ShownMembers } from '../answers/directives.js';
import { atName, splitAtKeys } from '../answers/dotted.js';
import type { Filling } from '../answers/shape.js';
import type { CheckedDirectives } from '../model/check-directives.js';
import type { Part, SpecMetadata } from '../model/documents.js';
import { SPEC_PREFIX } from '../model/fields.js';
import { Issues } from '../model/issues.js';
import type { Work } from '../work/work.js';
import { anyOf, type Query, term } from './compile/queries.js';
import type { markingFor } from './in-process.js';
import { PATHS, SPEC } from './schema.js';
import type { EngineSession } from './session.js';
import { escapedKey } from './terms.js';

type Marking = ReturnType<typeof markingFor>;

/** What parts are shown with. */
export interface FetchContext {
  readonly filling: Filling;
  readonly hasSpec: (key: string) => boolean;
  readonly specMetadata: (key: string) => SpecMetadata | undefined;
}

/** Members that are computed; no rates convert prices on a cluster, and nothing is hidden. */
const computed = (name: string) => computedMember(name, { rates: undefined, hides: () => false });

/** Makes answers of stored parts as directives say. */
export class PartFetcher {
  /** Paths that some part has. */
  private readonly known = new Set<string>();

  constructor(private readonly context: FetchContext) {}

  /**
   * Which members checked directives show. Names that are not documented are looked for in the parts.
   * @param issues takes what is wrong with the directives
   * @param unknownNames takes the names that no part has
   */
  async compile(
    directives: CheckedDirectives,
    session: EngineSession,
    issues: Issues,
    unknownNames: Issues = issues,
  ): Promise<ShownMembers> {
    const { hasSpec } = this.context;
    const open = new Set<string>();
    const has = (path: string): boolean => {
      if (this.known.has(path) || this.isInSpecMetadata(path)) return true;
      open.add(path);
      return false;
    };
    compileDirectives('parts', directives, { has, hasSpec, computed }, new Issues());
    if (open.size > 0) await this.look([...open], session);
    return compileDirectives('parts', directives, { has, hasSpec, computed }, issues, unknownNames);
  }

  /** Whether some part has a path. */
  async hasPath(path: string, session: EngineSession): Promise<boolean> {
    if (!this.known.has(path)) await this.look([path], session);
    return this.known.has(path);
  }

  private async look(paths: readonly string[], session: EngineSession): Promise<void> {
    const aggs = Object.fromEntries(paths.map((path, i) => [`p${i}`, { filter: hasPath(path) }]));
    const answer = await session.search({ size: 0, track_total_hits: false, aggs }, 'looking for members');
    paths.forEach((path, i) => {
      if (answer.aggregations[`p${i}`].doc_count > 0) this.known.add(path);
    });
  }

  private isInSpecMetadata(path: string): boolean {
    if (!path.startsWith(SPEC_PREFIX)) return false;
    return splitAtKeys(path.slice(SPEC_PREFIX.length)).some(([key, rest]) => {
      if (rest === undefined || !rest.startsWith('metadata.')) return false;
      let found = false;
      const metadata = this.context.specMetadata(key);
      if (metadata) atName(metadata, rest.slice('metadata.'.length), () => void (found = true));
      return found;
    });
  }

  /** Parts as answers have them. @param marking receives the marks of each */
  async show(parts: readonly object[], shown: ShownMembers, work: Work, marking?: Marking): Promise<Part[]> {
    const { filling } = this.context;
    const answers: Part[] = [];
    for (const [i, part] of parts.entries()) {
      answers.push((await work.run(applyDirectives(shown, part, filling, work))) as Part);
      if (marking) {
        const { highlighter, marks } = marking;
        marks[i] = await work.run(highlighter.mark(part, filling, work));
      }
      if (work.isDue()) await work.pause();
    }
    return answers;
  }
}

/** Finds the parts that have a member at a path. The keys of specs are terms of their own. */
function hasPath(path: string): Query {
  const isKey = path.startsWith(SPEC_PREFIX);
  return anyOf([term(PATHS, path), ...(isKey ? [term(SPEC.key, escapedKey(path.slice(SPEC_PREFIX.length)))] : [])]);
}
