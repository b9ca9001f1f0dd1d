// Heartbeat files by which processes over the same folder notice that one has stopped.

import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSameProcess, processIdentity } from './processes.ts';

/** A process that works in a folder which other processes may share, on this machine or another. */
export type Heartbeat = {
  /** Eight hexadecimal digits, new at every start. */
  id: string;
  /** Whether the process with this ID is still running. */
  isAlive(id: string | null): boolean;
  /** Removes the heartbeat file: from now on, what this process left has no owner. */
  end(): void;
};

const beatMs = 5_000;
/** Six heartbeats: a process that is only slow is not taken for dead. */
const silentMs = 30_000;
const prefix = 'alive-';

/** Process IDs are comparable only between processes that see each other: same machine, same container. */
function here(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/**
 * Writes a heartbeat file in `folder` and tells whether other processes are running. Where two see each other's
 * processes, an exit is noticed at once; otherwise after 30 s without a heartbeat, by the clock of the shared
 * folder.
 */
export function startHeartbeat(folder: string): Heartbeat {
  const id = randomBytes(4).toString('hex');
  const place = here();
  const own = join(folder, prefix + id);
  const fileOf = (other: string) => join(folder, prefix + other);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ place, pid: process.pid, identity: processIdentity(process.pid) ?? '' });
  const write = () => {
    // Replaced atomically; the file's time comes from the machine that holds the folder.
    writeFileSync(`${own}.new`, text, { mode: 0o600 });
    renameSync(`${own}.new`, own);
  };
  write();
  const beat = setInterval(() => {
    try {
      write();
    } catch {
      // The folder is temporarily unavailable; the next heartbeat tries again.
    }
  }, beatMs).unref();

  function isAlive(other: string | null): boolean {
    if (other === id) return true;
    if (other === null || !/^[0-9a-f]{8}$/.test(other)) return false;
    try {
      const file = fileOf(other);
      const they = JSON.parse(readFileSync(file, 'utf8')) as { place: string; pid: number; identity: string };
      if (they.place === place) return isSameProcess(they.pid, they.identity);
      return statSync(own).mtimeMs - statSync(file).mtimeMs < silentMs;
    } catch {
      return false;
    }
  }

  for (const name of readdirSync(folder)) {
    const other = /^alive-([0-9a-f]{8})$/.exec(name)?.[1];
    if (other && !isAlive(other)) rmSync(fileOf(other), { force: true });
  }
  return {
    id,
    isAlive,
    end() {
      clearInterval(beat);
      rmSync(own, { force: true });
    },
  };
}

/** Whether a file name in the folder is a heartbeat file. */
export const isHeartbeatFile = (name: string) => name.startsWith(prefix);
