import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A secret of 256 random bits as text, created once and saved in `file`, readable only by its owner. Processes
 * that request it at the same time all get the same secret.
 */
export function savedSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // link() fails when another process was first; both then read the same secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/**
 * The client that `npm start` creates for the dashboard in its own registry. The secret is created at its first
 * use, so that reading the configuration touches no file.
 */
export function savedClient(dataDir: string): { id: string; secret: string } {
  let secret: string | undefined;
  return {
    id: 'dashboard',
    get secret() {
      secret ??= savedSecret(join(dataDir, 'registry-client-secret'));
      return secret;
    },
  };
}
