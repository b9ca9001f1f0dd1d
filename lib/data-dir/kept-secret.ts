import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A secret of 256 random bits as text, made once and kept in `file`, readable by its owner only. However many processes
 * ask for the first time at once, all get the same.
 */
export function keptSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // link() fails when another process made one first: both then read the same secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/**
 * The client `npm start` gives the dashboard in its own registry. The secret is made at its first use, so that reading the
 * configuration touches no file.
 */
export function keptClient(dataDir: string): { id: string; secret: string } {
  let secret: string | undefined;
  return {
    id: 'dashboard',
    get secret() {
      secret ??= keptSecret(join(dataDir, 'registry-client-secret'));
      return secret;
    },
  };
}
