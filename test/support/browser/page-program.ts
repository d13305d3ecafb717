/** The script of the test page and of the worker that it starts. */

import { type Catalog, type CatalogSource, openCatalog, openCatalogUrl } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { answersOf, builtFrom, type Task, UNHURRIED } from './tasks.js';

/** An order for the page; its answers are texts. */
export type Order =
  | { readonly kind: 'ask'; readonly from: Origin; readonly url: string; readonly tasks: readonly Task[] }
  | { readonly kind: 'build'; readonly source: object; readonly priceCurrency: string }
  | { readonly kind: 'build sample'; readonly parts: number };

/** A catalog is opened from a Blob of the address's bytes, from the address, or from the file that the page's input has. */
export type Origin = 'Blob' | 'URL' | 'file';

export type Place = 'page' | 'worker';

declare global {
  /** Runs an order in the page or in a worker. Orders are JSON, so that every string arrives as it is. */
  var runOrder: (place: Place, order: string) => Promise<string[]>;
}

async function carryOut(order: Order): Promise<string[]> {
  switch (order.kind) {
    case 'build':
      return builtFrom(order.source as CatalogSource, { priceCurrency: order.priceCurrency });
    case 'build sample':
      return builtFrom({ parts: generateSample(order.parts), ...sampleMetadata() });
    case 'ask':
      return answersOf(opened(order.from, order.url), order.tasks);
  }
}

async function opened(from: Origin, url: string): Promise<Catalog> {
  if (from === 'URL') return openCatalogUrl(url, UNHURRIED);
  if (from === 'Blob') return openCatalog(await fetch(url).then((answer) => answer.blob()), UNHURRIED);
  return openCatalog(document.querySelector('input')?.files?.[0] as File, UNHURRIED);
}

function carryOutInWorker(order: string): Promise<string[]> {
  const worker = new Worker('entry.js', { type: 'module' });
  return new Promise<string[]>((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    worker.onerror = (event) => reject(new Error(event.message));
    port1.onmessage = ({ data }: MessageEvent<{ answers?: string[]; failure?: string }>) =>
      data.answers ? resolve(data.answers) : reject(new Error(data.failure));
    worker.postMessage(order, [port2]);
  }).finally(() => worker.terminate());
}

if (typeof document === 'undefined') {
  globalThis.addEventListener('message', ({ data, ports: [port] }: MessageEvent<string>) => {
    carryOut(JSON.parse(data)).then(
      (answers) => port.postMessage({ answers }),
      (error) => port.postMessage({ failure: String(error?.stack ?? error) }),
    );
  });
} else {
  globalThis.runOrder = (place, order) => (place === 'page' ? carryOut(JSON.parse(order)) : carryOutInWorker(order));
}
