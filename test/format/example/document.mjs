import { isExampleBlock, printBlock } from './blocks.mjs';

/** The example of docs/format.md: what it is built from, and its blocks of bytes. */

const FENCE = /^```(.*)$/;

/** The code blocks of a document: `{ words, first, end }`, where `words` follow the backticks. */
function codeBlocks(lines) {
  const blocks = [];
  for (let i = 0; i < lines.length; i++) {
    const open = FENCE.exec(lines[i]);
    if (!open) continue;
    const first = i + 1;
    for (i++; i < lines.length && lines[i] !== '```'; i++);
    blocks.push({ words: open[1].split(' '), first, end: i });
  }
  return blocks;
}

/** The documents of the block that is the file `name`. */
export function documentsOfBlock(markdown, name) {
  const lines = markdown.split('\n');
  const block = codeBlocks(lines).find(({ words }) => words.includes(`file=${name}`));
  return lines.slice(block.first, block.end).map((line) => JSON.parse(line));
}

/**
 * The document with the bytes that its examples have now.
 * @param catalogs by name, as `readCatalog` reads them; the name is the fourth word of a block, or is left out
 */
export function withExamples(markdown, catalogs) {
  const lines = markdown.split('\n');
  for (const { words, first, end } of codeBlocks(lines).reverse()) {
    if (isExampleBlock(words)) lines.splice(first, end - first, ...printBlock(catalogs[words[3] ?? 'tiny'], words));
  }
  return lines.join('\n');
}

/** How many blocks of a document show bytes of an example. */
export function countExamples(markdown) {
  return codeBlocks(markdown.split('\n')).filter(({ words }) => isExampleBlock(words)).length;
}

/** The table of all sections under the heading of that name: the name of a section, then its arrays. */
export function sectionTable(markdown) {
  const [, chapter] = markdown.split('\n## All sections\n');
  const rows = chapter.split('\n## ')[0].split('\n');
  return rows
    .filter((row) => row.startsWith('| `'))
    .map((row) => row.split('|').slice(1, 3))
    .map(([section, arrays]) => [section, arrays].map((cell) => cell.replaceAll('`', '').trim()));
}
