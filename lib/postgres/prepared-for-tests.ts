import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.ts';

/**
 * Puts a PostgreSQL cluster that `prepare` has filled into a data folder, where a program or `startEmbedded` finds it.
 * It is prepared once for a whole run, because copying takes a fraction of a second. `prepare` must stop its server.
 * Does nothing where there is no run (`TEST_RUN_DIR`, tests/global-setup.ts), where REGISTRY_DATABASE_URL names the
 * server, and on Windows, which has no `cp`: the caller prepares its own then.
 */
export async function copyPrepared(
  name: string,
  dataDir: string,
  prepare: (dataDir: string) => Promise<void>,
): Promise<void> {
  const runDir = process.env.TEST_RUN_DIR;
  if (!runDir || process.env.REGISTRY_DATABASE_URL || process.platform === 'win32') return;
  const template = join(runDir, name);
  const done = join(template, 'done');
  await withLock(join(runDir, `${name}.lock`), async () => {
    if (existsSync(done)) return;
    mkdirSync(template, { mode: 0o700, recursive: true });
    await prepare(template);
    mkdirSync(done);
  });
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 });
  // Keeps owners: as root, the server runs as another user.
  execFileSync('cp', ['-a', join(template, 'postgres', 'data'), join(dataDir, 'postgres')]);
}
