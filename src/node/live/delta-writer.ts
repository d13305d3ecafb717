import type { MessagePort } from 'node:worker_threads';
import { type SourceDocument, StoredDocument } from '../../build/source-documents.js';
import type { Codec } from '../../encoding/codec.js';
import { buildDelta } from '../../live/delta.js';
import { packError } from '../workers/carried-errors.js';
import type { DeltaJob, FromDelta, PackedParts, ToDelta } from './delta-thread.js';
import { LiveFolder, writeSegmentFile } from './live-folder.js';

/** Writes the segments of updates as the messages of a port say (delta-thread.ts sends them), one after the other. */
export function writeDeltas(port: MessagePort, codec: Codec): void {
  let parts: IncomingParts | undefined;
  const send = (message: FromDelta) => port.postMessage(message);
  port.on('message', (message: ToDelta) => {
    if (message.kind === 'end') parts?.end();
    else if (message.kind === 'parts') parts?.push(message.parts);
    else {
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

function unpacked({ bytes, ends, lines, sources }: PackedParts): SourceDocument[] {
  let next = 0;
  let source = '';
  return Array.from(ends, (end, i) => {
    if (sources[next]?.from === i) source = sources[next++].source;
    return new StoredDocument(source, lines[i], bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
  });
}
