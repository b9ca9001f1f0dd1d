import { open } from 'node:fs/promises';

/** A file that is being written by a render worker and read by any number of downloads at the same time. */
export type GrowingFile = {
  path: string;
  /** Bytes that are in the file for sure. */
  bytes: number;
  state: 'Rendering' | 'Ready' | 'Failed';
  sha256: string | undefined;
  waiting: Set<() => void>;
};

export function growingFile(path: string): GrowingFile {
  return { path, bytes: 0, state: 'Rendering', sha256: undefined, waiting: new Set() };
}

/** Records progress and wakes the readers. */
export function advance(
  file: GrowingFile,
  change: Partial<Pick<GrowingFile, 'bytes' | 'state' | 'sha256'>>,
): void {
  Object.assign(file, change);
  const waiting = [...file.waiting];
  file.waiting.clear();
  for (const wake of waiting) wake();
}

/** Resolves once there is a first byte or the end, whichever way it came. */
export async function begun(file: GrowingFile): Promise<void> {
  while (file.bytes === 0 && file.state === 'Rendering') await changed(file);
}

function changed(file: GrowingFile): Promise<void> {
  return new Promise((resolve) => file.waiting.add(resolve));
}

const pieceBytes = 65_536;

/**
 * The file from its first byte to its last, as it grows, no faster than the reader takes it. Throws when rendering fails,
 * so that a half file never ends like a whole one.
 */
export async function* tail(file: GrowingFile): AsyncGenerator<Uint8Array> {
  await begun(file);
  const handle = await open(file.path, 'r');
  try {
    let at = 0;
    for (;;) {
      while (at < file.bytes) {
        const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, file.bytes - at));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) throw new Error('The report file is shorter than recorded.');
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      if (file.state === 'Failed') throw new Error('The report could not be completed.');
      if (file.state === 'Ready') return;
      await changed(file);
    }
  } finally {
    await handle.close();
  }
}
