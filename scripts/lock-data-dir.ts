// Locks a data folder for one start, and waits for free ports.

import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { withLock } from '#lib/postgres/lock';
import { isSameProcess, processIdentity } from '#lib/postgres/processes';

const patienceMs = 10_000;

type Owner = { key: string; pid: number; identity: string; address: string };

const fileOf = (dataDir: string) => join(dataDir, 'start.json');

function ownerOf(dataDir: string): Owner | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Owner;
  } catch {
    return null;
  }
}

const lives = (owner: Owner | null): owner is Owner =>
  owner !== null && owner.pid > 0 && isSameProcess(owner.pid, owner.identity);

/** A data folder locked by this start. */
export type Claim = {
  /** Announces shutdown: the next start then waits for its ports instead of refusing. */
  ending(): void;
  /** Releases the folder, unless the next start has taken it over already. */
  letGo(): void;
};

/**
 * Locks a data folder for this start: a second one would end the reports the first is receiving. Throws a
 * one-sentence error while another start uses it.
 */
export function lockDataDir(dataDir: string, address: string): Promise<Claim> {
  const file = fileOf(dataDir);
  return withLock(`${file}.lock`, async () => {
    const other = ownerOf(dataDir);
    if (lives(other)) {
      throw new Error(
        `Sharebook already runs on ${dataDir}, at ${other.address} (process ${other.pid}). Stop it, or set DATA_DIR to another folder.`,
      );
    }
    const identity = processIdentity(process.pid) ?? '';
    const key = randomUUID();
    const write = (owner: Owner) => writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
    write({ key, pid: process.pid, identity, address });
    return {
      ending: () => write({ key, pid: 0, identity, address }),
      letGo: () => {
        if (ownerOf(dataDir)?.key === key) rmSync(file, { force: true });
      },
    };
  });
}

/**
 * Throws a one-sentence error naming the variable unless the port is free. The last processes of a killed or
 * ending start may hold the port briefly; that is waited for.
 */
export async function demandFree(
  dataDir: string,
  port: number,
  host: string,
  names: [string, string],
): Promise<void> {
  const [portName, hostName] = names;
  const owner = ownerOf(dataDir);
  const until = Date.now() + (owner && !lives(owner) ? patienceMs : 0);
  for (;;) {
    const code = await listenError(port, host);
    if (code === null) return;
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this account. Set ${portName} to another one.`);
    if (code !== 'EADDRINUSE')
      throw new Error(`${host} is no address of this machine (${code}). Set ${hostName} to one.`);
    if (Date.now() >= until)
      throw new Error(`Port ${port} on ${host} is taken. Set ${portName} to another one.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

function listenError(port: number, host: string): Promise<string | null> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => done(null)));
  });
}
