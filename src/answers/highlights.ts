import { joinSpans, type Span, type TermMarker } from '../analysis/term-marker.js';
import { Tokenizer } from '../analysis/tokenizer.js';
import { SPEC_PREFIX } from '../model/fields.js';
import { pathText } from '../model/issues.js';
import { isObject } from '../model/plain.js';
import type { Highlight } from '../model/requests.js';
import type { ObjectSchema } from '../model/schema.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { type Filling, shapeMember } from './shape.js';

/** Bytes that a highlight takes in an answer. */
const HIGHLIGHT_BYTES = 96;

/** What of a document met a request. */
export interface Marks {
  readonly highlights: Highlight[];
  readonly snippet: string | null;
}

/** A member of documents on the way to values that are marked. */
interface MarkedMember {
  readonly members: Map<string, MarkedMember>;
  /** Of `specs`: the members of the specs that have no member of their own here, given their keys. */
  others?: (key: string) => MarkedMember | undefined;
  /** The markers of its own values. */
  readonly markers: { readonly marker: TermMarker; readonly takesNumbers: boolean }[];
}

const newMember = (): MarkedMember => ({ members: new Map(), markers: [] });

/** A field whose values are marked, by the path of its members. */
export interface MarkedPath {
  readonly path: readonly string[];
  readonly takesNumbers: boolean;
  readonly marker: TermMarker;
}

/** What a highlighter marks. */
export interface MarkedPaths {
  readonly paths: readonly MarkedPath[];
  /** The marker of the string values of a spec key besides `paths`; undefined for none. */
  readonly specs: ((key: string) => TermMarker | undefined) | undefined;
  /** Top-level members that a snippet may show. */
  readonly snippets: { readonly descriptions: boolean; readonly short_description: boolean };
}

/** Finds what met a request in the documents of its page. */
export class Highlighter {
  private readonly root = newMember();
  private readonly tokenizer = new Tokenizer();

  constructor(
    private readonly schema: ObjectSchema,
    private readonly marked: MarkedPaths,
  ) {
    for (const { path, marker, takesNumbers } of marked.paths) {
      let member = this.root;
      for (const name of path) {
        const inner = member.members.get(name) ?? newMember();
        member.members.set(name, inner);
        member = inner;
      }
      member.markers.push({ marker, takesNumbers });
    }
    if (marked.specs) this.addSpecs(marked.specs);
  }

  /** The top-level members that it reads. */
  get members(): readonly string[] {
    const { descriptions, short_description } = this.marked.snippets;
    const shown = [...(descriptions ? ['descriptions'] : []), ...(short_description ? ['short_description'] : [])];
    return [...this.root.members.keys(), ...shown];
  }

  /** The marks of a stored document: in the document as it is answered without directives, and in its order. */
  *mark(document: object, filling: Filling, work: Work): Steps<Marks> {
    const highlights: Highlight[] = [];
    const known = this.schema.byName;
    for (const { name } of this.schema.members) {
      const member = this.root.members.get(name);
      if (member) yield* this.markMember(document, name, member, { filling, work, highlights });
    }
    for (const name of Object.keys(document)) {
      const member = known.has(name) ? undefined : this.root.members.get(name);
      if (member) yield* this.markMember(document, name, member, { filling, work, highlights });
    }
    return { highlights, snippet: this.snippet(document, highlights) };
  }

  private *markMember(
    document: object,
    name: string,
    member: MarkedMember,
    { filling, work, highlights }: { filling: Filling; work: Work; highlights: Highlight[] },
  ): Steps<void> {
    const value = shapeMember(document, this.schema, name, filling);
    yield* new Walk(this.tokenizer, work, highlights).visit(value, member, [name]);
  }

  /** The markers of all specs: those of keys with markers of their own are added to these. */
  private addSpecs(specs: (key: string) => TermMarker | undefined): void {
    const own = this.root.members.get(SPECS) ?? newMember();
    this.root.members.set(SPECS, own);
    for (const [key, { members }] of own.members) {
      const marker = specs(key);
      if (marker) members.get(VALUE)?.markers.push({ marker, takesNumbers: true });
    }
    own.others = (key) => {
      const marker = specs(key);
      if (!marker) return undefined;
      const value: MarkedMember = { members: new Map(), markers: [{ marker, takesNumbers: true }] };
      return { members: new Map([[VALUE, value]]), markers: [] };
    };
  }

  private snippet(document: object, highlights: readonly Highlight[]): string | null {
    const { snippets } = this.marked;
    const { schema } = this;
    const first = snippets.descriptions ? highlights.find(({ path }) => path.startsWith('descriptions[')) : undefined;
    if (first) {
      const descriptions = shapeMember(document, schema, 'descriptions') as { value?: string }[];
      const { value } = descriptions[Number.parseInt(first.path.slice('descriptions['.length), 10)];
      if (value !== undefined) return value;
    }
    const short = snippets.short_description ? shapeMember(document, schema, 'short_description') : undefined;
    return typeof short === 'string' ? short : null;
  }
}

const SPECS = SPEC_PREFIX.slice(0, -1);
const VALUE = 'value';

/** A walk through a member of one document. */
class Walk {
  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly work: Work,
    private readonly highlights: Highlight[],
  ) {}

  /** @param path that of the value, which is the same array again after the visit */
  *visit(value: unknown, member: MarkedMember, path: (string | number)[]): Steps<void> {
    if (typeof value === 'string' || typeof value === 'number') yield* this.markValue(value, member, path);
    else if (Array.isArray(value)) {
      for (const [i, element] of value.entries()) {
        path.push(i);
        yield* this.visit(element, member, path);
        path.pop();
      }
    } else if (isObject(value)) {
      if (member.members.size === 0 && !member.others) return;
      for (const name of Object.keys(value)) {
        const inner = member.members.get(name) ?? member.others?.(name);
        if (!inner) continue;
        path.push(name);
        yield* this.visit((value as Record<string, unknown>)[name], inner, path);
        path.pop();
      }
    }
  }

  private *markValue(value: string | number, { markers }: MarkedMember, path: readonly (string | number)[]): Steps<void> {
    const spans: Span[] = [];
    for (const { marker, takesNumbers } of markers) {
      if (typeof value !== 'string' && !takesNumbers) continue;
      for (const span of yield* marker.spansIn(String(value), this.tokenizer, this.work)) spans.push(span);
    }
    if (spans.length === 0) return;
    this.work.hold(spans.length * HIGHLIGHT_BYTES);
    const name = pathText(path);
    for (const { from, to } of markers.length > 1 ? joinSpans(spans) : spans) {
      this.highlights.push({ path: name, offset: from, length: to - from });
    }
  }
}
