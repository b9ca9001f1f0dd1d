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
 * Makes the database cluster `<serverDir>/data` unless it exists. initdb works in a folder of its own that is renamed
 * when complete and on disk, so a kill at any moment leaves the whole cluster or none. Call under the start lock.
 * Throws with initdb's own words.
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
  const words = ['-D', draft, '-U', superuser, ...locale, '--data-checksums', ...access(serverDir)];
  const { code, output } = await run(mode, binaries.initdb, words, serverDir);
  if (code !== 0) throw new Error(`The embedded database could not be created: ${output.trim()}`);
  renameSync(draft, data);
  // The names on the way down must be on disk too, or a power cut takes the whole cluster away.
  for (const folder of [serverDir, dirname(serverDir), dirname(dirname(serverDir))]) syncFolder(folder);
}

/** Rows of pg_hba.conf: type, database, user, address, method. "replication" is not among "all" databases. */
const socketOnly = `# Written by Sharebook when it starts. Only the socket is open, in a folder of its owner alone.
local all         all     trust
local replication all     reject
host  all         all all reject
host  replication all all reject
`;

/**
 * Lets nobody in over a network, whatever the server's other settings say; true when the rules were others before. On
 * Windows the server listens on a port of this machine and asks for passwords.
 */
export function closeNetwork(serverDir: string): boolean {
  const file = join(serverDir, 'data', 'pg_hba.conf');
  if (process.platform === 'win32' || readFileSync(file, 'utf8') === socketOnly) return false;
  // Into the file that is there, which keeps the owner the server runs as.
  writeFileSync(file, socketOnly);
  return true;
}

/** The password of the embedded server; only Windows, which has no private socket folder, needs one. */
export function readPassword(serverDir: string): string {
  return process.platform === 'win32' ? readFileSync(join(serverDir, 'password'), 'utf8').trim() : '';
}

function access(serverDir: string): string[] {
  if (process.platform !== 'win32') return ['-A', 'trust'];
  const file = join(serverDir, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return ['-A', 'scram-sha-256', `--pwfile=${file}`];
}

function run(mode: RunMode, file: string, words: string[], cwd: string) {
  const { command, args, options } = commandFor(mode, file, words);
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

/** Makes the entries of a folder durable; Windows cannot open folders and needs no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes the folder `<dataDir>/postgres`, for its owner only. */
export function makeServerDir(dataDir: string): string {
  const serverDir = join(dataDir, 'postgres');
  mkdirSync(serverDir, { recursive: true, mode: 0o700 });
  return serverDir;
}
