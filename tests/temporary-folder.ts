// Keeps the temporary files of a test run in memory.

import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** A cluster with the demo takes 0.3 GB, a long test with 100,000 holders some 2 GB. */
const roomBytes = 6 * 2 ** 30;
const prefix = 'sharebook-';

/**
 * Lets the temporary files of a run, databases above all, lie in memory where the system offers room for it: a commit
 * then need not wait for a disk, and the settings of the server stay those of production. TMPDIR, if it is set, wins.
 * Returns what removes the folder.
 */
export function keepFilesInMemory(): () => void {
  if (process.env.TMPDIR || !existsSync(memory)) return () => undefined;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < roomBytes) return () => undefined;
  for (const name of readdirSync(memory)) if (isLeft(name)) remove(join(memory, name));
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    remove(folder);
  };
}

/** Whether a folder is of a run that was killed. */
function isLeft(name: string): boolean {
  const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length) : '');
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
