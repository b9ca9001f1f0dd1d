// Records the statements of a registry read and measures them alone on one connection.

import type { Pool, PoolClient } from 'pg';
import type { Db } from '#registry/db/session';

/** One statement of a registry read, exactly as sent. */
type Sent = { name: string; text: string; values: unknown[] };

/** The statements that a read sends to the database, in order. */
export async function statementsOf(pool: Pool, read: (db: Db) => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const recorder = {
    query(given: string | Sent, values: unknown[] = []) {
      const one = typeof given === 'string' ? { text: given, values } : given;
      sent.push({ ...one, name: `raw ${sent.length} ${one.text.length}` });
      return pool.query({ text: one.text, values: one.values });
    },
  };
  await read(recorder as unknown as Db);
  return sent;
}

/** Median milliseconds of the prepared statements, serially on one connection, rows read into JavaScript. */
export async function rawMs(client: PoolClient, statements: readonly Sent[], times: number): Promise<number> {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const began = performance.now();
    for (const one of statements) await client.query(one);
    all.push(performance.now() - began);
  }
  all.sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)] ?? Number.NaN;
}
