import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProcess, processIdentity } from '../processes.ts';

/**
 * Records that this process uses the server: `<serverDir>/holders/<pid>-<random>`, one file per start, so that
 * two users in one process count as two. Returns a function that removes it. Call under the start lock.
 */
export function addReference(serverDir: string): () => void {
  const folder = join(serverDir, 'holders');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(file, JSON.stringify({ identity: processIdentity(process.pid) ?? '' }), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** Number of running users of the server; removes files of dead ones. Call under the start lock. */
export function countReferences(serverDir: string): number {
  const folder = join(serverDir, 'holders');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let alive = 0;
  for (const name of readdirSync(folder)) {
    const identity = readIdentity(join(folder, name));
    if (identity !== undefined && isSameProcess(Number.parseInt(name, 10), identity)) alive += 1;
    else rmSync(join(folder, name), { force: true });
  }
  return alive;
}

/** Undefined for a file that a power failure left empty. */
function readIdentity(file: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { identity: string }).identity;
  } catch {
    return undefined;
  }
}
