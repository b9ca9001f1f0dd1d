import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pause, processIdentity, worksIn } from '../processes.ts';
import type { Binaries } from './binaries.ts';
import { commandFor, type RunMode } from './run-mode.ts';

/** A running server: `host` is the socket folder, or 127.0.0.1 on Windows. */
export type Running = { pid: number; host: string; port: number };

/**
 * Settings of the embedded server, given on the command line so that no file can turn durability off. Terse
 * errors keep row contents, such as tax IDs, out of the log.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  work_mem: '48MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '5min',
  jit: 'off',
  random_page_cost: '1.1',
  max_connections: '60',
  autovacuum_vacuum_scale_factor: '0.02',
  autovacuum_vacuum_insert_scale_factor: '0.02',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] %d ',
  log_error_verbosity: 'terse',
};

const logBytesMax = 16 * 1024 * 1024;

/**
 * Starts a server on `<serverDir>/data` in its own session, so that Ctrl-C in the terminal does not reach it.
 * Returns at once; connections work later. `exited` becomes true when it ends.
 */
export async function spawnServer(
  serverDir: string,
  socketDir: string,
  binaries: Binaries,
  mode: RunMode,
  settings: Readonly<Record<string, string>> = serverSettings,
): Promise<{ exited: () => boolean }> {
  const windows = process.platform === 'win32';
  const where: Record<string, string> = windows
    ? { listen_addresses: '127.0.0.1' }
    : {
        listen_addresses: '',
        unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
      };
  const argv = ['-D', join(serverDir, 'data'), '-p', String(windows ? await freePort() : 5432)];
  for (const [name, value] of Object.entries({ ...settings, ...where })) argv.push('-c', `${name}=${value}`);
  const { command, args, options } = commandFor(mode, binaries.postgres, argv);
  const log = openLog(join(serverDir, 'server.log'));
  const child = spawn(command, args, {
    ...options,
    cwd: serverDir,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let gone = false;
  const end = () => {
    gone = true;
  };
  child.on('error', end);
  child.on('exit', end);
  child.unref();
  return { exited: () => gone };
}

/**
 * The server running on `<serverDir>/data`, from its postmaster.pid, or undefined. If the pid now belongs to
 * another program, the stale file is removed: PostgreSQL would take that program for a server and refuse to
 * start. Call under the start lock.
 */
export function findServer(serverDir: string): Running | undefined {
  const data = join(serverDir, 'data');
  const file = join(data, 'postmaster.pid');
  const running = readPostmasterFile(file);
  if (!running) return undefined;
  if (running.pid === 0) {
    // A power failure can leave the file empty, which PostgreSQL refuses; a starting server fills it within
    // milliseconds.
    if (Date.now() - statSync(file).mtimeMs > 2000) rmSync(file, { force: true });
    return undefined;
  }
  if (processIdentity(running.pid) === undefined) return undefined;
  if (worksIn(running.pid, data) !== false) return running;
  rmSync(file, { force: true });
  return undefined;
}

/**
 * Stops the server at once but cleanly (open sessions are cut, a checkpoint is written) and waits for its end.
 */
export async function stopServer(serverDir: string, running: Running, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', join(serverDir, 'data'), '-m', 'fast', '-w'], {
      windowsHide: true,
    });
    return;
  }
  const identity = processIdentity(running.pid);
  for (const [signal, patienceMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    const deadline = Date.now() + patienceMs;
    signalTo(running.pid, signal);
    while (Date.now() < deadline) {
      const now = processIdentity(running.pid);
      if (now === undefined || now !== identity) return;
      await pause(10);
    }
  }
  throw new Error(
    `The embedded database (process ${running.pid}) does not stop; see ${join(serverDir, 'server.log')}.`,
  );
}

/** The last lines of the server's log, for error messages. */
export function logTail(serverDir: string): string {
  try {
    const file = openSync(join(serverDir, 'server.log'), 'r');
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, 2000));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    closeSync(file);
    return buffer.toString('utf8').trim().split('\n').slice(-4).join(' | ');
  } catch {
    return 'no log was written';
  }
}

/** Does nothing when the process no longer exists. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * A starting server writes the later lines after the first; until then `host` is '' and it cannot be reached.
 */
function readPostmasterFile(file: string): Running | undefined {
  try {
    const [pid, , , port, socketDir = ''] = readFileSync(file, 'utf8').split('\n');
    const host = process.platform === 'win32' ? '127.0.0.1' : socketDir;
    return { pid: Number(pid) || 0, port: Number(port) || 5432, host };
  } catch {
    return undefined;
  }
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax) renameSync(file, `${file}.old`);
  return openSync(file, 'a', 0o600);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
