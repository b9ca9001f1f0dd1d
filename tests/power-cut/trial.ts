// One simulated power cut: a server is frozen while it writes, recovered, and compared.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { openPool } from '#lib/postgres/pool';
import { pause } from '#lib/postgres/processes';
import { type Books, expectWhole, startWriter as startPosting } from '../ledger/kill-books.ts';
import {
  closeFolder,
  copyImage,
  freeze,
  killAll,
  makeImage,
  mountDisk,
  openFolder,
  unmount,
  whyNot,
} from './disk.ts';

export type Arm = 'durable' | 'control';

export type Outcome = {
  arm: Arm;
  /** Milliseconds from the first acknowledgement to the cut. */
  cutAfterMs: number;
  acked: number;
  /** Transactions found after recovery; those in flight at the cut may be among them. */
  present: number;
  missing: number;
  /** Transactions found partially, with a wrong body, or not as the tally counts them. */
  half: number;
  /** What is wrong with the registry's books: an acknowledged entry lost, partial or duplicated. */
  books?: string;
  /** Why the copy's server did not start or respond. */
  failure?: string;
};

const diskMegabytes = 768;

/**
 * Stages one power cut: writes to a server on a disk image, freezes it at a random moment, copies and mounts
 * what the device holds, recovers it and compares it with the acknowledgements kept outside.
 */
export async function runTrial(arm: Arm): Promise<Outcome> {
  const folder = openFolder();
  try {
    const image = makeImage(folder, 'disk', diskMegabytes);
    const disk = join(folder, 'disk');
    const ackFile = join(folder, 'acks');
    mountDisk(image, disk);
    const writer = startWriter(join(disk, 'data'), ackFile, arm);
    const at = await writer.writing;
    const posting = await startPosting(at.url, at.books, `${ackFile}-books`, 'plain');
    const cutAfterMs = Math.round(300 + Math.random() * 1500);
    await pause(cutAfterMs);
    freeze(disk);
    // What the server had already sent still counts as acknowledged.
    await pause(100);
    await writer.kill();
    if (posting.child.exitCode !== null) throw new Error(`The poster ended: ${posting.complaint()}`);
    posting.child.kill('SIGKILL');
    await posting.ended;
    const copy = join(folder, 'copy.img');
    copyImage(image, copy);
    killAll(disk);
    unmount(disk);
    const recovered = join(folder, 'copy');
    mountDisk(copy, recovered);
    return { arm, cutAfterMs, ...(await compare(join(recovered, 'data'), ackFile, at.books)) };
  } finally {
    closeFolder(folder);
  }
}

/**
 * What is wrong with the outcomes, in sentences; empty when the server is durable and losses are detectable.
 */
export function judge(outcomes: Outcome[]): string[] {
  const wrong: string[] = [];
  if (!outcomes.some(({ arm }) => arm === 'control'))
    wrong.push('Without a control trial nothing shows that the harness can tell a loss.');
  for (const { arm, acked, missing, half, books, failure } of outcomes) {
    if (acked < 20) wrong.push(`A ${arm} trial acknowledged only ${acked} transactions and proves nothing.`);
    if (arm === 'control' && missing === 0)
      wrong.push('A control trial with fsync off lost nothing: the harness is void.');
    if (arm === 'durable' && failure) wrong.push(`A durable server did not come back: ${failure}`);
    if (arm === 'durable' && missing + half > 0) {
      wrong.push(`A durable trial lost ${missing} acknowledged transactions and holds ${half} damaged ones.`);
    }
    if (arm === 'durable' && books) wrong.push(`The registry's books came back wrong: ${books}`);
  }
  return wrong;
}

