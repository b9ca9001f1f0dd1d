import { expect, test } from 'vitest';
import type { Registry } from '../boot.ts';
import { carryOut, obstaclesOf, saleContent, someCertificate } from './items.ts';

/** Unclaimed property through the work queue. */
export function escheat(registry: () => Registry): void {
  test("unclaimed property goes to a state's account only, and the remittance is recorded", async () => {
    const source = await someCertificate(registry(), 1008);
    const sale = await saleContent(registry(), source, 10);
    const content = { ...sale, caseCode: 'Escheat', documents: [{ kind: 'StateDemand', state: 'Original' }] };
    expect(await obstaclesOf(registry(), 1008, content)).toContain('escheatRole lines[0]');
    const { pool } = registry().database;
    const { rows } = await pool.query(
      `select a.holder_id, p.state from account a join holder h on h.id = a.holder_id
         join holder_address p on p.holder_id = h.id and p.kind = 'primary'
        where a.issuer_id = $1 and h.account_type = 'UnclaimedProperty' order by a.holder_id limit 1`,
      [source.issuerId],
    );
    const state = rows[0];
    const lines = [{ systemShareholderId: Number(state.holder_id), shares: source.shares }];
    const posted = await carryOut(registry(), 1008, { ...content, lines });
    const remitted = await pool.query('select holder_id, state, remitted_on from escheat where txn_id = $1', [
      posted.controlTransactionId,
    ]);
    expect(remitted.rows).toEqual([
      { holder_id: BigInt(source.holderId), state: state.state, remitted_on: '2026-11-20' },
    ]);
  });
}
