import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunMode } from './run-mode.ts';

/** The path of a socket may have 104 bytes on macOS, 108 on Linux; `/.s.PGSQL.5432` takes 14 of them. */
const socketDirBytesMax = 88;

/**
 * The folder of the server's socket, mode 0700, created if missing: `<serverDir>/socket`, or where that path is
 * too long, a short one under the temp folder, named by a hash of the path. A folder of that name owned by
 * another user is not used.
 */
export function ensureSocketDir(serverDir: string, mode: RunMode): string {
  const uid = mode.uid ?? process.getuid?.() ?? 0;
  const near = join(serverDir, 'socket');
  if (Buffer.byteLength(near) <= socketDirBytesMax) return claim(near, uid, mode.gid) as string;
  const digest = createHash('sha256').update(serverDir).digest('hex').slice(0, 16);
  const base = Buffer.byteLength(tmpdir()) + 27 <= socketDirBytesMax ? tmpdir() : '/tmp';
  const far = join(base, `sharebook-${digest}`);
  return claim(far, uid, mode.gid) ?? (claim(mkdtempSync(`${far}-`), uid, mode.gid) as string);
}

/** Removes a socket folder outside the data folder. */
export function dropSocketDir(serverDir: string, socketDir: string): void {
  if (socketDir.startsWith(serverDir) || !/sharebook-[0-9a-f]{16}/.test(socketDir)) return;
  rmSync(socketDir, { recursive: true, force: true });
}

function claim(path: string, uid: number, gid: number | undefined): string | undefined {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = lstatSync(path);
  const own = process.getuid?.() ?? 0;
  if (!stat.isDirectory() || (stat.uid !== own && stat.uid !== uid)) return undefined;
  chmodSync(path, 0o700);
  if (stat.uid !== uid) chownSync(path, uid, gid ?? 0);
  return path;
}
