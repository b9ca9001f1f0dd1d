import { beforeAll, expect, test } from 'vitest';
import { loadItems } from '#demo/items/load';
import { planItems } from '#demo/items/plan';
import { withTransaction } from '#lib/postgres/pool';
import { clockIn } from '#registry/clock';
import { violations } from '#registry/ledger/invariants/run';
import { registryOfFile } from '../boot.ts';
import { clerk, operator, steps } from './items.ts';

const registry = registryOfFile();
const plan = planItems();
const settings = {
  clock: clockIn('America/New_York', new Date('2026-11-20T15:00:00Z')),
  approval: 'all',
  cutoff: '16:00',
} as const;

type Loaded = { issuer: number; itemId: number };
let loaded: Loaded[] = [];
let digests: string[][] = [];
/** The queue as it was loaded, before a test works on it. */
let queue: Awaited<ReturnType<typeof readQueue>>;

const digestsOf = async (tx: { query: (text: string) => Promise<{ rows: unknown[] }> }) => {
  const { rows } = await tx.query(
    `select i.id || ' ' || i.digest || ' ' || i.stage || ' ' || i.received_at || ' ' ||
            coalesce((select string_agg(f.sha256, ' ' order by f.id) from item_file f
                       where f.issuer_id = i.issuer_id and f.item_id = i.id), '') as line
       from item i order by i.issuer_id, i.id`,
  );
  return (rows as { line: string }[]).map((row) => row.line);
};

beforeAll(async () => {
  const undo = new Error('undo');
  const owner = <T>(work: (tx: Parameters<typeof loadItems>[0]) => Promise<T>) => {
    let result: T;
    return registry()
      .database.asOwner((pool) =>
        withTransaction(pool, async (tx) => {
          result = await work(tx);
        }),
      )
      .then(() => result);
  };
  await owner(async (tx) => {
    await loadItems(tx, settings);
    digests = [await digestsOf(tx)];
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  loaded = await owner(async (tx) => {
    const items = await loadItems(tx, settings);
    digests.push(await digestsOf(tx));
    return items;
  });
  queue = await readQueue();
});

/** Items by stage and by day, what is later than the clock, and what the check of each planned item says. */
async function readQueue() {
  const { pool } = registry().database;
  const staged = await pool.query(
    `select stage, entered_by, count(*)::int as items from item where stage <> 'Posted' group by 1, 2 order by 1, 2`,
  );
  const days = await pool.query(
    `select received_on::text as day, count(*)::int as items from item where stage <> 'Posted' group by 1 order by 1`,
  );
  const late = await pool.query(
    `select 1 from item_step where at > '2026-11-20T15:00:00Z'
      union all select 1 from item where received_at > '2026-11-20T15:00:00Z'`,
  );
  const obstacles: Obstacle[][] = [];
  for (const { issuer, itemId } of loaded) obstacles.push((await checked(issuer, itemId)).obstacles);
  return {
    stages: staged.rows.map((row) => `${row.stage} ${row.entered_by.split('@')[0]} ${row.items}`),
    days: days.rows,
    late: late.rows,
    obstacles,
  };
}

test('sixty items, the same each time they are loaded', () => {
  expect(loaded).toHaveLength(60);
  expect(digests[0]).toHaveLength(61);
  expect(digests[0]).toEqual(digests[1]);
  expect(queue.stages).toEqual([
    'AwaitingApproval clerk 13',
    'AwaitingApproval operator 13',
    'Entered clerk 14',
    'Entered operator 14',
    'Held clerk 3',
    'Held operator 3',
  ]);
});

test('nothing was received or entered in the future, and each day has thirty items', () => {
  expect(queue.days).toEqual([
    { day: '2026-11-19', items: 30 },
    { day: '2026-11-20', items: 30 },
  ]);
  expect(queue.late).toEqual([]);
});

test('each planned obstacle is found, and no other item has one', () => {
  for (const [index, { itemId }] of loaded.entries()) {
    const found = queue.obstacles[index]!.filter((one) => !one.isCleared);
    const { obstacle } = plan[index]!;
    if (obstacle)
      expect([itemId, found.map((one) => one.code)]).toEqual([
        itemId,
        expect.arrayContaining([obstacle.code]),
      ]);
    else expect([itemId, found.filter((one) => one.effect !== 'Warns')]).toEqual([itemId, []]);
  }
});

test('two users work the queue to its end, and the books hold', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const { take, detail } = steps(registry());
  for (const [index, { issuer, itemId }] of loaded.entries()) {
    const item = { customerIssuerId: issuer };
    const now = () => detail({ ...item, itemId, version: 0 });
    const start = await now();
    const [enterer, other] = start.enteredBy === clerk.email ? [clerk, operator] : [operator, clerk];
    const end = plan[index]!.obstacle?.end ?? 'post';
    const acknowledged = (await checked(issuer, itemId)).obstacles.map((one) => one.code);
    const done = async (step: string, more: object = {}, actor = other) => {
      const results = await take(step, [await now()], actor, more);
      expect([itemId, step, results[0].message]).toEqual([itemId, step, '']);
    };
    if (end === 'cancel') {
      await done('cancel', { reason: 'Withdrawn: entered for the wrong transaction' });
    } else if (end.startsWith('reject')) {
      const reasonCode = end.split(' ')[1]!;
      const kind = { D: 'DTC', M: 'Medallion', O: 'Other' }[reasonCode.charAt(0)];
      await done('reject', { kind, reasonCode });
    } else {
      if (start.stage === 'Entered') await done('submit', {}, enterer);
      await done('approve', { acknowledged });
      if (end !== 'approve') await done('post', { acknowledged });
    }
  }
  const { rows } = await registry().database.pool.query(
    `select stage, count(*)::int as items from item group by 1 order by 1`,
  );
  const rejected = plan.filter((one) => one.obstacle?.end.startsWith('reject')).length;
  expect(Object.fromEntries(rows.map((row) => [row.stage, row.items]))).toEqual({
    // The issuance of a later day waits for that day.
    Ready: 1,
    Canceled: 1,
    Rejected: rejected,
    Posted: 60 - rejected - 2 + 1,
  });
  for (const issuer of new Set(loaded.map((one) => one.issuer))) {
    const { rows: found } = await registry().database.pool.query<{ id: bigint }>(
      'select id from issuer where customer_id = $1',
      [issuer],
    );
    for await (const one of violations(registry().database.pool, found[0]!.id))
      expect([issuer, one]).toEqual([issuer, null]);
  }
});

type Obstacle = { code: string; effect: string; isCleared: boolean };

async function checked(customerIssuerId: number, itemId: number): Promise<{ obstacles: Obstacle[] }> {
  const { status, body } = await registry().call('/agent/v1/items/check', {
    body: { customerIssuerId, itemId },
  });
  expect(status).toBe(200);
  return body as { obstacles: Obstacle[] };
}
