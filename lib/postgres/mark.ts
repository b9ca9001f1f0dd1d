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

/** A process that works in a folder it may share with others, on this machine or elsewhere. */
export type Mark = {
  /** 8 hexadecimal digits, another one at every start. */
  id: string;
  /** Whether the process that wrote this id is still at work here. */
  isAlive(id: string | null): boolean;
  /** Takes the mark away: from now on what this process left is nobody's. */
  end(): void;
};

const beatMs = 5_000;
/** Six beats: a process that was merely slow is not taken for dead. */
const silentMs = 30_000;
const prefix = 'alive-';

/** Process numbers mean something among processes that see each other only: same machine, same container. */
function here(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/**
 * Says in `folder` that this process is at work, and tells of others whether they are. Where two see each other's
 * processes, death shows at once; elsewhere after 30 s of silence, by the clock of the shared folder alone.
 */
export function leaveMark(folder: string): Mark {
  const id = randomBytes(4).toString('hex');
  const place = here();
  const own = join(folder, prefix + id);
  const fileOf = (other: string) => join(folder, prefix + other);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const said = JSON.stringify({ place, pid: process.pid, identity: processIdentity(process.pid) ?? '' });
  const write = () => {
    // Never seen half written; its time is the one the folder's own machine gives it.
    writeFileSync(`${own}.new`, said, { mode: 0o600 });
    renameSync(`${own}.new`, own);
  };
  write();
  const beat = setInterval(() => {
    try {
      write();
    } catch {
      // The folder is away for a moment: tried again with the next beat.
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

/** Whether a name in a marked folder is a mark and no file of anybody's. */
export const isMark = (name: string) => name.startsWith(prefix);
