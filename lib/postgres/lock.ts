import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSameProcess, pause, processIdentity } from './processes.ts';

const waitLimitMs = 15 * 60_000;

type Owner = { pid: number; identity: string; nonce: string };

/**
 * Runs `work` while this process alone holds the lock file `path`; waits for a living owner, takes over from a dead one.
 * The file appears by link(), so it is never seen empty, and names its owner by pid and start time.
 * Throws when a living owner keeps it for 15 minutes (crash recovery may rightly take minutes).
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const owner: Owner = {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    nonce: randomBytes(8).toString('hex'),
  };
  const draft = `${path}.${owner.pid}.${owner.nonce}`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
  try {
    const deadline = Date.now() + waitLimitMs;
    while (!tryLink(draft, path)) {
      const holder = readOwner(path);
      const dead = holder !== undefined && !isSameProcess(holder.pid, holder.identity);
      if (!dead || !breakLock(path, holder, draft)) await pause(20);
      if (Date.now() > deadline) {
        throw new Error(`Process ${holder?.pid} has held ${path} for 15 minutes; stop it and start again.`);
      }
    }
    try {
      sweepDrafts(path);
      return await work();
    } finally {
      unlinkSync(path);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the lock of a dead owner. Two breakers must not remove each other's fresh lock, so the right to remove this
 * very lock is itself taken by link(), once; when the breaker dies as well, the next claim number is open.
 * False when another, living program is at it.
 */
function breakLock(path: string, dead: Owner, draft: string): boolean {
  for (let attempt = 0; ; attempt += 1) {
    const claim = `${path}.break-${dead.nonce}-${attempt}`;
    if (tryLink(draft, claim)) {
      // Nonces never return: if the lock still names the dead owner, nobody but us may remove it.
      if (readOwner(path)?.nonce === dead.nonce) rmSync(path, { force: true });
      rmSync(claim, { force: true });
      return true;
    }
    const claimant = readOwner(claim);
    if (!claimant || isSameProcess(claimant.pid, claimant.identity)) return false;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(path: string): Owner | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as Owner;
  } catch {
    // link() shows whole files only, so an empty one survived a power cut and its owner did not.
    return { pid: 0, identity: '', nonce: 'unreadable' };
  }
}

/** Removes what killed waiters and breakers left; called by the lock's owner only, when no claim matters any more. */
function sweepDrafts(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const draftOf = /\.(\d+)\.[0-9a-f]{16}$/.exec(name)?.[1];
    const abandoned = draftOf ? processIdentity(Number(draftOf)) === undefined : name.includes('.break-');
    if (abandoned) rmSync(join(folder, name), { force: true });
  }
}
