/** @module-tag long */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { closeFolder, makeImage, mountDisk, openFolder, whyNot } from '../power-cut/disk.ts';

// Full and corrupting disks, on embedded servers of their own.
const reason = whyNot();
if (reason) console.log(`The full disk is skipped: ${reason}.`);

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test.skipIf(reason)(
  'full disk: an entry is rejected; with space again all acknowledged ones exist',
  async () => {
    const folder = openFolder();
    const place = join(folder, 'disk');
    try {
      mountDisk(makeImage(folder, 'small', 200), place);
      const ballast = join(place, 'ballast');
      const dataDir = join(place, 'data');
      const embedded = await startEmbedded({ dataDir });
      const client = await connect(embedded.urlFor('postgres'));
      // Stored uncompressed, so that every entry needs new pages.
      await client.query(
        'create table entry (id int primary key, text text); alter table entry alter column text set storage external',
      );
      let limit = true;
      const piece = Buffer.alloc(2 ** 20, 'x');
      const file = openSync(ballast, 'w');
      while (limit) {
        try {
          writeSync(file, piece);
        } catch {
          limit = false;
        }
      }
      closeSync(file);
      let acknowledged = 0;
      let rejection: Error | undefined;
      while (!rejection) {
        await client
          .query('insert into entry values ($1, repeat($2, 200000))', [acknowledged + 1, 'x'])
          .then(() => (acknowledged += 1))
          .catch((error: Error) => {
            rejection = error;
          });
      }
      // While the log has space, the server reports the error and reads go on.
      if ((rejection as Error & { code?: string }).code === '53100') {
        const { rows } = await client.query('select count(*)::int as n from entry');
        expect(rows[0].n).toBe(acknowledged);
      }
      await client.end();
      rmSync(ballast);
      const again = await startEmbedded({ dataDir });
      const after = await connect(again.urlFor('postgres'));
      const { rows } = await after.query('select count(*)::int as n from entry where id <= $1', [
        acknowledged,
      ]);
      expect(rows[0].n).toBe(acknowledged);
      await after.query(`insert into entry values (0, 'room again')`);
      await after.end();
      await again.release();
      await embedded.release();
    } finally {
      closeFolder(folder);
    }
  },
);

test('page changed on disk: reads fail, and never return another number', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'page-'));
  try {
    const first = await startEmbedded({ dataDir });
    const client = await connect(first.urlFor('postgres'));
    await client.query(
      'create table held (id int, shares bigint); insert into held select n, 1000 from generate_series(1, 1000) n',
    );
    const { rows } = await client.query<{ path: string }>(`select pg_relation_filepath('held') as path`);
    await client.end();
    await first.release();
    const file = join(dataDir, 'postgres', 'data', rows[0]?.path ?? '');
    const page = openSync(file, 'r+');
    const byte = Buffer.alloc(1);
    const at = 8192 - 100;
    readSync(page, byte, 0, 1, at);
    writeSync(page, Uint8Array.of((byte[0] ?? 0) ^ 1), 0, 1, at);
    closeSync(page);
    const second = await startEmbedded({ dataDir });
    const reader = await connect(second.urlFor('postgres'));
    await expect(reader.query('select sum(shares) from held')).rejects.toMatchObject({ code: 'XX001' });
    await reader.end();
    await second.release();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
