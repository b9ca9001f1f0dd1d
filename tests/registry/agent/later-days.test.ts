import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { clockIn } from '#registry/clock';
import { readItem } from '#registry/items/item';
import { postDueItems } from '#registry/items/post-due';
import { registryRequester } from '#registry/items/registry-requester';
import { submitItem } from '#registry/items/take-steps';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { beginUnitOfWork } from '#registry/ledger/core/unit-of-work';
import { placeStopIn } from '#registry/ledger/stops';
import { bootRegistry, registryOfFile } from '../boot.ts';
import { clerk, operator, saleContent, someCertificate, steps } from './items.ts';

const issuer = 1004;

// Items whose effective date comes later: the registry posts them on that day.
const registry = registryOfFile();

/** A sale that is approved on 2026-11-20 and takes effect on another day. */
async function readySale(effectiveDate: string, at = registry()) {
  const { enter, take, detail } = steps(at);
  const source = await someCertificate(at, issuer);
  const content = { ...(await saleContent(at, source, 25)), effectiveDate };
  const entered = await enter(issuer, content, clerk);
  expect(await take('submit', [entered], clerk)).toMatchObject([{ message: '', isDone: true }]);
  const approved = await take('approve', [await detail(entered)], operator, {
    acknowledged: entered.obstacles,
  });
  expect(approved).toMatchObject([{ message: '', isDone: true, stage: 'Ready' }]);
  return { source, item: await detail(entered) };
}

const clockOf = (instant: string) => clockIn('America/New_York', new Date(instant));
const postDue = (instant: string, rule: 'all' | 'none' = 'all') =>
  postDueItems(registry().database.pool, registryRequester(clockOf(instant), '16:00'), rule);

async function stop(source: { issuerId: bigint; id: number }): Promise<void> {
  await withTransaction(registry().database.pool, async (tx) => {
    const book = await beginUnitOfWork(tx, source.issuerId);
    const stop = { kind: 'Adverse claim', placedOn: '2026-11-20' } as const;
    await placeStopIn(book, { issuerId: source.issuerId, certificateId: BigInt(source.id), ...stop });
    await flushUnitOfWork(book);
  });
}

test('one that is ready posts by itself when its day begins in the registry, and not before', async () => {
  const { take, detail } = steps(registry());
  const { item } = await readySale('2026-11-23');
  const { item: today } = await readySale('2026-11-19');
  const [early] = await take('post', [item], operator);
  expect(early).toMatchObject({ isDone: false, obstacles: [{ code: 'effectiveFuture' }] });
  expect(early.message).toContain('posts by itself on that day');
  // 23:59 on November 22 in New York, when it is November 23 in UTC.
  expect(await postDue('2026-11-23T04:59:00Z')).toBe(0);
  expect((await detail(item)).stage).toBe('Ready');
  expect(await postDue('2026-11-23T05:00:30Z')).toBe(1);
  expect(await postDue('2026-11-23T05:01:30Z')).toBe(0);
  const posted = await detail(item);
  expect(posted).toMatchObject({ stage: 'Posted', version: 4, postedBy: 'registry' });
  expect(posted.history.at(-1)).toMatchObject({
    action: 'post',
    by: { email: 'registry' },
    at: '2026-11-23T05:00:30.000Z',
  });
  const { rows } = await registry().database.pool.query(
    `select t.status, t.effective_on, t.completed_on, count(c.id)::int as made, min(c.issued_on) as issued_on
       from txn t join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id
      where t.id = $1 group by 1, 2, 3`,
    [item.controlTransactionId],
  );
  const day = '2026-11-23';
  expect(rows).toEqual([
    { status: 'Completed', effective_on: day, completed_on: day, made: 2, issued_on: day },
  ]);
  // One that became ready after its day waits for a user.
  expect(await detail(today)).toMatchObject({ stage: 'Ready' });
  expect(await take('post', [await detail(today)], operator)).toMatchObject([{ isDone: true }]);
});

test('one approved more than five business days before its day posts on that day', async () => {
  const { detail } = steps(registry());
  const { item } = await readySale('2026-12-01');
  expect(await postDue('2026-12-01T12:00:00Z')).toBe(1);
  expect(await detail(item)).toMatchObject({ stage: 'Posted', approvals: [{ voidBecause: null }] });
});

test('an approval that no longer counts is void on the day: nothing is posted, and it is not tried again', async () => {
  const { take, detail } = steps(registry());
  const { source, item } = await readySale('2026-12-02');
  await stop(source);
  expect(await postDue('2026-12-02T12:00:00Z')).toBe(0);
  const left = await detail(item);
  expect(left).toMatchObject({ stage: 'Entered', version: 4, approvedBy: null });
  expect(left.history.at(-1)).toMatchObject({ action: 'void', by: { email: 'registry' } });
  expect(await postDue('2026-12-02T12:01:00Z')).toBe(0);
  expect((await detail(item)).version).toBe(4);
  await take('cancel', [left], operator, { reason: 'End of the test' });
});

