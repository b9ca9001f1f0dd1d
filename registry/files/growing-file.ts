import { open } from 'node:fs/promises';

/** A file written by a render worker while any number of downloads read it. */
export type GrowingFile = {
  path: string;
  /** Bytes known to be in the file. */
  bytes: number;
  state: 'Rendering' | 'Ready' | 'Failed';
  /** Digest of the whole file, in hex; known once it is Ready. */
  sha256: string | undefined;
  waiting: Set<() => void>;
};

export function growingFile(path: string): GrowingFile {
  return { path, bytes: 0, state: 'Rendering', sha256: undefined, waiting: new Set() };
}

/** A file that is complete. */
export const wholeFile = (path: string, bytes: number, sha256: string): GrowingFile => ({
  ...growingFile(path),
  ...{ state: 'Ready', bytes, sha256 },
});

/** Records progress and wakes the readers. */
export function advance(
  file: GrowingFile,
  change: Partial<Pick<GrowingFile, 'bytes' | 'state' | 'sha256'>>,
): void {
  Object.assign(file, change);
  for (const wake of [...file.waiting]) wake();
}

/**
 * Resolves when there is a first byte, when the file has ended in any way, or when the reader has disconnected.
 */
export async function begun(file: GrowingFile, gone: AbortSignal): Promise<void> {
  while (file.bytes === 0 && file.state === 'Rendering' && !gone.aborted) await changed(file, gone);
}

/** Resolves when the file is complete or has failed, or when the reader has disconnected. */
export async function settled(file: GrowingFile, gone: AbortSignal): Promise<void> {
  while (file.state === 'Rendering' && !gone.aborted) await changed(file, gone);
}

function changed(file: GrowingFile, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      file.waiting.delete(wake);
      gone.removeEventListener('abort', wake);
      resolve();
    };
    file.waiting.add(wake);
    gone.addEventListener('abort', wake);
  });
}

const pieceBytes = 65_536;

/**
 * Streams the file from start to end as it grows, with back-pressure. Throws when rendering fails, so that a
 * partial file never looks complete. When the reader disconnects, the stream ends and the file is closed at
 * once.
 */
export async function* tail(file: GrowingFile, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  let at = 0;
  await begun(file, gone);
  if (gone.aborted) return;
  const handle = await open(file.path, 'r');
  try {
    while (!gone.aborted) {
      for await (const piece of stretch(handle, at, file.bytes)) {
        at += piece.length;
        yield piece;
        if (gone.aborted) return;
      }
      if (at < file.bytes) continue;
      if (file.state === 'Failed') throw new Error('The report could not be completed.');
      if (file.state === 'Ready') return;
      await changed(file, gone);
    }
  } finally {
    await handle.close();
  }
}

/** The bytes of a complete file from `start` up to, not including, `end`. */
export async function* slice(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    yield* stretch(handle, start, end);
  } finally {
    await handle.close();
  }
}

async function* stretch(
  handle: Awaited<ReturnType<typeof open>>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, end - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error('The report file is shorter than recorded.');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
