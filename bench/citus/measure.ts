// Measures the registry over a Citus coordinator, against one PostgreSQL server on the same processors.

import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { lastDay } from '#demo/large/plan';
import { addDays } from '#lib/format/dates';
import { analyzedTables } from '#registry/db/analyzed-tables';
import { distribute } from '#registry/db/distribute';
import { issuanceOf, postIssuance, rate } from '../programs/issuances.ts';
import { type LargeRegistry, largeRegistry, type RunningRegistry } from '../programs/large-registry.ts';
import { burst } from '../programs/load-generator.ts';
import { alternating, type Form, median, quantile, type Row, row } from '../row.ts';

/** Seeding takes minutes. */
export const heavy = true;
/** A coordinator whose role may create databases; they are made on all its nodes. */
export const needs = 'CITUS_DATABASE_URL';

const issuers = [5001, 5002, 5003, 5004];
const clientsMost = 16;

type Side = { registry: LargeRegistry; program: RunningRegistry };

/** The same issuers on the coordinator, distributed, and in a plain database of the coordinator's own server. */
async function bothSides(holders: number): Promise<{ citus: Side; plain: Side }> {
  const coordinator = process.env.CITUS_DATABASE_URL!;
  // The extension is not in `template1`: databases made from there are of one server.
  const server = coordinator.replace(/\/[^/?]*(\?|$)/, '/template1$1');
  const side = async (address: string, isDistributed: boolean) => {
    const registry = await largeRegistry(address);
    for (const issuer of issuers) await registry.seed(issuer, issuer === issuers[0] ? holders : 1_000);
    if (isDistributed) await distribute(registry.pool, { isDryRun: false });
    await registry.pool.query(`analyze ${analyzedTables.join(', ')}`);
    return { registry, program: await registry.start() };
  };
  return { citus: await side(coordinator, true), plain: await side(server, false) };
}

/** Median milliseconds of requests to one path after another, serially. */
async function readMs({ program }: Side, path: () => string, requests: number): Promise<number> {
  const all: number[] = [];
  for (let turn = 0; turn < requests; turn += 1) {
    const { p50 } = await burst([{ address: program.url + path(), headers: program.headers }], 1);
    all.push(p50);
  }
  return median(all);
}

/** Issuances per second of so many clients, each at its issuer in turn. */
function issueRate(
  { program }: Side,
  clients: number,
  at: readonly number[],
  seconds: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  return rate(clients, seconds, (client) =>
    postIssuance(program, agent, issuanceOf(at[client % at.length]!, 3 + Math.floor(Math.random() * 400))),
  ).finally(() => agent.destroy());
}

/** Issuances to the first issuer, one after the other, while its shard and all beside it move to another worker. */
async function moved({
  registry,
  program,
}: Side): Promise<{ seconds: number; perSecond: number; longestMs: number }> {
  const { rows } = await registry.pool.query<{ text: string }>(
    `select format('select citus_move_shard_placement(%s, %L, %s, %L, %s, %L)', s.shardid, s.nodename, s.nodeport,
                   n.nodename, n.nodeport, 'force_logical') as text
       from citus_shards s
       join pg_dist_node n on n.shouldhaveshards and (n.nodename, n.nodeport) <> (s.nodename, s.nodeport)
      where s.shardid = get_shard_id_for_distribution_column('txn', (select id from issuer where customer_id = $1))
      order by n.nodeid limit 1`,
    [issuers[0]],
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let isMoving = true;
  const began = performance.now();
  const issuing = (async () => {
    for (let turn = 0; isMoving; turn += 1) {
      const at = performance.now();
      await postIssuance(program, agent, issuanceOf(issuers[0]!, 3 + (turn % 400)));
      times.push(performance.now() - at);
    }
  })();
  // So that issuances are in work when the move begins.
  await pause(200);
  await registry.pool.query(rows[0]!.text);
  isMoving = false;
  await issuing;
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { seconds, perSecond: times.length / seconds, longestMs: quantile(times, 1) };
}

/**
 * Reads, issuances and the list of all accounts, over the coordinator and over one server in turns, with all nodes, both
 * registries and the load on the same processors. At the end one issuer moves to another worker while it is written to.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const holders = full ? 100_000 : 10_000;
  const rounds = full ? 9 : 3;
  const { citus, plain } = await bothSides(holders);
  const inTurns = async (what: string, unit: string, one: (side: Side) => Promise<number>) => {
    await one(citus);
    await one(plain);
    const { ours, floors } = await alternating(
      rounds,
      () => one(citus),
      () => one(plain),
    );
    return row(what, unit, { values: ours, floors });
  };
  try {
    const issuer = issuers[0]!;
    let daysBack = 0;
    const page = () =>
      `/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=${issuer}&Start=0&NumberOfRows=50`;
    // Another day each time, so that the registry has not kept the sums.
    const totals = () => {
      daysBack += 1;
      return `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}&CutoffDate=${addDays(lastDay, -daysBack)}`;
    };
    const list = () =>
      `/api/v1/Report/GetOwnershipPercentage?customerIssuerId=${issuer}&sortBy=Shares&orderBy=Descending`;
    const seconds = full ? 5 : 2;
    const rows = [
      await inTurns(`page of the cap table, of ${holders} accounts`, 'ms', (side) => readMs(side, page, 50)),
      await inTurns('totals of a past day', 'ms', (side) => readMs(side, totals, 20)),
      await inTurns(
        `list of ${holders} accounts`,
        'accounts/s',
        async (side) => (holders * 1000) / (await readMs(side, list, 1)),
      ),
      await inTurns('issuances, 1 at a time', '/s', (side) => issueRate(side, 1, [issuer], seconds)),
      await inTurns(`issuances, ${clientsMost} at a time`, '/s', (side) =>
        issueRate(side, clientsMost, [issuer], seconds),
      ),
      await inTurns(`issuances at ${issuers.length} issuers, ${clientsMost} at a time`, '/s', (side) =>
        issueRate(side, clientsMost, issuers, seconds),
      ),
    ];
    const alone = await issueRate(citus, 1, [issuer], seconds);
    const move = await moved(citus);
    return [
      ...rows,
      row('issuances while the issuer moves to another worker', '/s', {
        values: [move.perSecond],
        floors: [alone],
        note: `the move took ${move.seconds.toFixed(1)} s; floor: the same without a move`,
      }),
      row('the longest of them', 'ms', { values: [move.longestMs] }),
    ];
  } finally {
    for (const { registry, program } of [citus, plain]) {
      await program.stop();
      await registry.release();
    }
  }
}
