import { ClusterError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import { type ClusterConnection, pause, type RequestBounds } from './client.js';
import { type IndexFacts, isMeta, metaOf } from './facts.js';
import { numberedIndex, numberOfIndex, pathOf, recordsIndex } from './index-names.js';
import { indexLayout, partsIndexDefinition, recordsIndexDefinition } from './schema.js';

type NewFacts = Pick<IndexFacts, 'priceCurrency' | 'ownFields' | 'synonyms' | 'authorized'>;

/** Times that a number is tried: another push may take the same one. */
const MOST_NUMBERS = 20;
/** How long replicas may take to be there. */
const REPLICAS_SECONDS = 120;
/** An index that was never finished is removed by a later push when it is as old as this, in milliseconds. */
const ABANDONED = 86_400_000;
/** How long is looked where the alias leads, and how long removing an index may take, in milliseconds. */
const [LONGEST_LOOK, LONGEST_REMOVAL] = [5_000, 30_000];
/** How long a push that was stopped waits for the removal of its index, which goes on. */
const LONGEST_WAIT = 400;
/** The member of `_meta` that tells whose an unfinished index is. */
const MARK = 'push';

/** A numbered index of an alias, with that of its records, until readers see it. */
export class IndexBehindAlias {
  /** Whether readers may see it. */
  private isSeen = false;

  private constructor(
    private readonly connection: ClusterConnection,
    private readonly alias: string,
    readonly name: string,
    readonly facts: Omit<IndexFacts, 'format'>,
  ) {}

  /** Tells this index from one of another push with the same number, until it is finished. */
  private readonly mark = `${Date.now()}-${Math.random()}`;

  /**
   * Creates the next index of an alias, empty.
   * @throws ValidationError if the name is that of an index; ClusterError
   */
  static async create(
    connection: ClusterConnection,
    alias: string,
    { shards, facts }: { shards: number; facts: NewFacts },
    bounds: RequestBounds,
  ): Promise<IndexBehindAlias> {
    const all = await indicesOf(connection, alias, bounds);
    const layout = indexLayout(facts.ownFields);
    const first = Math.max(0, ...all.map(({ number }) => number)) + 1;
    for (let number = first; number < first + MOST_NUMBERS; number++) {
      const name = numberedIndex(alias, number);
      const records = recordsIndex(name);
      const index = new IndexBehindAlias(connection, alias, name, { ...facts, records });
      const body = partsIndexDefinition(layout, shards, { ...metaOf(index.facts), [MARK]: index.mark });
      let isOwn = false;
      try {
        isOwn = await createIndex(connection, name, body, bounds);
        if (!isOwn) continue;
        if (await createIndex(connection, records, recordsIndexDefinition(), bounds)) return index;
      } catch (error) {
        await unlessEnded(isOwn ? index.remove() : index.removeIfCreated(), bounds);
        throw error;
      }
      await index.remove();
    }
    throw new ClusterError(`${MOST_NUMBERS} indices of the alias exist already`, { step: 'create the index' });
  }

  /** Makes everything findable, checks the number of parts and adds replicas. */
  async finish(
    parts: number,
    {
      replicas,
      bounds,
      onNotice,
    }: { replicas: number; bounds: RequestBounds; onNotice?: ((notice: string) => void) | undefined },
  ): Promise<void> {
    const { connection, name, facts } = this;
    const both = `${name},${facts.records}`;
    const path = (step: string) => `/${both.split(',').map(encodeURIComponent).join(',')}/${step}`;
    await connection.send({ method: 'POST', path: path('_refresh'), step: 'refresh' }, bounds);
    const { body } = await connection.send({ method: 'GET', path: pathOf(name, '_count'), step: 'count parts' }, bounds);
    if (body.count !== parts || body._shards.failed > 0) {
      throw new ClusterError(`it has ${body.count} parts of ${parts} that were sent`, { step: 'count parts' });
    }
    const settings = { index: { number_of_replicas: replicas, refresh_interval: '1s' } };
    await connection.send({ method: 'PUT', path: path('_settings'), body: settings, step: 'add replicas' }, bounds);
    await this.waitForReplicas(replicas, bounds, onNotice);
    const mapping = { _meta: { ...metaOf(facts), finished: true } };
    await connection.send({ method: 'PUT', path: pathOf(name, '_mapping'), body: mapping, step: 'finish the index' }, bounds);
  }

  private async waitForReplicas(
    replicas: number,
    bounds: RequestBounds,
    onNotice: ((notice: string) => void) | undefined,
  ): Promise<void> {
    const { connection, name, facts } = this;
    const path = `/_cluster/health/${[name, facts.records].map(encodeURIComponent).join(',')}`;
    const health = (query: Record<string, string>) =>
      connection.send({ method: 'GET', path, query, expected: [408], step: 'wait for replicas' }, bounds);
    const { body } = await health({});
    const nodes: number = body.number_of_data_nodes;
    const status = nodes > replicas ? 'green' : 'yellow';
    const answer = await health({ wait_for_status: status, timeout: `${REPLICAS_SECONDS}s` });
    if (nodes <= replicas) {
      onNotice?.(
        `${name}: ${replicas} replicas need ${replicas + 1} nodes, and the cluster has ${nodes}; it lacks copies until then`,
      );
    } else if (answer.body.timed_out) onNotice?.(`${name}: its replicas are not there after ${REPLICAS_SECONDS} s; they follow`);
  }

  /**
   * Moves the alias to this index in one step, and removes what was behind it before, in time.
   * @param keep milliseconds for which the index before is kept
   */
  async takeAlias({
    keep,
    bounds,
    onNotice,
  }: {
    keep: number;
    bounds: RequestBounds;
    onNotice?: ((notice: string) => void) | undefined;
  }): Promise<void> {
    const { connection, alias, name } = this;
    const all = await indicesOf(connection, alias, bounds);
    const before = all.filter(({ hasAlias }) => hasAlias);
    await this.moveAlias(bounds);
    const older = all.filter(({ index, hasAlias, isFinished, age }) => {
      return index !== name && !hasAlias && (isFinished || age > ABANDONED);
    });
    for (const { index } of older) await this.drop(index, onNotice);
    for (const { index } of before) {
      if (keep === 0) await this.drop(index, onNotice);
      else later(keep, () => this.drop(index, onNotice));
    }
  }

  /** Moves the alias in one step that may be sent twice: wherever another push has moved it meanwhile, it leads here alone then. */
  private async moveAlias(bounds: RequestBounds): Promise<void> {
    const { connection, alias, name } = this;
    const remove = { index: numberedIndex(alias, '*'), alias, must_exist: false };
    const actions = [{ remove }, { add: { index: name, alias } }];
    this.isSeen = true;
    try {
      await connection.send({ method: 'POST', path: '/_aliases', body: { actions }, step: 'move the alias' }, bounds);
    } catch (error) {
      // A step whose answer was lost may have been done: an index that readers see must not be removed.
      const isDone = await this.isBehindAlias();
      this.isSeen = isDone ?? true;
      if (!isDone) throw error;
    }
  }

  /**
   * Whether the alias leads here; undefined if the cluster does not tell. It changes aliases and indices one after the other: what it was
   * sent before is done first, or the index would be removed just after readers see it.
   */
  private async isBehindAlias(): Promise<boolean | undefined> {
    const { connection, alias, name } = this;
    const bounds = lookBounds();
    try {
      if (!(await areChangesDone(connection, 'look where the alias leads', bounds))) return undefined;
      const all = await indicesOf(connection, alias, bounds);
      return all.some(({ index, hasAlias }) => index === name && hasAlias);
    } catch {
      return undefined;
    }
  }

  /** Removes this index, unless readers may see it: a failed push leaves nothing behind. */
  async remove(): Promise<void> {
    if (!this.isSeen) await this.drop(this.name, undefined);
  }

  /** Removes this index if a request has created it of which no answer came; where the cluster does not tell, it stays for a day. */
  private async removeIfCreated(): Promise<void> {
    const { connection, name, mark } = this;
    const step = 'look whether the index was created';
    const bounds = lookBounds();
    try {
      if (!(await areChangesDone(connection, step, bounds))) return;
      const request = { method: 'GET', path: pathOf(name, '_mapping'), expected: [404], step } as const;
      const { body } = await connection.send(request, bounds);
      if (body[name]?.mappings?._meta?.[MARK] === mark) await this.remove();
    } catch {
      // The push has failed already.
    }
  }

  private async drop(index: string, onNotice: ((notice: string) => void) | undefined): Promise<void> {
    for (const one of [index, recordsIndex(index)]) {
      try {
        const bounds = { deadline: performance.now() + LONGEST_REMOVAL, budget: LONGEST_REMOVAL };
        const request = { method: 'DELETE', path: pathOf(one), expected: [404], step: 'remove the index' } as const;
        await this.connection.send(request, bounds);
      } catch (error) {
        onNotice?.(`the index ${one} could not be removed: ${(error as Error).message}`);
      }
    }
  }
}

const lookBounds = () => ({ deadline: performance.now() + LONGEST_LOOK, budget: LONGEST_LOOK });

/** Waits until the cluster has made all changes that it was sent before; false if that takes too long. */
async function areChangesDone(connection: ClusterConnection, step: string, bounds: RequestBounds): Promise<boolean> {
  const query = { wait_for_events: 'urgent', timeout: `${LONGEST_LOOK / 2}ms` };
  const { body } = await connection.send({ method: 'GET', path: '/_cluster/health', query, expected: [408], step }, bounds);
  return !body.timed_out;
}

/** Waits for the end of a removal, but not where a call has ended and the cluster hangs: the removal goes on then. */
export async function unlessEnded(removed: Promise<void>, { signal }: RequestBounds): Promise<void> {
  await (signal?.aborted ? Promise.race([removed, pause(LONGEST_WAIT, {}, 'remove the index')]) : removed);
}

/** Runs something later, if the program still runs then. */
function later(milliseconds: number, run: () => Promise<void>): void {
  const timer: unknown = setTimeout(() => void run(), milliseconds);
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
}

/** False if an index of this name is there already. */
async function createIndex(connection: ClusterConnection, name: string, body: object, bounds: RequestBounds): Promise<boolean> {
  try {
    await connection.send({ method: 'PUT', path: pathOf(name), body, isIdempotent: false, step: 'create the index' }, bounds);
    return true;
  } catch (error) {
    if (error instanceof ClusterError && error.reason.startsWith('resource_already_exists_exception')) return false;
    throw error;
  }
}

/** A numbered index of an alias. */
interface NumberedIndex {
  readonly index: string;
  readonly number: number;
  readonly hasAlias: boolean;
  /** Whether everything was pushed. */
  readonly isFinished: boolean;
  /** Milliseconds since it was created. */
  readonly age: number;
}

/** The indices of partdex with the name of an alias. @throws ValidationError if the name is that of an index */
async function indicesOf(connection: ClusterConnection, alias: string, bounds: RequestBounds): Promise<NumberedIndex[]> {
  const path = `/${encodeURIComponent(alias)},${encodeURIComponent(alias)}-*`;
  const query = { ignore_unavailable: true, allow_no_indices: true, expand_wildcards: 'open' };
  const { status, body } = await connection.send({ method: 'GET', path, query, expected: [404], step: 'list indices' }, bounds);
  if (status === 404) return [];
  if (Object.hasOwn(body, alias)) {
    throw wrongArgument('index', 'the name of an alias; an index has it, which would have to be removed first', alias);
  }
  return Object.entries(body as Record<string, IndexBody>).flatMap(([index, { aliases, mappings, settings }]) => {
    const number = numberOfIndex(alias, index);
    const meta = mappings?._meta;
    if (number === undefined || !isMeta(meta)) return [];
    const age = Date.now() - Number(settings?.index?.creation_date ?? Date.now());
    return { index, number, hasAlias: Object.hasOwn(aliases ?? {}, alias), isFinished: meta?.finished === true, age };
  });
}

interface IndexBody {
  readonly aliases?: object;
  readonly mappings?: { readonly _meta?: { readonly finished?: boolean } };
  readonly settings?: { readonly index?: { readonly creation_date?: string } };
}
