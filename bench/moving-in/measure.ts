// Measures bringing in a large register on the command line.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { migrate } from '#lib/postgres/migrate';
import { openTestServer } from '#lib/postgres/server-for-tests';
import { type Form, type Row, row } from '../row.ts';
import { registerArchive } from './register.ts';

/** Takes half a minute in its small form, and a quarter of an hour in the long one. */
export const heavy = true;

/** Seconds in which 1,000,000 holders with 2,000,000 positions are checked and posted. */
const atMost = 600;

/**
 * A register is brought in on the command line: checked, approved with the order to post, posted; then the books are
 * proven. Memory is that of the command beyond what it needs for ten holders; the database runs in its own process.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const holders = full ? 1_000_000 : 20_000;
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-moving-in-'));
  const server = await openTestServer(join(folder, 'data'));
  try {
    await server.ensureDatabase('moving');
    const url = server.urlFor('moving');
    await migrate(url, new URL('../../registry/db/migrations/', import.meta.url));
    const few = await bringIn(folder, url, 6001, 10);
    const many = await bringIn(folder, url, 6002, holders);
    const proven = await run('check.ts', ['--issuer', '6002', '--json'], { folder, url });
    const { isProved } = JSON.parse(proven.printed) as { isProved: boolean };
    if (!isProved) throw new Error(`The books are not proven: ${proven.printed}`);
    const size = `${holders.toLocaleString('en-US')} holders, ${(holders * 2).toLocaleString('en-US')} positions`;
    const { check, post } = many.seconds;
    return [
      row(`${size}: checked`, 's', { values: [check] }),
      row(`${size}: posted`, 's', { values: [post] }),
      row(`${size}: checked and posted`, 's', {
        values: [check + post],
        limit: { of: 'value', atMost },
        note: `load of the machine before and after: ${many.load.map((one) => one.toFixed(1)).join(', ')}`,
      }),
      row(`${size}: memory of the command`, 'MB', {
        ...{ values: [many.peakMb], floors: [few.peakMb] },
        limit: { of: 'added', atMost: 300 },
      }),
      row(`${size}: processor time of command and database`, 's', { values: [many.processor] }),
      row(`${size}: books proven`, 's', { values: [proven.took] }),
    ];
  } finally {
    await server.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Where = { folder: string; url: string };

async function bringIn(folder: string, url: string, issuer: number, holders: number) {
  const path = join(folder, `register-${issuer}.zip`);
  await pipeline(registerArchive(issuer, holders), createWriteStream(path));
  const before = loadavg()[0]!;
  const { printed, ...used } = await run('import.ts', [path, '--json'], { folder, url });
  const { posted, seconds } = JSON.parse(printed) as {
    posted: object | null;
    seconds: { check: number; post: number };
  };
  if (!posted) throw new Error(`The register was not posted: ${printed.slice(0, 2000)}`);
  return { seconds, ...used, load: [before, loadavg()[0]!] };
}

/**
 * Runs a command of the registry. With its largest resident memory, and the processor time of the command and of its
 * connections, which says more than the seconds where others use the machine. Linux only.
 */
async function run(script: string, args: readonly string[], { folder, url }: Where) {
  const database = new Client({ connectionString: url });
  await database.connect();
  try {
    const began = performance.now();
    const program = spawn(process.execPath, [`scripts/registry/${script}`, ...args], {
      env: { ...process.env, DATA_DIR: join(folder, 'command'), REGISTRY_DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const used = new Map<number, number>();
    let peakMb = Number.NaN;
    const memory = setInterval(() => {
      peakMb = largestMb(program.pid!) ?? peakMb;
    }, 50);
    const sample = async () => {
      const { rows } = await database.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      for (const pid of [program.pid!, ...rows.map((one) => one.pid)])
        used.set(pid, processorSeconds(pid) ?? used.get(pid) ?? 0);
    };
    // The last sample may come when the command, and with it the connection, has ended.
    const processors = setInterval(() => void sample().catch(() => undefined), 500);
    const [printed, [status]] = await Promise.all([text(program.stdout), once(program, 'exit')]);
    clearInterval(memory);
    clearInterval(processors);
    if (status !== 0) throw new Error(`${script} ended with ${status}: ${printed.slice(0, 2000)}`);
    const seconds = (performance.now() - began) / 1000;
    return { printed, peakMb, took: seconds, processor: [...used.values()].reduce((a, b) => a + b, 0) };
  } finally {
    await database.end();
  }
}

const ofProcess = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};

/** The largest resident memory of a process up to now; undefined once it has ended. */
function largestMb(pid: number): number | undefined {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(ofProcess(pid, 'status'))?.[1];
  return kilobytes ? Number(kilobytes) / 1024 : undefined;
}

/** Of the process up to now, user and system together, in the kernel's hundredths; undefined once it has ended. */
function processorSeconds(pid: number): number | undefined {
  // The name of the process is in brackets and may have spaces.
  const fields = ofProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) / 100 : undefined;
}
