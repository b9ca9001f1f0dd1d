import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { carryOut, obstaclesOf, received, saleContent, someBookEntry, someCertificate } from '../items.ts';

/** Unclaimed property through the work queue. */
export function escheat(registry: () => Registry): void {
  /** A state's account of the issuer. */
  async function stateAccount(issuerId: bigint): Promise<{ holderId: number; state: string }> {
    const { rows } = await registry().database.pool.query(
      `select a.holder_id, p.state from account a join holder h on h.id = a.holder_id
         join holder_address p on p.holder_id = h.id and p.kind = 'primary'
        where a.issuer_id = $1 and h.account_type = 'UnclaimedProperty' order by a.holder_id limit 1`,
      [issuerId],
    );
    return { holderId: Number(rows[0].holder_id), state: rows[0].state };
  }

  /** Accounts remitted by question 11b of Form TA-2. */
  async function remittedCount(): Promise<number> {
    const query = '?customerIssuerId=1008&startDate=2026-01-01&endDate=2026-12-31';
    const { body } = await registry().call(`/api/v1/Report/GetTA2Report${query}`);
    return (body as { lostSecurityholders: { accountsRemittedToStates: number } }).lostSecurityholders
      .accountsRemittedToStates;
  }

  test("unclaimed property goes to a state's account only, and the remittance is recorded", async () => {
    const source = await someCertificate(registry(), 1008);
    const sale = await saleContent(registry(), source, 10);
    const content = { ...sale, caseCode: 'Escheat', documents: [{ kind: 'StateDemand', state: 'Original' }] };
    expect(await obstaclesOf(registry(), 1008, content)).toContain('escheatRole lines[0]');
    const { holderId, state } = await stateAccount(source.issuerId);
    const lines = [{ systemShareholderId: holderId, shares: source.shares }];
    const posted = await carryOut(registry(), 1008, { ...content, lines });
    const remitted = await registry().database.pool.query(
      'select holder_id, state, remitted_on from escheat where txn_id = $1',
      [posted.controlTransactionId],
    );
    expect(remitted.rows).toEqual([{ holder_id: BigInt(source.holderId), state, remitted_on: '2026-11-20' }]);
  });

  test('a remittance that is reversed does not count; the one that replaces it does', async () => {
    const source = await someBookEntry(registry(), 1008);
    const sale = await saleContent(registry(), source, 10);
    const { holderId } = await stateAccount(source.issuerId);
    const lines = [{ systemShareholderId: holderId, shares: source.shares }];
    const documents = [{ kind: 'StateDemand', state: 'Original' }];
    const escheat = () => carryOut(registry(), 1008, { ...sale, caseCode: 'Escheat', documents, lines });
    const before = await remittedCount();
    const first = await escheat();
    expect(await remittedCount()).toBe(before + 1);
    const correction = (txn: number, more: object = {}) => ({
      ...{ kind: 'Correction', ...received, reason: 'The owner was in touch' },
      ...{
        correctsControlTransactionId: txn,
        documents: [{ kind: 'StateReturn', state: 'Original' }],
        ...more,
      },
    });
    const some = sale.lines[0]!.systemShareholderId;
    const wrong = { caseCode: 'Escheat', lines: [{ systemShareholderId: some, shares: source.shares }] };
    expect(await obstaclesOf(registry(), 1008, correction(first.controlTransactionId, wrong))).toEqual([
      'escheatRole lines[0]',
    ]);
    const again = { caseCode: 'Escheat', lines };
    const replaced = await carryOut(registry(), 1008, correction(first.controlTransactionId, again));
    expect(await remittedCount()).toBe(before + 1);
    await carryOut(registry(), 1008, correction(replaced.replacedByControlTransactionId));
    expect(await remittedCount()).toBe(before);
  });
}
