import type { MessagePort } from 'node:worker_threads';
import { type SourceDocument, StoredDocument } from '../../build/source-documents.js';
import type { CatalogFile } from '../../catalog/catalog-file.js';
import type { Codec } from '../../encoding/codec.js';
import { buildDelta } from '../../live/delta.js';
import { Pauses } from '../../work/pauses.js';
import { packError } from '../workers/carried-errors.js';
import type { DeltaJob, FromDelta, PackedParts, StoredTexts, ToDelta } from './delta-thread.js';
import { closeSegment, LiveFolder, writeSegmentFile } from './live-folder.js';
import { type PackedTexts, packTexts, unpackTexts } from './packed-texts.js';

/**
 * Reads what updates change and writes their segments as the messages of a port say (delta-thread.ts sends them), one segment after the
 * other.
 */
export function serveUpdates(port: MessagePort, codec: Codec): void {
  let parts: IncomingParts | undefined;
  const segments = new StoredSegments(codec);
  const send = (message: FromDelta) => port.postMessage(message);
  const sendTexts = (id: number, texts: PackedTexts | undefined) => {
    port.postMessage({ kind: 'read', id, texts } satisfies FromDelta, texts ? [texts.bytes.buffer as ArrayBuffer] : []);
  };
  port.on('message', (message: ToDelta) => {
    if (message.kind === 'read') {
      const { id, stored } = message;
      segments.read(stored).then(
        (texts) => sendTexts(id, packTexts(texts)),
        () => sendTexts(id, undefined),
      );
    } else if (message.kind === 'end') parts?.end();
    else if (message.kind === 'parts') parts?.push(message.parts);
    else if (message.kind === 'begin') {
      parts = new IncomingParts(() => send({ kind: 'taken' }));
      writeDelta(message.job, parts, codec).then(
        (notices) => send({ kind: 'written', notices }),
        (error) => send({ kind: 'failed', error: packError(error) }),
      );
    }
  });
}

async function writeDelta(
  { folder, segment, state, records }: DeltaJob,
  parts: IncomingParts,
  codec: Codec,
): Promise<readonly string[]> {
  const notices: string[] = [];
  await writeSegmentFile(new LiveFolder(folder, codec), segment, codec, (writer) =>
    buildDelta({ state, records, parts: parts.documents() }, writer, codec, (notice) => void notices.push(notice), undefined),
  );
  return notices;
}

/** The segments of the catalog that updates have read. */
class StoredSegments {
  private readonly open = new Map<string, Promise<CatalogFile>>();

  constructor(private readonly codec: Codec) {}

  async read({ folder, segment, numbers, segments }: StoredTexts): Promise<Uint8Array[]> {
    // The files of an update stay the same until its commit.
    for (const [name, opened] of this.open) {
      if (segments.includes(name)) continue;
      this.open.delete(name);
      opened.then(closeSegment).catch(() => {});
    }
    let opening = this.open.get(segment);
    if (!opening) this.open.set(segment, (opening = new LiveFolder(folder, this.codec, { mayWait: true }).openSegment(segment)));
    const { documents } = (await opening).segments.parts;
    return new Pauses().run(documents.readTexts(numbers));
  }
}

/** Parts as they arrive. */
class IncomingParts {
  private readonly arrived: PackedParts[] = [];
  private hasEnded = false;
  private onArrival = () => {};

  /** @param onTaken called for each message that was read */
  constructor(private readonly onTaken: () => void) {}

  push(parts: PackedParts): void {
    this.arrived.push(parts);
    this.onArrival();
  }

  end(): void {
    this.hasEnded = true;
    this.onArrival();
  }

  async *documents(): AsyncIterable<SourceDocument[]> {
    for (;;) {
      const parts = this.arrived.shift();
      if (parts) {
        this.onTaken();
        yield unpacked(parts);
      } else if (this.hasEnded) return;
      else await new Promise<void>((resolve) => (this.onArrival = resolve));
    }
  }
}

function unpacked(parts: PackedParts): SourceDocument[] {
  const { lines, sources } = parts;
  let next = 0;
  let source = '';
  return unpackTexts(parts).map((text, i) => {
    if (sources[next]?.from === i) source = sources[next++].source;
    return new StoredDocument(source, lines[i], text);
  });
}
