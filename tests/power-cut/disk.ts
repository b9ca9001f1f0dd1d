// Disk images that are mounted, frozen and copied to simulate a power cut.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A normal user's PATH often lacks the folders of the disk tools.
const withSystemTools = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

const folderPrefix = 'sharebook-power-cut-';
const active = new Set<string>();

process.once('exit', () => {
  for (const folder of active) clear(folder);
});

/** Why a power cut cannot be staged on this machine, or undefined when it can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root, for loop mounts';
  const folder = openFolder();
  try {
    mountDisk(makeImage(folder, 'probe', 8), join(folder, 'probe-mount'));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    closeFolder(folder);
  }
}

/** A temporary folder; closeFolder, the end of the process or, after kill -9, the next openFolder clears it. */
export function openFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) clear(join(tmpdir(), name));
  }
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  active.add(folder);
  return folder;
}

/** Ends the servers on its disks, unmounts them and removes the folder. */
export function closeFolder(folder: string): void {
  clear(folder);
  active.delete(folder);
}

/** A sparse ext4 image of the given size in MiB. */
export function makeImage(folder: string, name: string, megabytes: number): string {
  const image = join(folder, `${name}.img`);
  run('truncate', ['-s', `${megabytes}M`, image]);
  run('mkfs.ext4', ['-q', '-F', image]);
  return image;
}

/** What the device holds now; dirty pages of the file system above it are not in the copy. */
export function copyImage(image: string, copy: string): void {
  run('cp', ['--sparse=always', '--reflink=auto', image, copy]);
}

/** Mounts an image. The journal commits every 600 s, so only explicit flushes reach the image. */
export function mountDisk(image: string, place: string): void {
  mkdirSync(place, { recursive: true });
  run('mount', ['-t', 'ext4', '-o', 'loop,commit=600', image, place]);
}

export function unmount(place: string): void {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (spawnSync('umount', [place], { env: withSystemTools }).status === 0) return;
    sleep(100);
  }
  run('umount', ['-l', place]);
}

/** Process IDs that work inside a folder: on our disks these are only the servers. */
export function processesIn(folder: string): number[] {
  const inside = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && inside(name))
    .map(Number);
}

/** Freezes all of them; processes forked meanwhile are caught in the next round. */
export function freeze(folder: string): void {
  const frozen = new Set<number>();
  for (let calm = 0; calm < 2; ) {
    const fresh = processesIn(folder).filter((pid) => !frozen.has(pid));
    calm = fresh.length === 0 ? calm + 1 : 0;
    for (const pid of fresh) {
      frozen.add(pid);
      signalTo(pid, 'SIGSTOP');
    }
  }
}

/** Kills all of them without a chance to write anything. */
export function killAll(folder: string): void {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const pids = processesIn(folder);
    if (pids.length === 0) return;
    for (const pid of pids) signalTo(pid, 'SIGKILL');
    sleep(10);
  }
}

function clear(folder: string): void {
  killAll(folder);
  const places = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`));
  for (const place of places) unmount(place);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Blocking, because it also runs while the process exits. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function run(command: string, words: string[]): void {
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8', env: withSystemTools });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`);
}
