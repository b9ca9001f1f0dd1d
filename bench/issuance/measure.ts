// Measures issuances per second over HTTP, against pgbench on the same database.

import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { Pool, PoolClient } from 'pg';
import { issuanceOf, postIssuance, rate } from '../programs/issuances.ts';
import { largeRegistry } from '../programs/large-registry.ts';
import { alternating, type Form, type Row, row } from '../row.ts';

/** Seeding the register takes longer than the measurement. */
export const heavy = true;

const clientsMost = 16;

/** pgbench's own sizes per unit of its scale. */
const perScale = { branches: 1, tellers: 10, accounts: 100_000 };

/** The tables of pgbench, as `pgbench -i` makes them. */
async function makeTables(pool: Pool, scale: number): Promise<void> {
  for (const text of [
    'create table pgbench_branches (bid int primary key, bbalance int, filler char(88))',
    'create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84))',
    'create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84))',
    'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
    `insert into pgbench_branches select one, 0, '' from generate_series(1, ${scale}) as one`,
    `insert into pgbench_tellers select one, (one - 1) / ${perScale.tellers} + 1, 0, ''
       from generate_series(1, ${scale * perScale.tellers}) as one`,
    `insert into pgbench_accounts select one, (one - 1) / ${perScale.accounts} + 1, 0, ''
       from generate_series(1, ${scale * perScale.accounts}) as one`,
    'vacuum analyze pgbench_branches, pgbench_tellers, pgbench_accounts',
    'create table bench_row (id uuid primary key, issuer_id bigint, holder_id bigint, shares bigint, note text)',
  ])
    await pool.query(text);
}

/**
 * pgbench's default transaction ("TPC-B (sort of)"): five statements between BEGIN and COMMIT, prepared. Sent
 * through the same driver, as the embedded server comes without pgbench.
 */
async function pgbench(db: PoolClient, scale: number): Promise<void> {
  const upTo = (most: number) => 1 + Math.floor(Math.random() * most);
  const [aid, bid, tid] = [
    upTo(scale * perScale.accounts),
    upTo(scale * perScale.branches),
    upTo(scale * perScale.tellers),
  ];
  const delta = upTo(10_001) - 5001;
  const send = (name: string, text: string, values: number[]) => db.query({ name, text, values });
  await db.query('begin');
  await send('account', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
  await send('balance', 'select abalance from pgbench_accounts where aid = $1', [aid]);
  await send('teller', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
  await send('branch', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
  await send(
    'history',
    'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
    [tid, bid, aid, delta],
  );
  await db.query('end');
}

/** The smallest durable write: one row. */
async function insertRow(db: PoolClient): Promise<void> {
  await db.query({
    name: 'bench insert',
    text: 'insert into bench_row (id, issuer_id, holder_id, shares, note) values ($1, $2, $3, $4, $5)',
    values: [randomUUID(), 1, 100_001, 100, 'one row'],
  });
}

/** Durable transactions of the database alone, each client on its own connection. */
async function bareRate(
  pool: Pool,
  clients: number,
  seconds: number,
  work: (db: PoolClient) => Promise<void>,
): Promise<number> {
  const held = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  try {
    return await rate(clients, seconds, (client) => work(held[client]!));
  } finally {
    for (const one of held) one.release();
  }
}

/**
 * Durable issuances of one certificate over HTTP, all for one issuer, against pgbench transactions on the same
 * database, with a branch per client so that they do not wait for each other. Single-row inserts are shown for
 * comparison without a limit.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const holders = full ? 100_000 : 10_000;
  const registry = await largeRegistry();
  try {
    await registry.seed(5001, holders);
    await makeTables(registry.pool, clientsMost);
    const program = await registry.start();
    const rows: Row[] = [];
    let holder = 3;
    for (const clients of [1, clientsMost]) {
      const agent = new Agent({ keepAlive: true, maxSockets: clients });
      const seconds = full ? 5 : 2;
      const issue = () =>
        rate(clients, seconds, () => {
          holder = holder >= holders * 0.5 ? 3 : holder + 1;
          return postIssuance(program, agent, issuanceOf(5001, holder));
        });
      const bare = (work: (db: PoolClient) => Promise<void>) => () =>
        bareRate(registry.pool, clients, seconds, work);
      const floor = bare((db) => pgbench(db, clientsMost));
      await issue();
      await floor();
      const rounds = full ? 9 : 3;
      const { ours, floors } = await alternating(rounds, issue, floor);
      const single = await alternating(rounds, issue, bare(insertRow));
      agent.destroy();
      rows.push(
        row(`durable issuances, ${clients} at a time`, '/s', {
          values: ours,
          floors,
          limit: { of: 'ratio', atLeast: clients === 1 ? 0.25 : 0.4 },
          note: `floor: pgbench's default transaction, scale ${clientsMost}, through pg; no pgbench comes with the embedded server`,
        }),
        row(`the same against single-row inserts, ${clients} at a time`, '/s', {
          values: single.ours,
          floors: single.floors,
          note: 'an issuance writes eleven rows in eight tables',
        }),
      );
    }
    await program.stop();
    return rows;
  } finally {
    await registry.release();
  }
}
