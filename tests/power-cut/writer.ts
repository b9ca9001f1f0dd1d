import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '#lib/postgres/embedded/binaries';
import { chooseRunMode } from '#lib/postgres/embedded/run-mode';
import { serverSettings, spawnServer } from '#lib/postgres/embedded/server';
import { ensureSocketDir } from '#lib/postgres/embedded/socket-dir';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { migrate } from '#lib/postgres/migrate';
import { openPool, verifyServer, withTransaction } from '#lib/postgres/pool';
import { pause } from '#lib/postgres/processes';
import { openBooks } from '../ledger/kill-books.ts';

// The process that is killed: node writer.ts <data folder> <file of acknowledgements> durable|control
const [dataDir = '', ackFile = '', arm = ''] = process.argv.slice(2);
const writers = 4;
const parts = 3;

const embedded = await startEmbedded({ dataDir });
await embedded.ensureDatabase('trial');
const url = embedded.urlFor('trial');
const setUp = openPool(url, { max: 1, applicationName: 'power cut' });
await setUp.query(`
  create table entry (writer int, seq bigint, part int, body text not null, primary key (writer, seq, part));
  create table tally (writer int primary key, entries bigint not null);
  insert into tally select n, 0 from generate_series(1, ${writers}) as n;`);
await setUp.end();
// The registry's books are on the same server; a separate process posts to them.
await embedded.ensureDatabase('books');
const booksUrl = embedded.urlFor('books');
await migrate(booksUrl, new URL('../../registry/db/migrations/', import.meta.url));
const booksPool = openPool(booksUrl, { max: 1, applicationName: 'power cut' });
const books = await openBooks(booksPool);
await booksPool.end();
if (arm === 'control') {
  await embedded.release();
  await startCareless();
}

const pool = openPool(url, { max: writers + 1, applicationName: 'power cut' });
if (arm === 'durable') await verifyServer(pool);
const acks = openSync(ackFile, 'a');
for (let writer = 1; writer <= writers; writer += 1) void write(writer);
void checkpoints();
process.stdin.on('end', () => process.exit(1)).resume();

async function write(writer: number): Promise<void> {
  for (let seq = 1n; ; seq += 1n) {
    await withTransaction(pool, async (client) => {
      for (let part = 1; part <= parts; part += 1) {
        const body = createHash('md5').update(`${writer}:${seq}:${part}`).digest('hex').repeat(6);
        await client.query('insert into entry values ($1, $2, $3, $4)', [writer, seq, part, body]);
      }
      await client.query('update tally set entries = entries + 1 where writer = $1', [writer]);
    });
    writeSync(acks, `${writer} ${seq}\n`);
    if (writer === 1 && seq === 1n) {
      const { issuerId, classId, holders } = books;
      console.log([booksUrl, issuerId, classId, ...holders].join(' '));
    }
  }
}

/** Checkpoints during writes would reveal torn pages and a wrong order of flushes. */
async function checkpoints(): Promise<void> {
  for (;;) {
    await pause(100 + Math.random() * 300);
    await pool.query('checkpoint');
  }
}

/** The same server with fsync off; the product cannot start one. */
async function startCareless(): Promise<void> {
  const serverDir = join(dataDir, 'postgres');
  const binaries = findBinaries();
  const mode = chooseRunMode(binaries, serverDir);
  const settings = { ...serverSettings, fsync: 'off' };
  await spawnServer(serverDir, ensureSocketDir(serverDir, mode), binaries, mode, settings);
  for (;;) {
    const probe = openPool(url, { max: 1, applicationName: 'power cut' });
    const rejection = await verifyServer(probe).catch((error: Error) => error.message);
    await probe.end();
    if (rejection?.includes('fsync off')) return;
    if (rejection === undefined) throw new Error('verifyServer accepted a server with fsync off.');
    await pause(20);
  }
}
