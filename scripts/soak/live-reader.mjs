/** A thread of the soak test of live catalogs that reads the folder beside its writer, and checks every answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { openCatalogFolder } from '../../dist/partdex-node.js';
import { ask, Model, numbers } from './live-model.mjs';

const { folder, seed } = workerData;
const catalog = await openCatalogFolder(folder, { watch: true });
const model = new Model();
const below = numbers(seed);
let answers = 0;
let isOver = false;
parentPort.on('message', () => {
  isOver = true;
});
while (!isOver) {
  // A request is answered as of the commit that is the newest when it begins.
  model.forward(catalog.commit);
  await ask(catalog, model, below);
  answers++;
  if (answers % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
await catalog.close();
parentPort.postMessage({ answers, commit: model.commit });
parentPort.close();
