import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import type { Violation } from '#registry/ledger/invariants/check';
import { violations } from '#registry/ledger/invariants/run';
import type { Registry } from '../boot.ts';
import { carryOut, clerk, operator, saleContent, someCertificate, steps } from './items.ts';

type Result = { isDone: boolean; code: string };

/** Items at the same time, repeats, and the checks of the stored items. */
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

  const plants: [string, string][] = [
    ['a posted item whose transaction was canceled', `update item set stage = 'Canceled' where id = $1`],
    ['a step that is missing', `delete from item_step where item_id = $1 and number = 2`],
    ['another content than was approved', `update item set content = content || ' ' where id = $1`],
    ['an approval that was void', `update item_approval set void_because = '[]' where item_id = $1`],
    [
      'an approval by who entered',
      `update item_approval set by_email = 'CLERK@harborline.example' where item_id = $1`,
    ],
    [
      'a certificate kept by an item that ended',
      `insert into item_certificate select issuer_id, 1, id from item where id = $1`,
    ],
  ];

  test('the stored items hold, and each planted violation is found', async () => {
    const source = await someCertificate(registry(), 1008);
    const posted = await carryOut(registry(), 1008, await saleContent(registry(), source, 10));
    const { pool } = registry().database;
    const ofItems = async (db: Parameters<typeof violations>[0]) => {
      const found: Violation[] = [];
      for await (const one of violations(db, source.issuerId)) if (one.invariant === 41) found.push(one);
      return found;
    };
    expect(await ofItems(pool)).toEqual([]);
    for (const [what, sql] of plants) {
      const undo = new Error('undo');
      await withTransaction(registry().database.pool, async (tx) => {
        await tx.query(sql, [posted.itemId]);
        expect([what, (await ofItems(tx)).length > 0]).toEqual([what, true]);
        throw undo;
      }).catch((error) => {
        if (error !== undo) throw error;
      });
    }
  });
}
