/** Bytes that are written to a connection at a time. */
const PIECE = 65_536;

/**
 * A body to send: a long one in pieces, so that the server detects a client that does not read.
 * @returns the body, and its length in bytes if Node cannot know it
 */
export function inPieces(text: string): { readonly body: string | ReadableStream<Uint8Array>; readonly length?: number } {
  if (text.length <= PIECE) return { body: text };
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, sent + PIECE));
        sent += PIECE;
        if (sent >= bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, length: bytes.length };
}
