// Tells whether a process is still the same one, and where it works.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** Waits `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Distinguishes the process that has this pid now from earlier or later ones with the same number: its start
 * time. Undefined when there is no such process or it is a zombie, '' where the platform does not tell.
 * Containers reuse the same few pids after every restart, so a pid alone proves nothing.
 */
export function processIdentity(pid: number): string | undefined {
  if (!signalReaches(pid)) return undefined;
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return '';
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) return undefined;
  const [state = '', ...started] = stdout.trim().split(/\s+/);
  return state.startsWith('Z') ? undefined : started.join(' ');
}

/** True while the process with this pid and identity is still running. */
export function isSameProcess(pid: number, identity: string): boolean {
  const now = processIdentity(pid);
  return now !== undefined && (now === identity || now === '' || identity === '');
}

/**
 * Whether this server process works in that directory; 'unknown' where the platform does not tell or denies
 * access. Compared by inode, so that a moved or bind-mounted directory is recognized and a copied one is not.
 */
export function worksIn(pid: number, directory: string): boolean | 'unknown' {
  if (process.platform === 'darwin') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.includes('postgres') ? 'unknown' : false;
  }
  if (process.platform !== 'linux') return 'unknown';
  try {
    const theirs = statSync(`/proc/${pid}/cwd`, { bigint: true });
    const requested = statSync(directory, { bigint: true });
    return theirs.dev === requested.dev && theirs.ino === requested.ino;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? false : 'unknown';
  }
}

function signalReaches(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses and may contain spaces; state is the first field after it, start time
    // the 20th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${bootId()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

let cachedBootId: string | undefined;

function bootId(): string {
  cachedBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return cachedBootId;
}
