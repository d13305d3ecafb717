import { afterAll, afterEach, expect } from 'vitest';
import { UnreadableFileError } from '../../src/model/errors.js';
import { FileServer } from './file-server.js';

/** A server of one file for the tests of a module, which ends with them. Each test begins without requests and misbehaviour. */
export async function serveFile() {
  const server = await FileServer.start();
  afterAll(() => server.stop());
  afterEach(() => {
    server.misbehave = undefined;
    server.requests.length = 0;
  });
  const url = `${server.origin}/parts.pdx`;
  const serve = (bytes: Uint8Array, headers?: Record<string, string>) => server.files.set('parts.pdx', { bytes, headers });

  /** Asserts that a promise rejects with an UnreadableFileError about the file, for this reason. */
  const expectUnreadable = async (promise: Promise<unknown>, reason: string): Promise<void> => {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UnreadableFileError);
    expect((error as UnreadableFileError).path).toBe(url);
    expect((error as UnreadableFileError).message).toContain(reason);
  };
  return { server, url, serve, expectUnreadable };
}

export const SERVED_BYTES = Uint8Array.from({ length: 5000 }, (_, i) => i * 7 + (i >> 8));
