import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

type Readable = Pick<Blob, 'size' | 'stream'>;

/**
 * The SHA-256 of a file in hexadecimal, read in parts, so that a file of any size fits. `onProgress` gets the bytes read
 * so far. Throws AbortError when the signal is aborted, and what the browser throws when the file cannot be read.
 */
export async function digestOf(
  file: Readable,
  signal?: AbortSignal,
  onProgress?: (bytes: number) => void,
): Promise<string> {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  let bytes = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { value, done } = await reader.read();
      if (done) break;
      hash.update(value);
      bytes += value.byteLength;
      onProgress?.(bytes);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return bytesToHex(hash.digest());
}
