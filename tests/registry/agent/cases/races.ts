// Tests of concurrent and repeated steps on items.

import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import {
  clerk,
  operator,
  otherAccount,
  received,
  saleContent,
  someCertificate,
  someCertificates,
  steps,
} from '../items.ts';

type Result = { isDone: boolean; code: string };

/** Items at the same time, and repeats. */
export function races(registry: () => Registry): void {
  test('of 64 approvals of one item at once, one counts', async () => {
    const { enter, take, detail } = steps(registry());
    const source = await someCertificate(registry(), 1008);
    const entered = await enter(1008, await saleContent(registry(), source, 10), clerk);
    await take('submit', [entered], clerk);
    const seen = await detail(entered);
    const results: Result[] = (
      await Promise.all(Array.from({ length: 64 }, () => take('approve', [seen], operator)))
    ).flat();
    expect(results.filter((one) => one.isDone)).toHaveLength(1);
    expect(new Set(results.filter((one) => !one.isDone).map((one) => one.code))).toEqual(
      new Set(['staleVersion']),
    );
    expect(await detail(entered)).toMatchObject({
      stage: 'Ready',
      version: 3,
      approvals: [{ voidBecause: null }],
    });
    await take('cancel', [await detail(entered)], operator, { reason: 'End of the test' });
  });

  test('of 50 postings of one item at once, one takes effect', async () => {
    const { enter, take, detail } = steps(registry());
    const source = await someCertificate(registry(), 1008);
    const entered = await enter(1008, await saleContent(registry(), source, 10), clerk);
    await take('submit', [entered], clerk);
    await take('approve', [await detail(entered)], operator);
    const seen = await detail(entered);
    const results: Result[] = (
      await Promise.all(Array.from({ length: 50 }, () => take('post', [seen], operator)))
    ).flat();
    expect(results.filter((one) => one.isDone)).toHaveLength(1);
    const { rows } = await registry().database.pool.query(
      'select count(*)::int as made from certificate where issued_txn = $1',
      [seen.controlTransactionId],
    );
    expect(rows).toEqual([{ made: 2 }]);
  });

  test('of 64 approvals, each followed by a posting, at once, one posting takes effect', async () => {
    const { enter, take, detail } = steps(registry());
    const source = await someCertificate(registry(), 1008);
    const entered = await enter(1008, await saleContent(registry(), source, 11), clerk);
    expect(await take('submit', [entered], clerk)).toMatchObject([{ message: '', isDone: true }]);
    const seen = await detail(entered);
    const { obstacles: acknowledged } = entered;
    const results: Result[] = (
      await Promise.all(
        Array.from({ length: 64 }, async () => {
          await take('approve', [seen], operator, { acknowledged });
          return take('post', [await detail(entered)], operator);
        }),
      )
    ).flat();
    expect(results.filter((one) => one.isDone)).toHaveLength(1);
    const { history, approvals } = await detail(entered);
    const actions = history.map((one: { action: string }) => one.action);
    expect(actions).toEqual(['enter', 'submit', 'approve', 'post']);
    expect(approvals).toMatchObject([{ voidBecause: null }]);
    const { rows } = await registry().database.pool.query(
      'select count(*)::int as made from certificate where issued_txn = $1',
      [seen.controlTransactionId],
    );
    expect(rows).toEqual([{ made: 2 }]);
  });

  test('50 items posted at once from the positions of 5 accounts: each position is used once', {
    tags: ['long'],
  }, async () => {
    const { enter, take, detail } = steps(registry());
    const { pool } = registry().database;
    // Each item takes all certificates of its position; accounts with several of them show a partial posting.
    const { rows: positions } = await pool.query(
      `select c.holder_id::int8 as holder, c.class_id::int8 as class, sum(c.shares)::int as shares,
              array_agg(c.id) as certificates
         from certificate c join issuer i on i.id = c.issuer_id join holder h on h.id = c.holder_id
        where i.customer_id = 1008 and c.canceled_on = '9999-12-31' and c.restriction = 'N'
          and not h.is_nominee and not c.is_treasury
          and not exists (select 1 from item_certificate p
                           where p.issuer_id = c.issuer_id and p.certificate_id = c.id)
        group by c.holder_id, c.class_id
       having min(c.shares) > 10
              and not bool_or(exists (select 1 from stop s where s.issuer_id = c.issuer_id and s.certificate_id = c.id))
        order by count(*) desc, c.holder_id limit 5`,
    );
    expect(positions).toHaveLength(5);
    const items: { itemId: number; version: number; customerIssuerId: number }[] = [];
    for (const { holder, class: securityTypeId, shares } of positions) {
      for (let less = 0; less < 10; less += 1) {
        const entered = await enter(
          1008,
          {
            kind: 'Retirement',
            ...received,
            purpose: 'Forfeiture',
            sourcePosition: { systemShareholderId: Number(holder), shares: shares - less },
            securityTypeId: Number(securityTypeId),
            authority: { text: 'Board resolution of Nov 18, 2026' },
          },
          clerk,
        );
        await take('submit', [entered], clerk);
        const acknowledged = entered.obstacles;
        expect(await take('approve', [await detail(entered)], operator, { acknowledged })).toMatchObject([
          { message: '', isDone: true },
        ]);
        items.push(await detail(entered));
      }
    }
    const results: Result[] = (
      await Promise.all(items.map((one) => take('post', [one], operator, { acknowledged: [] })))
    ).flat();
    expect(results.filter((one) => one.isDone)).toHaveLength(positions.length);
    const { rows: uses } = await pool.query(
      `select count(*)::int as canceled, count(distinct canceled_txn)::int as transactions
         from certificate where id = any($1::bigint[]) and canceled_txn is not null group by holder_id, class_id`,
      [`{${positions.flatMap((one) => one.certificates).join(',')}}`],
    );
    expect(uses.map((one) => one.transactions)).toEqual(positions.map(() => 1));
    expect(uses.map((one) => one.canceled).sort()).toEqual(
      positions.map((one) => one.certificates.length).sort(),
    );
    for (const [at, result] of results.entries())
      if (!result.isDone)
        await take('cancel', [await detail(items[at]!)], operator, { reason: 'End of the test' });
  });

  test('of 50 ready items on the same certificates, posted at once and in one request, one takes effect', async () => {
    const { enter, take, detail } = steps(registry());
    const sources = await someCertificates(registry(), 1008, 20);
    // Two of one class can be presented together.
    const [one, other] = sources.filter((source) => source.classId === sources[0]!.classId);
    const minute = (at: number) => String(59 - at).padStart(2, '0');
    const items: { itemId: number; version: number; customerIssuerId: number }[] = [];
    for (let at = 0; at < 50; at += 1) {
      // Each arrived before those entered so far: an item waits only for earlier ones.
      const entered = await enter(
        1008,
        {
          kind: 'Transfer',
          caseCode: 'CourtOrder',
          ...{ receivedAt: `2026-11-20T08:${minute(at)}:00-05:00`, channel: 'Courier' },
          presentor: { name: `Presentor of the race ${at}` },
          certificates: [one!, other!].map(({ number }) => ({
            prefixAndCertificateNumber: number,
            isPaperHere: true,
          })),
          securityTypeId: one!.classId,
          lines: [
            {
              systemShareholderId: await otherAccount(registry(), one!),
              shares: one!.shares + other!.shares,
            },
          ],
          documents: [{ kind: 'CourtOrder', state: 'Original', date: '2026-11-18' }],
        },
        clerk,
      );
      expect(await take('submit', [entered], clerk)).toMatchObject([{ message: '', isDone: true }]);
      const { obstacles: acknowledged } = entered;
      const approved = await take('approve', [await detail(entered)], operator, { acknowledged });
      expect(approved).toMatchObject([{ message: '', isDone: true }]);
      items.push(await detail(entered));
    }
    const results: Result[] = (
      await Promise.all([
        take('post', items, operator),
        ...items.map((item) => take('post', [item], operator)),
        take('post', items.toReversed(), operator),
      ])
    ).flat();
    expect(results.filter((result) => result.isDone)).toHaveLength(1);
    const { rows } = await registry().database.pool.query(
      `select count(*)::int as certificates, count(distinct canceled_txn)::int as transactions
         from certificate where id = any($1::bigint[]) and canceled_txn is not null`,
      [`{${[one!.id, other!.id].join(',')}}`],
    );
    expect(rows).toEqual([{ certificates: 2, transactions: 1 }]);
    const left = (await Promise.all(items.map(detail))).filter((item) => item.stage !== 'Posted');
    expect(left).toHaveLength(49);
    for (const item of left)
      expect(item.history.filter((step: { action: string }) => step.action === 'post')).toEqual([]);
    await take('cancel', left, operator, { reason: 'End of the test' });
  });

  test('the same request sent twice is answered 409 and has one effect', async () => {
    const source = await someCertificate(registry(), 1008);
    const body = {
      idempotencyId: 'twice-1',
      actor: clerk,
      customerIssuerId: 1008,
      content: await saleContent(registry(), source, 10),
    };
    const count = async () =>
      (await registry().database.pool.query('select count(*)::int as items from item')).rows[0].items;
    const before = await count();
    const answers = await Promise.all([1, 2].map(() => registry().call('/agent/v1/items/create', { body })));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(await count()).toBe(before + 1);
  });
}
