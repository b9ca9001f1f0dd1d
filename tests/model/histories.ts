import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#lib/postgres/pool';
import { registerMemory } from '#registry/queries/memory';
import { openTestDatabases, type TestDatabases } from '../ledger/database.ts';
import { seedOfTree } from '../ledger/tree-seed.ts';
import { agent } from './model-run.ts';
import { type Coverage, checkHistories, missing } from './runs.ts';

const seed = process.env.MODEL_SEED === undefined ? undefined : Number(process.env.MODEL_SEED);
/** Parallel lanes of runs, so that the database and this process work at the same time. */
const lanes = 4;

/**
 * Declares the test of a file: so many random histories, whose reads are compared with a naive register. Files with
 * different numbers run different histories, so that several workers share them. MODEL_RUNS=2000: so many, new ones
 * each time. A failure prints its lane's seed; MODEL_SEED runs it again.
 */
export function testHistories(number: number, defaults: number): void {
  const runs = Number(process.env.MODEL_RUNS ?? defaults);
  let databases: TestDatabases;
  let pool: Pool;
  let writers: Pool;

  beforeAll(async () => {
    databases = await openTestDatabases();
    const { url, pool: first } = await databases.open('model');
    // This database is discarded, so no commit has to wait for the disk.
    const { rows } = await first.query('select current_database() as name');
    await first.query(`alter database ${rows[0].name} set synchronous_commit = off`);
    pool = openPool(url, { max: lanes + 2, applicationName: 'model test' });
    writers = openPool(url, { max: lanes, applicationName: 'model test', pipeline: true });
    await first.query(
      `insert into agent (id, name, file_number, address1, address2, city, state, postal_code, country2_code, phone, email,
       web, participant_number, is_fictional) values (1, $1, '084-00000', '', '', '', '', '', '', '', '', '', '', true)`,
      [agent],
    );
  });

  afterAll(async () => {
    await Promise.all([pool?.end(), writers?.end()]);
    await databases?.close();
  });

  // No retry: it would have another seed, and a real difference would pass as a random failure.
  test(`${runs} random histories: every read matches the naive register`, {
    retry: 0,
    timeout: 7_200_000,
  }, async () => {
    const coverage: Coverage = {};
    const services = { pool, writers, memory: registerMemory(), coverage };
    const first = process.env.MODEL_RUNS
      ? Math.floor(Math.random() * 2 ** 30)
      : seedOfTree() + number * lanes;
    const seeds = seed === undefined ? Array.from({ length: lanes }, (_, place) => first + place) : [seed];
    await Promise.all(seeds.map((one) => checkHistories(services, one, Math.ceil(runs / lanes))));
    if (process.env.MODEL_RUNS) console.table(coverage);
    if (seed === undefined) expect(missing(coverage, runs)).toEqual([]);
  });
}
