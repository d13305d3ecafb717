import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A fenced code block of a document. */
export interface Block {
  /** The line of the document on which its text begins, from 1. */
  readonly line: number;
  readonly language: string;
  /** The other words after the backticks: `no-run`, `exit=2`. */
  readonly words: readonly string[];
  readonly lines: readonly string[];
}

/** A link of a document to something other than an address of the web. */
export interface Link {
  readonly line: number;
  readonly target: string;
}

const FENCE = /^( *)(`{3,})([^`]*)$/;

/** The value of a word such as `exit=2`. */
export function wordValue({ words }: Block, name: string): string | undefined {
  return words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

export function readBlocks(text: string): Block[] {
  return scan(text).blocks;
}

/** The anchors of a document: those that its headings get, where the same text again gets a number. */
export function readAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const { text: line } of scan(text).prose) {
    const heading = /^#{1,6} +(.*?) *#*$/.exec(line);
    if (!heading) continue;
    const anchor = heading[1]
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Links and pictures that lead to files or headings. */
export function readLinks(text: string): Link[] {
  return scan(text).prose.flatMap(({ line, text: prose }) => {
    const withoutCode = prose.replace(/`+[^`]*`+/g, '``');
    const inline = [...withoutCode.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
    const defined = [...withoutCode.matchAll(/^ *\[[^\]]+\]: +(\S+)/g)];
    const written = [...withoutCode.matchAll(/<(?:img|a|source)\b[^>]*?\s(?:src|href|srcset)="([^"]+)"/g)];
    return [...inline, ...defined, ...written]
      .map((match) => ({ line, target: match[1] }))
      .filter(({ target }) => !/^[a-z][a-z0-9+.-]*:/i.test(target));
  });
}

interface Scanned {
  readonly blocks: Block[];
  /** The lines outside of blocks. */
  readonly prose: { line: number; text: string }[];
}

function scan(text: string): Scanned {
  const scanned: Scanned = { blocks: [], prose: [] };
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const fence = FENCE.exec(lines[i]);
    if (!fence) {
      scanned.prose.push({ line: i + 1, text: lines[i] });
      continue;
    }
    const [, indent, ticks, info] = fence;
    const begin = i + 1;
    for (i++; i < lines.length && !isEnd(lines[i], ticks); i++);
    if (i === lines.length) throw new Error(`the code block of line ${begin} has no end`);
    const [language = '', ...words] = info.trim().split(/\s+/);
    const inner = lines.slice(begin, i).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    scanned.blocks.push({ line: begin + 1, language, words, lines: inner });
  }
  return scanned;
}

function isEnd(line: string, ticks: string): boolean {
  const end = /^ *(`{3,}) *$/.exec(line);
  return end !== null && end[1].length >= ticks.length;
}

/** Folders whose documents are not the project's own writing. */
const FOREIGN = /(^|\/)(node_modules|dist|sample|coverage|results|\.git|docs\/api)(\/|$)/;

/** All documents of the project, as paths from its root. */
export function listDocuments(): string[] {
  return ['.', 'docs', 'bench', 'examples', 'test', 'src', 'scripts']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((file) => {
        const path = file.replaceAll('\\', '/');
        return folder === '.' ? path : `${folder}/${path}`;
      }),
    )
    .filter((path) => path.endsWith('.md') && !FOREIGN.test(path))
    .sort();
}

/** The documents whose code blocks are tested. */
export function listTestedDocuments(): string[] {
  return listDocuments().filter((path) =>
    /^(README\.md|docs\/[^/]+\.md|examples\/[^/]+\/README\.md|bench\/README\.md)$/.test(path),
  );
}

export function readDocument(path: string): string {
  return readFileSync(path, 'utf8');
}
