import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { commandFor, type RunMode } from './run-mode.ts';

/** The role that owns the embedded server. */
export const superuser = 'postgres';

/**
 * Creates the database cluster `<serverDir>/data` unless it exists. initdb works in a temporary folder that is
 * renamed when complete and on disk, so a kill at any moment leaves a complete cluster or none. Call under the
 * start lock. Throws with initdb's error text.
 */
export async function ensureCluster(serverDir: string, binaries: Binaries, mode: RunMode): Promise<void> {
  for (const name of readdirSync(serverDir)) {
    if (name.startsWith('init-'))
      rmSync(join(serverDir, name), { recursive: true, force: true, maxRetries: 3 });
  }
  const data = join(serverDir, 'data');
  if (existsSync(data)) return;
  const draft = join(serverDir, `init-${process.pid}-${randomBytes(4).toString('hex')}`);
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const args = ['-D', draft, '-U', superuser, ...locale, '--data-checksums', ...access(serverDir)];
  const { code, output } = await run(mode, binaries.initdb, args, serverDir);
  if (code !== 0) throw new Error(`The embedded database could not be created: ${output.trim()}`);
  renameSync(draft, data);
  // The parent folders' entries must be on disk too, or a power failure loses the whole cluster.
  for (const folder of [serverDir, dirname(serverDir), dirname(dirname(serverDir))]) syncFolder(folder);
}

/** Rows of pg_hba.conf: type, database, user, address, method. "all" databases do not include "replication". */
const socketOnly = `# Written by Sharebook when it starts. Only the socket is open, in a folder of its owner alone.
local all         all     trust
local replication all     reject
host  all         all all reject
host  replication all all reject
`;

/**
 * Denies all network connections, whatever the server's other settings; true when the rules changed. On Windows
 * the server listens on a local port and requires passwords.
 */
export function closeNetwork(serverDir: string): boolean {
  const file = join(serverDir, 'data', 'pg_hba.conf');
  if (process.platform === 'win32' || readFileSync(file, 'utf8') === socketOnly) return false;
  // Overwrites the existing file, which keeps its owner: the account the server runs as.
  writeFileSync(file, socketOnly);
  return true;
}

/** The password of the embedded server. Only Windows needs one, because it has no private socket folder. */
export function readPassword(serverDir: string): string {
  return process.platform === 'win32' ? readFileSync(join(serverDir, 'password'), 'utf8').trim() : '';
}

function access(serverDir: string): string[] {
  if (process.platform !== 'win32') return ['-A', 'trust'];
  const file = join(serverDir, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return ['-A', 'scram-sha-256', `--pwfile=${file}`];
}

function run(mode: RunMode, file: string, argv: string[], cwd: string) {
  const { command, args, options } = commandFor(mode, file, argv);
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { ...options, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Makes the entries of a folder durable; Windows cannot open folders and does not need it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Creates the folder `<dataDir>/postgres`, accessible only to its owner. */
export function makeServerDir(dataDir: string): string {
  const serverDir = join(dataDir, 'postgres');
  mkdirSync(serverDir, { recursive: true, mode: 0o700 });
  return serverDir;
}
