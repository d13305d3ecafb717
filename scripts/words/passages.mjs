/**
 * Extracts the text to check from a file: the prose of a Markdown file; the comments, the string literals and the names of a
 * program. Skips fenced blocks, `code` in backticks, "quotations", blockquotes and link targets, and lines that a comment excludes:
 * `words-ignore` excludes its own line and the next one, `words-off` all lines up to `words-on`.
 */

/** Separates pieces: no phrase of the word list extends across it. */
const GAP = '\0';

/** Replaces each character that is not checked. No pattern matches it. */
const LEFT_OUT = '\u0001';

/** Keywords after which a slash begins a regular expression, not a division. */
const BEFORE_REGEX = /\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;

/** Pieces of a file joined into one text, with a mapping from its offsets to those of the file. */
class Passage {
  text = '';
  #starts = [];
  #offsets = [];

  add(piece, offset, separator = GAP) {
    this.#starts.push(this.text.length);
    this.#offsets.push(offset);
    this.text += piece + separator;
  }

  offsetOf(index) {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= index) low = middle;
      else high = middle;
    }
    return this.#offsets[low] + index - this.#starts[low];
  }

  replace(pattern, replacement) {
    this.text = this.text.replace(pattern, replacement);
  }
}

/** Keeps the length and the lines, so that offsets stay right. */
const blank = (found) => found.replace(/[^\n]/g, LEFT_OUT);

/** The passages of a file by kind: `prose`, or `comment`, `string` and `name`. */
export function passagesOf(path, text) {
  return path.endsWith('.md') ? { prose: proseOf(text) } : programPassages(text);
}

function proseOf(text) {
  const prose = new Passage();
  prose.add(text, 0);
  prose.replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2[^\n]*$/gm, blank);
  prose.replace(/<!--[\s\S]*?-->/g, blank);
  prose.replace(/^ *>.*$/gm, blank);
  prose.replace(/(`+)[^`][\s\S]*?\1/g, blank);
  prose.replace(/\]\([^)\n]*\)/g, blank);
  skipQuotations(prose);
  return prose;
}

function skipQuotations(passage) {
  passage.replace(/"(?:[^"\0\n]|\n(?!\s*\n)){1,300}"|“[^”]{1,300}”/g, blank);
}

function programPassages(text) {
  const passages = { comment: new Passage(), string: new Passage(), name: new Passage() };
  new ProgramReader(text, passages).code(0, false);
  // Asterisks at the beginning of lines become blanks, so that a phrase may continue on the next line.
  passages.comment.replace(/^[ \t]*\*+/gm, (found) => ' '.repeat(found.length));
  passages.comment.replace(/`[^`\0]*`/g, blank);
  skipQuotations(passages.comment);
  passages.string.replace(/\\./g, '  ');
  return passages;
}

/** Splits a program into comments, strings and code, with just enough lexing to distinguish them. */
class ProgramReader {
  constructor(text, passages) {
    this.text = text;
    this.passages = passages;
  }

  /** Reads code from `at` to the end, or to the brace that closes a `${`. Returns its end. */
  code(at, inTemplate) {
    const { text, passages } = this;
    let depth = 0;
    let from = at;
    while (at < text.length) {
      const end = this.#skip(at);
      if (end > at) {
        passages.name.add(text.slice(from, at), from);
        at = from = end;
        continue;
      }
      if (text[at] === '{') depth++;
      if (text[at] === '}' && depth-- === 0 && inTemplate) break;
      at++;
    }
    passages.name.add(text.slice(from, at), from);
    return at;
  }

  /** The end of the comment, string or regular expression at `at`; `at` itself if there is none. */
  #skip(at) {
    const { text } = this;
    const character = text[at];
    if (character === "'" || character === '"') return this.#string(at, character);
    if (character === '`') return this.#template(at);
    if (character !== '/') return at;
    if (text[at + 1] === '/') return this.#comment(at, text.indexOf('\n', at), 0);
    if (text[at + 1] === '*') return this.#comment(at, text.indexOf('*/', at + 2), 2);
    return this.#beginsRegex(at) ? this.#regex(at) : at;
  }

  #comment(at, end, closing) {
    if (end < 0) end = this.text.length;
    const next = this.text.slice(end + closing).match(/^\s*?\n[ \t]*\/\//);
    this.passages.comment.add(this.text.slice(at + 2, end), at + 2, closing === 0 && next !== null ? '\n' : GAP);
    return end + closing;
  }

  #string(at, quote) {
    let end = at + 1;
    while (end < this.text.length && this.text[end] !== quote && this.text[end] !== '\n') end += this.text[end] === '\\' ? 2 : 1;
    this.#addString(at + 1, end);
    return end + 1;
  }

  #template(at) {
    const { text } = this;
    let from = at + 1;
    let end = from;
    while (end < text.length && text[end] !== '`') {
      if (text[end] === '$' && text[end + 1] === '{') {
        this.#addString(from, end);
        from = end = this.code(end + 2, true) + 1;
      } else end += text[end] === '\\' ? 2 : 1;
    }
    this.#addString(from, end);
    return end + 1;
  }

  /** Strings without a blank are names and paths. */
  #addString(from, to) {
    const piece = this.text.slice(from, to);
    if (/\s/.test(piece)) this.passages.string.add(piece, from);
  }

  #beginsRegex(at) {
    const before = this.text.slice(Math.max(0, at - 40), at).trimEnd();
    return before === '' || /[(,=:[!&|?{};+\-*%<>~^]$/.test(before) || BEFORE_REGEX.test(before);
  }

  #regex(at) {
    let inClass = false;
    for (let end = at + 1; end < this.text.length && this.text[end] !== '\n'; end++) {
      const character = this.text[end];
      if (character === '\\') end++;
      else if (character === '[') inClass = true;
      else if (character === ']') inClass = false;
      else if (character === '/' && !inClass) return end + 1;
    }
    return at;
  }
}

/** The numbers of the lines (from 1) that a file excludes from the check. */
export function excludedLines(path, text) {
  const excluded = new Set();
  if (!text.includes('words-')) return excluded;
  const pattern = path.endsWith('.md') ? /<!--\s*words-(ignore|off|on)\b/ : /(?:\/\/|\/\*)\s*words-(ignore|off|on)\b/;
  let off = false;
  text.split('\n').forEach((line, index) => {
    const marker = line.match(pattern)?.[1];
    if (marker === 'off') off = true;
    if (off || marker === 'ignore') excluded.add(index + 1);
    if (marker === 'ignore') excluded.add(index + 2);
    if (marker === 'on') off = false;
  });
  return excluded;
}
