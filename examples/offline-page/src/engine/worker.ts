import { FilterSyntaxError, PartdexError } from 'partdex';
import { OpenedCatalog } from './opened-catalog.js';
import type { Engine, EngineCall, EngineFault, EngineReply } from './protocol.js';

/** The thread of the engine, so that loading and verifying tens of megabytes never blocks typing. */
const engine = new OpenedCatalog();
const methods = {
  open: (place) => engine.open(place),
  ask: (question) => engine.ask(question),
  count: (request) => engine.count(request),
  part: (uid) => engine.part(uid),
  note: (uid, own) => engine.note(uid, own),
  notes: () => engine.notes(),
  save: () => engine.save(),
  readBill: (source) => engine.readBill(source),
  costBill: (choice) => engine.costBill(choice),
  saveBill: (format) => engine.saveBill(format),
} satisfies Engine;

self.addEventListener('message', ({ data }: MessageEvent<EngineCall>) => {
  const method = methods[data.method] as (...args: readonly unknown[]) => Promise<unknown>;
  // In a promise, so that a synchronous throw is answered like a rejection.
  Promise.resolve()
    .then(() => method(...data.args))
    .then(
      (result) => reply({ id: data.id, result }),
      (error) => reply({ id: data.id, fault: faultOf(error) }),
    );
});

function reply(message: EngineReply): void {
  self.postMessage(message);
}

function faultOf(error: unknown): EngineFault {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof FilterSyntaxError) {
    const { code, query, offset, length, expected } = error;
    return { message, code, syntax: { query, offset, length, expected } };
  }
  return { message, code: error instanceof PartdexError ? error.code : 'internal' };
}
