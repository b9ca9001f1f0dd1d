import { open } from 'node:fs/promises';
import { contentDigestIn } from '#lib/format/content-digest';

/** The properties of a file are behind its pages or sheets; what follows them is smaller than this. */
const tailBytes = 4 * 1024 ** 2;

/** The content digest that a saved file of a list states of itself; null where it has none or is gone. */
export async function contentDigestOf(path: string, bytes: number): Promise<string | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    const length = Math.min(bytes, tailBytes);
    const tail = Buffer.alloc(length);
    const { bytesRead } = await file.read(tail, 0, length, bytes - length);
    return contentDigestIn(tail.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}
