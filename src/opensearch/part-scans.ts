import type { ShownMembers } from '../answers/directives.js';
import type { Call } from '../model/call.js';
import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { SearchRequest } from '../model/requests.js';
import { withoutPage } from '../model/without-page.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import { waitFor } from '../work/pauses.js';
import { UNBOUNDED, type Work } from '../work/work.js';
import { boundsOf } from './client.js';
import type { StoredPart } from './in-process.js';
import { PartRequests } from './part-requests.js';
import { STORED_PART, UID } from './schema.js';
import type { EngineHit } from './searcher.js';
import type { EngineAnswer, EngineSession } from './session.js';
import type { CatalogState } from './state.js';
import { WINDOW } from './window.js';

/** Parts that a scan reads at a time. */
const SCAN_BATCH = 512;

/** What is read in turn, and the point in time. */
interface Reading {
  readonly state: CatalogState;
  readonly session: EngineSession;
}

/** A scan between two batches. */
interface ScanState {
  readonly search: ResolvedSearch;
  readonly shown: ShownMembers;
  readonly after: EngineHit['sort'] | undefined;
  readonly isLast: boolean;
}

/** Requests that read parts in turn. */
export abstract class PartScans extends PartRequests {
  /** All hits, in order, of one point in time. */
  async *scan(request?: SearchRequest, call?: Call): AsyncIterable<Part> {
    const pieces = this.context.running.inPieces(call);
    let reading: Reading | undefined;
    try {
      let scanned: ScanState | undefined;
      for (;;) {
        const batch = await pieces.next((work) =>
          waitFor(
            this.readOn(reading, work, (own) => {
              reading = own;
              return this.scanBatch(own, request, scanned, work);
            }),
          ),
        );
        scanned = batch.state;
        for (const part of batch.items) {
          pieces.check();
          yield part;
        }
        if (batch.state.isLast) return;
      }
    } finally {
      reading?.session.end();
      pieces.end();
    }
  }

  /**
   * Reads on in the point in time of a reading. One that begins finds the index that the alias leads to by now, as any request does.
   * @param read keeps what it is given for the next piece
   */
  private readOn<T>(reading: Reading | undefined, work: Work, read: (reading: Reading) => Promise<T>): Promise<T> {
    if (reading) {
      reading.session.renewed(boundsOf(work));
      return read(reading);
    }
    let session: EngineSession | undefined;
    return this.within(work, (state) => {
      session?.end();
      session = this.session(state, work, true).forReader();
      return read({ state, session });
    });
  }

  private async scanBatch(
    { state, session }: Reading,
    request: SearchRequest | undefined,
    scanned: ScanState | undefined,
    work: Work,
  ): Promise<{ items: Part[]; state: ScanState }> {
    const begun = scanned ?? (await this.beginScan(state, request, session, work));
    const { search, after } = begun;
    const wanted = { from: 0, size: SCAN_BATCH + 1, after, withParts: true };
    const found = await state.searcher.run(search, wanted, session);
    const page = found.page.slice(0, SCAN_BATCH);
    const items = await state.fetcher.show(await this.documents(page, session), begun.shown, work);
    return { items, state: { ...begun, after: page.at(-1)?.sort, isLast: found.page.length <= SCAN_BATCH } };
  }

  private async beginScan(
    state: CatalogState,
    request: SearchRequest | undefined,
    session: EngineSession,
    work: Work,
  ): Promise<ScanState> {
    const rest = withoutPage(request);
    const issues = new Issues(rest);
    const checked = await this.check(state, rest, issues, work);
    const shown = await this.shownFor(state, checked.normalised.directives, session, issues);
    const search = { ...checked.search, facetQueries: [], counts: undefined };
    const after = checked.after && (await this.placeOf(state, search, checked.cursors, checked.after, session));
    return { search, shown, after, isLast: false };
  }

  /** Positions are those in the order of uids. What follows the last record that was read is so also where others write meanwhile. */
  recordsWithin(position: number, count: number, work: Work, last?: object): Promise<readonly object[]> {
    return this.within(work, async (state) => {
      const session = this.session(state, work);
      const after = (last as Part | undefined)?.uid ?? (await this.uidBefore(position, session));
      const behind = after === undefined ? {} : { search_after: [after] };
      const body = { ...behind, size: count, _source: [STORED_PART], sort: [{ [UID]: 'asc' }] };
      const answer = await session.search(body, 'reading parts');
      return answer.hits.hits.map(({ _source }: { _source: Record<string, string> }) => JSON.parse(_source[STORED_PART]));
    });
  }

  private async uidBefore(position: number, session: EngineSession): Promise<string | undefined> {
    let uid: string | undefined;
    for (let at = 0; at < position; ) {
      const size = Math.min(WINDOW, position - at);
      const behind = uid === undefined ? {} : { search_after: [uid] };
      const body = { ...behind, size, _source: false, track_total_hits: false, sort: [{ [UID]: 'asc' }] };
      const { hits } = (await session.search(body, 'reading parts')).hits;
      if (hits.length === 0) break;
      at += hits.length;
      uid = hits[hits.length - 1]._id;
    }
    return uid;
  }

  /** The parts as they are stored, in the order of uids, of one point in time. */
  async *storedParts(size: number, call?: Call): AsyncIterable<readonly StoredPart[]> {
    const pieces = this.context.running.inPieces(call, UNBOUNDED);
    let reading: Reading | undefined;
    try {
      for (let after: string | undefined; ; ) {
        const body = {
          size,
          _source: [STORED_PART],
          sort: [{ [UID]: 'asc' }],
          ...(after !== undefined && { search_after: [after] }),
        };
        const answer = await pieces.next((work) =>
          waitFor(
            this.readOn(reading, work, (own) => {
              reading = own;
              return own.session.search(body, 'reading parts');
            }),
          ),
        );
        const { hits } = answer.hits;
        if (hits.length === 0) return;
        yield hits.map((hit: EngineAnswer) => ({ uid: hit._id, text: hit._source[STORED_PART] }));
        after = hits[hits.length - 1].sort[0];
      }
    } finally {
      reading?.session.end();
      pieces.end();
    }
  }

  /** How many parts the index has. */
  countParts(work: Work): Promise<number> {
    return this.within(work, async (state) => {
      const answer = await this.session(state, work).search({ size: 0, track_total_hits: true }, 'counting parts');
      return answer.hits.total.value;
    });
  }
}
