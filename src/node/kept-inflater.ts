import * as zlib from 'node:zlib';

/**
 * What Node's zlib streams have of zlib itself. It is the same since Node 11, but it is not documented: where it is missing, or does not do
 * what it does here, nothing is kept, and a stream is made for each text.
 */
interface ZlibHandle {
  reset(): void;
  writeSync(
    flush: number,
    input: Uint8Array,
    from: number,
    length: number,
    output: Uint8Array,
    outputFrom: number,
    outputLength: number,
  ): void;
  onerror: (message: string) => void;
}

interface ZlibStream {
  readonly _handle?: ZlibHandle;
  /** Room that is left in the output, and bytes of the input that were not read. */
  readonly _writeState?: Uint32Array;
}

/** Longer texts are unpacked in pieces. */
const LONGEST = 1 << 16;

/** A zlib stream that unpacks one text after another: to make one for a block of documents costs more than to unpack it. */
class KeptInflater {
  private failure: string | undefined;

  private constructor(
    private readonly handle: ZlibHandle,
    private readonly left: Uint32Array,
  ) {
    handle.onerror = (message) => {
      this.failure = message;
    };
  }

  /** @returns undefined where Node's streams are not what they are expected to be */
  static make(dictionary: Uint8Array | undefined): KeptInflater | undefined {
    const { _handle, _writeState } = zlib.createInflateRaw(dictionary && { dictionary }) as unknown as ZlibStream;
    const isKnown = typeof _handle?.writeSync === 'function' && typeof _handle.reset === 'function' && _writeState?.length === 2;
    return isKnown ? new KeptInflater(_handle, _writeState) : undefined;
  }

  /** Throws if the result is not `length` bytes long; the next text can be unpacked nevertheless. */
  inflate(bytes: Uint8Array, length: number): Uint8Array {
    const { handle, left } = this;
    // One byte more shows a longer text.
    const room = length + 1;
    const out = Buffer.allocUnsafeSlow(room);
    this.failure = undefined;
    handle.reset();
    handle.writeSync(zlib.constants.Z_FINISH, bytes, 0, bytes.length, out, 0, room);
    if (this.failure !== undefined) throw new Error(this.failure);
    if (left[0] !== 1) throw new RangeError(`${room - left[0]} bytes instead of ${length}`);
    return new Uint8Array(out.buffer, 0, length);
  }
}

const kept = new WeakMap<Uint8Array, KeptInflater>();
let plain: KeptInflater | undefined;
let isKnown: boolean | undefined;

/** Whether a kept stream unpacks two texts, one after another, and refuses a damaged one between them. */
function isAsExpected(): boolean {
  const text = new TextEncoder().encode('10 kΩ, 1 %, 0603');
  const packed = new Uint8Array(zlib.deflateRawSync(text, { dictionary: text }));
  try {
    const inflater = KeptInflater.make(text);
    const isSame = () => inflater !== undefined && Buffer.compare(inflater.inflate(packed, text.length), text) === 0;
    return isSame() && isRefused(() => inflater?.inflate(Uint8Array.of(0xff), text.length)) && isSame();
  } catch {
    return false;
  }
}

function isRefused(unpack: () => unknown): boolean {
  try {
    unpack();
    return false;
  } catch {
    return true;
  }
}

/**
 * Unpacks a text of known length, with a stream that is kept for its preset. It must not change while it is used.
 * @returns undefined if the text is long, or if no stream can be kept
 */
export function inflateKept(bytes: Uint8Array, length: number, preset: Uint8Array | undefined): Uint8Array | undefined {
  if (length > LONGEST || !(isKnown ??= isAsExpected())) return undefined;
  let inflater = preset ? kept.get(preset) : plain;
  if (!inflater) {
    inflater = KeptInflater.make(preset);
    if (!inflater) return undefined;
    if (preset) kept.set(preset, inflater);
    else plain = inflater;
  }
  return inflater.inflate(bytes, length);
}
