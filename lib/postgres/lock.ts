// A lock file that one process holds at a time, and that survives a crash of its owner.

import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSameProcess, pause, processIdentity } from './processes.ts';

const waitLimitMs = 15 * 60_000;

type Owner = { pid: number; identity: string; nonce: string };

/**
 * Runs `work` while only this process holds the lock file `path`; waits for a running owner, takes over from a
 * dead one. The file is created by link(), so it is never seen empty, and names its owner by pid and start
 * time. Throws when a running owner keeps it for 15 minutes (crash recovery may take minutes).
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
 * Removes the lock of a dead owner. Two processes must not remove each other's new lock, so the right to remove
 * this one is itself taken by link(), once. If that process dies as well, the next claim number is used. False
 * when another running process is removing it.
 */
function breakLock(path: string, dead: Owner, draft: string): boolean {
  for (let attempt = 0; ; attempt += 1) {
    const claim = `${path}.break-${dead.nonce}-${attempt}`;
    if (tryLink(draft, claim)) {
      // Nonces are never reused: if the lock still names the dead owner, only this process may remove it.
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
    // link() never shows a partial file, so an empty one was left by a power failure, and its owner is dead.
    return { pid: 0, identity: '', nonce: 'unreadable' };
  }
}

/** Removes files left by killed waiters; called only by the lock's owner, when no claim matters any more. */
function sweepDrafts(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const draftOf = /\.(\d+)\.[0-9a-f]{16}$/.exec(name)?.[1];
    const abandoned = draftOf ? processIdentity(Number(draftOf)) === undefined : name.includes('.break-');
    if (abandoned) rmSync(join(folder, name), { force: true });
  }
}
