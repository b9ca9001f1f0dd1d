// Follows a report file that another registry process is writing.

import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { advance, type GrowingFile, growingFile } from './growing-file.ts';

const checkEveryMs = 100;

/** The database state of a report made by another process. Also 'Failed' when its process has died. */
type Sighting = { state: 'Rendering' | 'Failed' } | { state: 'Ready'; bytes: number; sha256: string };

/**
 * A report that another process on the same database and folder is making, followed through its row and its
 * file. `check` reads the current row. Follows it to the end even without readers, then calls `ended`.
 */
export function followRemoteFile(
  path: string,
  check: () => Promise<Sighting>,
  ended: () => void,
): GrowingFile {
  const file = growingFile(path);
  void (async () => {
    while (file.state === 'Rendering') {
      // A failed query is retried: the database may be back soon, and the reader's own timeout ends the wait.
      await step(file, check).catch(() => undefined);
      if (file.state === 'Rendering') await pause(checkEveryMs, undefined, { ref: false });
    }
    ended();
  })();
  return file;
}

async function step(file: GrowingFile, check: () => Promise<Sighting>): Promise<void> {
  const seen = await check();
  const size = (await stat(file.path).catch(() => undefined))?.size ?? 0;
  if (seen.state === 'Ready') {
    // On a shared folder the last bytes may appear shortly after the row says Ready.
    if (size === seen.bytes) advance(file, { state: 'Ready', bytes: seen.bytes, sha256: seen.sha256 });
  } else if (seen.state !== 'Rendering') advance(file, { state: 'Failed' });
  else if (size > file.bytes) advance(file, { bytes: size });
}
