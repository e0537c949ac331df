import type { FileHandle } from 'node:fs/promises';

/** Read at once, in bytes: between two pieces an abort is heard. */
const PIECE = 64 * 1024;

/**
 * Up to `length` bytes from `offset` on; fewer only at the end of the file.
 *
 * @throws the signal's reason
 */
export async function readAt(handle: FileHandle, offset: number, length: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let read = 0;
  while (read < length) {
    signal.throwIfAborted();
    const piece = Buffer.allocUnsafe(Math.min(PIECE, length - read));
    const { bytesRead } = await handle.read(piece, 0, piece.length, offset + read);
    if (bytesRead === 0) break;
    pieces.push(piece.subarray(0, bytesRead));
    read += bytesRead;
  }
  return Buffer.concat(pieces);
}