function startWriter(dataDir: string, ackFile: string, arm: Arm) {
  const program = fileURLToPath(new URL('./writer.ts', import.meta.url));
  const child = spawn(process.execPath, [program, dataDir, ackFile, arm], { stdio: 'pipe' });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const writing = new Promise<{ url: string; books: Books }>((resolve, reject) => {
    child.stdout.once('data', (line) => {
      const [url = '', issuerId = '', classId = '', ...holders] = String(line).trim().split(' ');
      resolve({
        url,
        books: { issuerId: BigInt(issuerId), classId: BigInt(classId), holders: holders.map(BigInt) },
      });
    });
    void ended.then(() => reject(new Error(`The writer ended before it wrote: ${complaint}`)));
  });
  const kill = async () => {
    if (child.exitCode !== null) throw new Error(`The writer ended before the cut: ${complaint}`);
    child.kill('SIGKILL');
    await ended;
  };
  return { writing, kill };
}

function readAcks(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
}

async function compare(
  dataDir: string,
  ackFile: string,
  books: Books,
): Promise<Omit<Outcome, 'arm' | 'cutAfterMs'>> {
  const acks = readAcks(ackFile);
  const lost = { acked: acks.size, present: 0, missing: acks.size, half: 0 };
  if (!existsSync(dataDir)) return { ...lost, failure: 'the data folder is gone' };
  try {
    const embedded = await startEmbedded({ dataDir });
    try {
      const found = await readBack(embedded.urlFor('trial'), acks);
      return { ...found, books: await readBooks(embedded.urlFor('books'), books, `${ackFile}-books`) };
    } finally {
      await embedded.release();
    }
  } catch (error) {
    return { ...lost, failure: (error as Error).message };
  }
}

/** Undefined when every acknowledged entry exists once and whole and every invariant holds. */
async function readBooks(url: string, books: Books, acks: string): Promise<string | undefined> {
  const pool = openPool(url, { max: 1, applicationName: 'power cut' });
  try {
    await expectWhole(pool, books, acks, 1);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.end();
  }
}

async function readBack(url: string, acks: Set<string>) {
  const pool = openPool(url, { max: 1, applicationName: 'power cut' });
  try {
    const found = await pool.query<{ key: string; whole: boolean }>(
      `select writer || ' ' || seq as key,
         count(*) = 3 and bool_and(body = repeat(md5(writer || ':' || seq || ':' || part), 6)) as whole
       from entry group by writer, seq`,
    );
    const tallies = await pool.query<{ off: bigint }>(
      `select coalesce(sum(abs(entries - (select count(distinct seq) from entry where entry.writer = tally.writer))), 0)::bigint as off
       from tally`,
    );
    // Index and table must contain the same rows.
    await pool.query(
      'set enable_indexscan to off; set enable_indexonlyscan to off; set enable_bitmapscan to off',
    );
    const table = await pool.query<{ n: bigint }>('select count(*) as n from entry where writer > 0');
    await pool.query('reset all; set enable_seqscan to off; set enable_bitmapscan to off');
    const index = await pool.query<{ n: bigint }>('select count(*) as n from entry where writer > 0');
    const whole = new Set(found.rows.filter((row) => row.whole).map((row) => row.key));
    const half = found.rows.length - whole.size + Number(tallies.rows[0]?.off ?? 0n);
    const differ = table.rows[0]?.n === index.rows[0]?.n ? 0 : 1;
    const missing = [...acks].filter((key) => !whole.has(key)).length;
    return { acked: acks.size, present: whole.size, missing, half: half + differ };
  } finally {
    await pool.end();
  }
}

async function main(): Promise<void> {
  const options = {
    trials: { type: 'string', default: '6' },
    control: { type: 'string', default: '2' },
  } as const;
  const { values } = parseArgs({ options });
  const reason = whyNot();
  if (reason) throw new Error(`A power cut cannot be staged here: ${reason}.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  const arms: Arm[] = [
    ...Array<Arm>(Number(values.trials)).fill('durable'),
    ...Array<Arm>(Number(values.control)).fill('control'),
  ];
  const outcomes: Outcome[] = [];
  for (const arm of arms) {
    const outcome = await runTrial(arm);
    outcomes.push(outcome);
    console.log(`${arm}: ${outcome.acked} acknowledged, ${outcome.missing} missing`);
  }
  console.table(outcomes);
  const wrong = judge(outcomes);
  for (const text of wrong) console.error(text);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

if (import.meta.main) await main();
