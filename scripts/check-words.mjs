/**
 * Checks Markdown, comments and string literals against the word list, `scripts/words/list.mjs`.
 *
 *   npm run words                       the clean files and folders of scripts/words/config.mjs; any finding fails
 *   npm run words -- src/parser         other files or folders; `--why` adds the reasons
 *   npm run words -- --count            the number of findings in each folder, clean or not
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKED, COUNTED, IGNORED } from './words/config.mjs';
import { WORDS } from './words/list.mjs';
import { excludedLines, passagesOf } from './words/passages.mjs';

const KINDS = ['prose', 'comment', 'string', 'name'];

const rules = Object.fromEntries(KINDS.map((kind) => [kind, rulesFor(kind)]));

const { values: options, positionals } = parseArgs({
  options: { count: { type: 'boolean' }, why: { type: 'boolean' } },
  allowPositionals: true,
});
if (options.count) printCounts(positionals.length > 0 ? positionals : COUNTED);
else check(positionals.length > 0 ? positionals : CHECKED);

function check(paths) {
  const files = paths.flatMap(filesIn);
  const findings = files.flatMap(findingsIn);
  for (const { file, line, found, entry } of findings) {
    console.log(`${file}:${line}: "${found}"; better: ${entry.better}${options.why ? ` (${entry.why})` : ''}`);
  }
  console.log(`${files.length} files, ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

function printCounts(paths) {
  const counts = new Map();
  for (const file of paths.flatMap(filesIn)) {
    const folder = dirname(file).split('/').slice(0, 2).join('/');
    const count = counts.get(folder) ?? { files: 0, clean: 0, findings: 0 };
    const found = findingsIn(file).length;
    counts.set(folder, { files: count.files + 1, clean: count.clean + (found === 0 ? 1 : 0), findings: count.findings + found });
  }
  const total = { files: 0, clean: 0, findings: 0 };
  for (const count of counts.values()) for (const key of Object.keys(total)) total[key] += count[key];
  for (const [folder, { files, clean, findings }] of [...counts, ['all', total]]) {
    console.log(`${folder.padEnd(24)} ${String(findings).padStart(5)} findings, ${clean} of ${files} files clean`);
  }
}

/** The files to check below a path. `.` is the Markdown files of the repository's top folder. */
function filesIn(path) {
  if (!existsSync(path)) throw new Error(`${path}: no such file or folder`);
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const child = path === '.' ? entry.name : join(path, entry.name);
    if (IGNORED.includes(child) || IGNORED.includes(entry.name)) return [];
    if (entry.isDirectory()) return path === '.' ? [] : filesIn(child);
    return /\.(?:md|[cm]?[jt]s)$/.test(entry.name) && (path !== '.' || entry.name.endsWith('.md')) ? [child] : [];
  });
}

function findingsIn(file) {
  const text = readFileSync(file, 'utf8');
  const passages = Object.entries(passagesOf(file, text));
  const matches = passages.flatMap(([kind, passage]) => matchesIn(passage, rules[kind]));
  if (matches.length === 0) return [];
  const excluded = excludedLines(file, text);
  return matches
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, ...match }) => ({ file, line: lineOf(text, offset), ...match }))
    .filter(({ line }) => !excluded.has(line));
}

function matchesIn(passage, entries) {
  return entries.flatMap(({ pattern, entry }) =>
    Array.from(passage.text.matchAll(pattern), (match) => ({
      offset: passage.offsetOf(match.index),
      found: match[0].replace(/\s+/g, ' '),
      entry,
    })),
  );
}

function lineOf(text, offset) {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The patterns for a kind of text. A blank matches line breaks too; in names, a capital begins a word. */
function rulesFor(kind) {
  const entries = WORDS.filter(({ where = ['prose', 'comment', 'string'] }) => where.includes(kind));
  return entries.map((entry) => {
    const source = entry.find.source.replaceAll(' ', '\\s+');
    if (kind !== 'name') return { pattern: new RegExp(`\\b(?:${source})\\b`, 'gi'), entry };
    const capitals = source.replace(/(^|\|)([a-z])/g, (_, before, letter) => before + letter.toUpperCase());
    return { pattern: new RegExp(`(?:(?<![A-Za-z])(?:${source})|(?:${capitals}))(?![a-z])`, 'g'), entry };
  });
}
