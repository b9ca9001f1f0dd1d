import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { advance, type GrowingFile, growingFile } from './growing.ts';

const lookEveryMs = 100;

/** What the database says of a report another process makes; 'Failed' also when nobody makes it any more. */
type Sighting = { state: 'Rendering' | 'Failed' } | { state: 'Ready'; bytes: number; sha256: string };

/**
 * A report that another process over the same database and folder is making, followed by its row and by what the file
 * has so far. `look` gives the row as it is now. Follows to the end, whoever reads, and calls `ended` then.
 */
export function followElsewhere(path: string, look: () => Promise<Sighting>, ended: () => void): GrowingFile {
  const file = growingFile(path);
  void (async () => {
    while (file.state === 'Rendering') {
      // A database that does not answer now may do so in a moment; the reader's own limits end the wait.
      await step(file, look).catch(() => undefined);
      if (file.state === 'Rendering') await pause(lookEveryMs, undefined, { ref: false });
    }
    ended();
  })();
  return file;
}

async function step(file: GrowingFile, look: () => Promise<Sighting>): Promise<void> {
  const seen = await look();
  const size = (await stat(file.path).catch(() => undefined))?.size ?? 0;
  if (seen.state === 'Ready') {
    // The folder may show the last bytes a moment after the database does.
    if (size === seen.bytes) advance(file, { state: 'Ready', bytes: seen.bytes, sha256: seen.sha256 });
  } else if (seen.state !== 'Rendering') advance(file, { state: 'Failed' });
  else if (size > file.bytes) advance(file, { bytes: size });
}
