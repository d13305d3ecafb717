/** A value of a part by its dotted path: `specs.resistance.value` for the number or text, `offers.0.prices.USD.100` for a price. */
export type Truth = Readonly<Record<string, string | number | null>>;

/** A file as a tool writes it, and the parts in it by their numbers. */
export interface ToolFile {
  /** Its name. */
  readonly name: string;
  /** The tool and what is peculiar to it. */
  readonly form: string;
  readonly bytes: Uint8Array;
  readonly parts: Readonly<Record<string, Truth>>;
  /** Rows that are not parts. */
  readonly leftOut: number;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + 2 * text.length);
  bytes.set([0xff, 0xfe]);
  for (let i = 0; i < text.length; i++) new DataView(bytes.buffer).setUint16(2 + 2 * i, text.charCodeAt(i), true);
  return bytes;
}

/** Windows-1252, for the characters that it shares with Latin-1, and the euro sign. */
export function windows(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => (character === '€' ? 0x80 : character.charCodeAt(0)));
}

export function lines(...rows: string[]): string {
  return rows.map((row) => `${row}\r\n`).join('');
}
