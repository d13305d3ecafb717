/**
 * Finds where a text stops being JSON, for error messages: the messages of `JSON.parse` differ between engines and often omit the
 * place. Used only after `JSON.parse` has rejected the text.
 */

/** What was expected at an offset (in UTF-16 units) of the text. */
export interface Fault {
  readonly offset: number;
  readonly expected: string;
}

/** What may come next: a value, the first item of a list or object, a key, the colon, or what follows a value. */
type State = 'value' | 'element_or_end' | 'key_or_end' | 'key' | 'colon' | 'next';

const EXPECTED: Readonly<Record<Exclude<State, 'next'>, string>> = {
  value: 'a value',
  element_or_end: 'a value or "]"',
  key_or_end: 'a member name in double quotes or "}"',
  key: 'a member name in double quotes',
  colon: '":"',
};

const CLOSING = { '[': ']', '{': '}' } as const;

/** `at column 12: expected ":", found "}"`, with columns counted from 1; undefined if the text is JSON. */
export function describeJsonFault(text: string): string | undefined {
  const fault = findJsonFault(text);
  if (!fault) return undefined;
  const code = text.codePointAt(fault.offset);
  const found = code === undefined ? 'the end of the line' : JSON.stringify(String.fromCodePoint(code));
  return `at column ${fault.offset + 1}: expected ${fault.expected}, found ${found}`;
}

/** The place at which a text stops being JSON; undefined if it is JSON. */
export function findJsonFault(text: string): Fault | undefined {
  return new JsonScanner(text).scan();
}

/** A scanner with an explicit stack for open lists and objects, so that deep nesting cannot overflow the call stack. */
class JsonScanner {
  private readonly text: string;
  private readonly open: ('[' | '{')[] = [];
  private offset = 0;
  private state: State = 'value';

  constructor(text: string) {
    this.text = text;
  }

  scan(): Fault | undefined {
    for (;;) {
      this.skipBlanks();
      const isEnd = this.offset >= this.text.length;
      if (isEnd && this.state === 'next' && this.open.length === 0) return undefined;
      const fault = isEnd ? this.fault() : this.step(this.text[this.offset]);
      if (fault) return fault;
    }
  }

  private step(character: string): Fault | undefined {
    switch (this.state) {
      case 'value':
        return this.value(character);
      case 'element_or_end':
        return character === ']' ? this.close() : this.value(character);
      case 'key_or_end':
        return character === '}' ? this.close() : this.key(character);
      case 'key':
        return this.key(character);
      case 'colon':
        return character === ':' ? this.advance('value') : this.fault();
      case 'next':
        return this.next(character);
    }
  }

  private value(character: string): Fault | undefined {
    if (character === '{' || character === '[') {
      this.open.push(character);
      return this.advance(character === '{' ? 'key_or_end' : 'element_or_end');
    }
    if (character === '"') return this.string('next');
    const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    literal.lastIndex = this.offset;
    const match = literal.exec(this.text);
    if (!match) return this.fault();
    this.offset = literal.lastIndex;
    this.state = 'next';
    return undefined;
  }

  private key(character: string): Fault | undefined {
    return character === '"' ? this.string('colon') : this.fault();
  }

  private next(character: string): Fault | undefined {
    const holder = this.open.at(-1);
    if (holder === undefined) return this.fault();
    if (character === ',') return this.advance(holder === '{' ? 'key' : 'value');
    return character === CLOSING[holder] ? this.close() : this.fault();
  }

  private string(after: State): Fault | undefined {
    for (let i = this.offset + 1; i < this.text.length; i++) {
      const code = this.text.charCodeAt(i);
      if (code < 0x20) return { offset: i, expected: 'an escape such as \\n instead of the control character' };
      if (code === 0x22) {
        this.offset = i + 1;
        this.state = after;
        return undefined;
      }
      if (code !== 0x5c) continue;
      const escaped = /["\\/bfnrt]|u[\da-fA-F]{4}/y;
      escaped.lastIndex = i + 1;
      if (!escaped.test(this.text))
        return { offset: i + 1, expected: 'one of " \\ / b f n r t or u and four hex digits after "\\"' };
      i = escaped.lastIndex - 1;
    }
    return { offset: this.text.length, expected: 'a closing double quote' };
  }

  private close(): undefined {
    this.open.pop();
    return this.advance('next');
  }

  private advance(state: State): undefined {
    this.offset++;
    this.state = state;
    return undefined;
  }

  private skipBlanks(): void {
    while (' \t\r\n'.includes(this.text.charAt(this.offset)) && this.offset < this.text.length) this.offset++;
  }

  private fault(): Fault {
    return { offset: this.offset, expected: this.state === 'next' ? this.expectedNext() : EXPECTED[this.state] };
  }

  private expectedNext(): string {
    const holder = this.open.at(-1);
    return holder === undefined ? 'the end of the line' : `"," or "${CLOSING[holder]}"`;
  }
}
