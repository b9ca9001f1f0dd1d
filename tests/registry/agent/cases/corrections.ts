import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import {
  carryOut,
  obstaclesOf,
  otherAccount,
  received,
  saleContent,
  someBookEntry,
  steps,
} from '../items.ts';

/** Corrections through the work queue. */
export function corrections(registry: () => Registry): void {
  test('a transfer to a wrong account is reversed and replaced, linked both ways', async () => {
    const source = await someBookEntry(registry(), 1008);
    const sale = await carryOut(registry(), 1008, await saleContent(registry(), source, 100));
    const wrong = sale.content.lines[0].systemShareholderId;
    const right = await otherAccount(registry(), { ...source, holderId: wrong });
    const content = {
      kind: 'Correction',
      ...received,
      reason: 'Registered to the wrong account',
      correctsControlTransactionId: sale.controlTransactionId,
      caseCode: 'Gift',
      lines: [{ systemShareholderId: right, shares: 100 }],
    };
    const { effect } = await steps(registry()).check(1008, content);
    expect(effect.accounts).toMatchObject([
      { systemShareholderId: wrong },
      { systemShareholderId: source.holderId },
      { systemShareholderId: right },
    ]);
    const done = await carryOut(registry(), 1008, content);
    expect(done).toMatchObject({ controlTransactionId: null, shares: source.shares });
    const { rows } = await registry().database.pool.query(
      `select id, kind, sub_kind, is_presented, reverses_txn, replaces_txn from txn
        where id = any($1::bigint[]) order by id`,
      [`{${done.reversedByControlTransactionId},${done.replacedByControlTransactionId}}`],
    );
    const original = BigInt(sale.controlTransactionId);
    expect(rows).toMatchObject([
      { kind: 'T', sub_kind: 'Reversal', is_presented: false, reverses_txn: original, replaces_txn: null },
      { kind: 'T', sub_kind: 'Gift', is_presented: false, reverses_txn: null, replaces_txn: original },
    ]);
    expect(await obstaclesOf(registry(), 1008, content)).toEqual([
      'notReversible correctsControlTransactionId',
    ]);
  });

  test('a correction names the later transactions that rest on the wrong one', async () => {
    const source = await someBookEntry(registry(), 1008);
    const sale = await carryOut(registry(), 1008, await saleContent(registry(), source, 100));
    const { rows } = await registry().database.pool.query(
      `select prefix || '-' || number as number from certificate where issued_txn = $1 order by id desc limit 1`,
      [sale.controlTransactionId],
    );
    const rest = { ...source, id: source.id + 1, number: rows[0].number };
    const later = await carryOut(registry(), 1008, await saleContent(registry(), rest, 50));
    const content = {
      kind: 'Correction',
      ...received,
      reason: 'Registered to the wrong account',
      correctsControlTransactionId: sale.controlTransactionId,
    };
    const { obstacles, effect } = await steps(registry()).check(1008, content);
    expect(effect).toBeNull();
    expect(obstacles).toMatchObject([{ code: 'dependents', effect: 'Refuses' }]);
    expect(obstacles[0].message).toContain(`newest first: ${later.displayTransactionId} of Nov 20, 2026`);
  });
}
