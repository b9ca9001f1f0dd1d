import { open } from 'node:fs/promises';

/** A file that is being written by a render worker and read by any number of downloads at the same time. */
export type GrowingFile = {
  path: string;
  /** Bytes that are in the file for sure. */
  bytes: number;
  state: 'Rendering' | 'Ready' | 'Failed';
  /** Of the whole file, hexadecimal; known once it is Ready. */
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
  for (const wake of [...file.waiting]) wake();
}

/** Resolves once there is a first byte or the end, whichever way it came; or when the reader has gone. */
export async function begun(file: GrowingFile, gone: AbortSignal): Promise<void> {
  while (file.bytes === 0 && file.state === 'Rendering' && !gone.aborted) await changed(file, gone);
}

/** Resolves once the file is complete or has failed; or when the reader has gone. */
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
 * The file from its first byte to its last, as it grows, no faster than the reader takes it. Throws when rendering fails,
 * so that a half file never ends like a whole one. A reader that goes away ends it and closes the file at once.
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
