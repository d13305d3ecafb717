const BUSY = 0;
const CLOSED = 1;
/** Well above the time that any block needs on the busiest machine. */
const LONGEST_BLOCK_MS = 2_000;

/** The gates of threads that end when the process does. One listener serves them all: Node warns of more than ten. */
const open = new Set<CompressionGate>();

function closeAll(): void {
  for (const gate of open) gate.close();
  const deadline = performance.now() + LONGEST_BLOCK_MS;
  for (const gate of open) while (gate.isBusy && performance.now() < deadline);
}

/**
 * Prevents a thread from being terminated while it creates a zlib stream: Node (20.20, `CompressionStream::Close`) would then
 * abort the whole process. Both threads have a gate over the same state; the compressing thread passes through it, the other one
 * closes it and waits until it is empty.
 */
export class CompressionGate {
  constructor(readonly state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))) {}

  /** Runs `compress`; if the gate is closed, the thread waits for its termination instead. */
  pass<T>(compress: () => T): T {
    Atomics.store(this.state, BUSY, 1);
    if (Atomics.load(this.state, CLOSED) === 1) {
      Atomics.store(this.state, BUSY, 0);
      Atomics.wait(this.state, CLOSED, 1);
    }
    try {
      return compress();
    } finally {
      Atomics.store(this.state, BUSY, 0);
    }
  }

  /** Closes the gate. */
  close(): void {
    Atomics.store(this.state, CLOSED, 1);
  }

  /** Whether the gate must be closed before the process exits, for any reason. */
  set endsWithProcess(ends: boolean) {
    if (open.size === 0 && ends) process.on('exit', closeAll);
    if (ends) open.add(this);
    else open.delete(this);
    if (open.size === 0) process.off('exit', closeAll);
  }

  /** Whether a block is still being compressed, which takes a millisecond or two. */
  get isBusy(): boolean {
    return Atomics.load(this.state, BUSY) === 1;
  }
}