test('what is refused on its day is held with the reason, for a user to look at that day', async () => {
  const { enter, take, detail } = steps(registry());
  const { item, source } = await readySale('2026-12-02');
  // An item on the same certificate that asks for a stop goes first; an approval does not rest on other items.
  const asked = await enter(
    issuer,
    {
      kind: 'StopPlace',
      receivedAt: '2026-11-20T09:30:00-05:00',
      channel: 'Mail',
      presentor: { name: 'Owner' },
      certificates: [{ prefixAndCertificateNumber: source.number }],
      securityTypeId: source.classId,
      stop: { kind: 'Adverse claim' },
    },
    clerk,
  );
  expect(await postDue('2026-12-02T12:00:00Z')).toBe(0);
  const held = await detail(item);
  expect(held).toMatchObject({
    stage: 'Held',
    approvedBy: null,
    nextActionOn: '2026-12-02',
    holdReason: expect.stringContaining(
      `Not posted on its day. ${source.number} is also in item ${asked.itemId}`,
    ),
  });
  await take('cancel', [held, asked], operator, { reason: 'End of the test' });
});

/** A sale for 2026-11-24 that is submitted where no approval is asked for. */
async function submittedSale(source: Awaited<ReturnType<typeof someCertificate>>) {
  const { enter } = steps(registry());
  const content = { ...(await saleContent(registry(), source, 25)), effectiveDate: '2026-11-24' };
  const item = await enter(issuer, content, clerk);
  const { issuerId } = source;
  const asked = { ...registryRequester(clockOf('2026-11-20T15:00:00Z'), '16:00'), actor: clerk };
  const given = { issuerId, itemId: BigInt(item.itemId), version: item.version };
  const submitted = await withTransaction(registry().database.pool, (tx) =>
    submitItem(tx, given, asked, 'none'),
  );
  expect(submitted.stage).toBe('Ready');
  return { item, obstacles: submitted.obstacles };
}

test('without approval, who submits it has read its warnings; one that came since holds it on its day', async () => {
  const { take, detail } = steps(registry());
  const setBadAddress = (holderId: number, day: string | null) =>
    registry().database.pool.query('update holder set bad_address_since = $2 where id = $1', [holderId, day]);
  const first = await someCertificate(registry(), issuer);
  await setBadAddress(first.holderId, '2026-11-02');
  const known = await submittedSale(first);
  expect(known.obstacles).toEqual(['effectiveFuture', 'badAddress']);
  expect(await postDue('2026-11-24T12:00:00Z', 'none')).toBe(1);
  expect(await detail(known.item)).toMatchObject({ stage: 'Posted', postedBy: 'registry' });

  const second = await someCertificate(registry(), issuer);
  await setBadAddress(second.holderId, null);
  const later = await submittedSale(second);
  expect(later.obstacles).toEqual(['effectiveFuture']);
  await setBadAddress(second.holderId, '2026-11-23');
  expect(await postDue('2026-11-24T12:01:00Z', 'none')).toBe(0);
  const held = await detail(later.item);
  expect(held).toMatchObject({
    stage: 'Held',
    holdReason: expect.stringMatching(
      /^Not posted on its day\. Mail to .* is returned since Nov 23, 2026\.$/,
    ),
  });
  await take('cancel', [held], operator, { reason: 'End of the test' });
  for (const { holderId } of [first, second]) await setBadAddress(holderId, null);
});

test('registries that run at the same time post it once', async () => {
  // Books of their own: with the clock of these registries the tokens of the other tests have expired.
  const own = await bootRegistry();
  try {
    const { item } = await readySale('2026-11-30', own);
    const clock = clockOf('2026-11-30T05:00:30Z');
    const more = { clock, publicUrl: undefined, sweepEveryMs: 25 };
    const servers = await Promise.all([1, 2, 3].map(() => own.another(more)));
    const { pool } = own.database;
    const stored = () => readItem(pool, BigInt(item.itemId) / 100_000_000n, BigInt(item.itemId));
    try {
      const until = Date.now() + 20_000;
      while ((await stored())?.stage === 'Ready' && Date.now() < until) await pause(50);
      // Time for another sweep, which must leave it as it is.
      await pause(150);
    } finally {
      await Promise.all(servers.map((one) => one.close(0)));
    }
    expect(await stored()).toMatchObject({ stage: 'Posted', version: 4, postedBy: 'registry' });
    const { rows } = await pool.query('select count(*)::int as made from certificate where issued_txn = $1', [
      item.controlTransactionId,
    ]);
    expect(rows).toEqual([{ made: 2 }]);
  } finally {
    await own.stop();
  }
});
