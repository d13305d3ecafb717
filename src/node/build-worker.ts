import { parentPort, workerData } from 'node:worker_threads';
import { TextIndexBuilder } from '../build/text/text-index-builder.js';
import { CatalogTooLargeError } from '../model/errors.js';
import { BEGIN_DOCUMENT, type FromHelper, type ToHelper } from './build-messages.js';
import { CompressionGate } from './compression-gate.js';
import { deflateNow } from './zlib-codec.js';

/**
 * The helper thread of a build (build-helper.ts): it builds the text indexes and compresses documents while the main thread
 * parses and fills the columns.
 */
const port = parentPort as NonNullable<typeof parentPort>;
const gate = new CompressionGate(workerData as Int32Array<SharedArrayBuffer>);
const builders = new Map<number, TextIndexBuilder>();

function send(message: FromHelper, transferred: ArrayBufferView[] = []): void {
  port.postMessage(message, [...new Set(transferred.map(({ buffer }) => buffer as ArrayBuffer))]);
}

function handle(message: ToHelper): void {
  switch (message.kind) {
    case 'text':
      builders.set(message.text, new TextIndexBuilder(message.fields));
      return;
    case 'values':
      addValues(builders.get(message.text) as TextIndexBuilder, message.entries, message.bytes);
      send({ kind: 'taken', text: message.text });
      return;
    case 'index': {
      const { text, documentOf, uidRank } = message;
      for (const { name, arrays } of (builders.get(text) as TextIndexBuilder).sections(documentOf, uidRank)) {
        // Copies: the builder may still read the arrays that it has returned.
        const copies = arrays.map((array) => array.slice());
        send({ kind: 'section', text, name, arrays: copies }, copies);
      }
      builders.delete(text);
      send({ kind: 'indexed', text });
      return;
    }
    case 'deflate': {
      const blocks = message.blocks.map((block) => gate.pass(() => deflateNow(block, message.preset)));
      send({ kind: 'deflated', id: message.id, blocks });
      return;
    }
  }
}

function addValues(builder: TextIndexBuilder, entries: Uint32Array, bytes: Uint8Array): void {
  let at = 0;
  for (let i = 0; i < entries.length; i += 2) {
    if (entries[i] === BEGIN_DOCUMENT) builder.beginDocument();
    else {
      builder.addUtf8(entries[i], bytes, at, at + entries[i + 1]);
      at += entries[i + 1];
    }
  }
}

port.on('message', (message: ToHelper) => {
  try {
    handle(message);
  } catch (error) {
    send({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      tooLarge: error instanceof CatalogTooLargeError,
    });
  }
});
