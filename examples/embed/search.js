import { openCatalogFile } from 'partdex/node';

const [path, ...words] = process.argv.slice(2);
const catalog = await openCatalogFile(path);
const { hits, results } = await catalog.parts.search({ q: words.join(' '), limit: 5 });

console.log(`${hits} parts`);
for (const { item } of results) console.log(item.mpn, item.brand?.name);

await catalog.close();
