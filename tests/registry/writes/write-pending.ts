import { expect, test } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import { completeDue } from '#registry/ledger/issuance/due-issuances';
import type { Registry } from '../boot.ts';
import { type Body, holderBody, issuanceBody, writes } from './write-bodies.ts';
import { type Row, readsAfter } from './write-reads.ts';

/** Which issuances complete at once, and what happens to the others. */
export function pendingIssuances(registry: () => Registry): void {
  const { issue } = writes(registry);
  const { read, balance, stored, inStatusList, inJournal, detailsFile } = readsAfter(registry);

  test.each([
    ['the day after', { effectiveDate: '2026-11-21' }, 'Completed', '11/20/2026'],
    ['no effective date', { effectiveDate: null, processDate: '2026-11-18' }, 'Completed', '11/18/2026'],
    ['a past day', { effectiveDate: '2026-10-01' }, 'Completed', '10/1/2026'],
    ['a date-time as written', { effectiveDate: '2026-11-20T23:59:59-12:00' }, 'Completed', '11/20/2026'],
    ['two days ahead', { effectiveDate: '2026-11-22' }, 'Pending', '11/22/2026'],
    ['a process date to come', { processDate: '2026-12-01' }, 'Pending', '11/20/2026'],
  ])('%s', async (_name, changed, status, effectiveDate) => {
    const { controlTransactionId } = (await issue(issuanceBody(changed))).body as Row;
    expect(await inStatusList(1001, controlTransactionId)).toMatchObject({ status, effectiveDate });
  });

  test('a pending issuance has no effect until its date; then it is completed once', async () => {
    const shareholder = holderBody({ customerShareholderId: 'FX-8' });
    const lots = [{ acquisitionDate: '2026-11-01', shares: 100, totalCost: 5 }];
    const { pool } = registry().database;
    const on = { today: '2026-11-24', processedAt: '2026-11-24T15:00:00.000Z' };
    // What other tests left pending and due.
    await completeDue(pool, on);
    const before = await balance(1001);
    const made = await issue(
      issuanceBody({ effectiveDate: '2026-11-25', shareholder, restrictionCode: 'R', TaxLots: lots }),
    );
    const { controlTransactionId: id } = made.body as Row;
    expect(await balance(1001)).toEqual(before);
    expect(await inJournal(1001, id)).toBeUndefined();
    expect((await detailsFile(id)).status).toBe(400);
    expect(await inStatusList(1001, id)).toMatchObject({
      status: 'Pending',
      completedDate: '',
      issuedTo: 'JOHN A SAMPLE',
    });
    const earlier = (await issue(issuanceBody({ effectiveDate: '2026-11-22' }))).body as Row;
    // Processed in December: stays pending although its effective date has passed.
    const december = (await issue(issuanceBody({ processDate: '2026-12-01' }))).body as Row;
    expect(await completeDue(pool, on)).toBe(1);
    expect(await inStatusList(1001, earlier.controlTransactionId)).toMatchObject({ status: 'Completed' });
    for (const each of [id, december.controlTransactionId])
      expect(await inStatusList(1001, each)).toMatchObject({ status: 'Pending' });
    const due = { today: '2026-11-25', processedAt: '2026-11-25T15:00:00.000Z' };
    const done = await Promise.all([completeDue(pool, due), completeDue(pool, due)]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await inStatusList(1001, id)).toMatchObject({ status: 'Completed', completedDate: '11/25/2026' });
    expect(
      await stored(
        `select c.shares, c.restriction, c.issued_on, l.total_cost, t.created_by_email
           from certificate c join txn t on t.issuer_id = c.issuer_id and t.id = c.issued_txn
           join tax_lot l on l.issuer_id = c.issuer_id and l.certificate_id = c.id
          where c.issued_txn = $1`,
        [id],
      ),
    ).toEqual({
      shares: 100n,
      restriction: 'R',
      issued_on: '2026-11-25',
      total_cost: '5',
      created_by_email: 'robin@agent.example',
    });
  });

  test('manual mode keeps every issuance pending, within the authorized shares', async () => {
    const manual = await registry().another({ issuanceMode: 'manual', publicUrl: undefined });
    try {
      const post = async (body: Body) => {
        const authorization = `Bearer ${await registry().tokenFor('demo-agent')}`;
        const headers = { authorization, 'content-type': 'application/json' };
        const url = `${manual.baseUrl}${endpointOf('CreateNewIssuance').path}`;
        return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      };
      const response = await post(issuanceBody());
      expect(response.status).toBe(200);
      const { controlTransactionId } = (await response.json()) as Row;
      expect(await inStatusList(1001, controlTransactionId)).toMatchObject({ status: 'Pending' });
      const much = issuanceBody({ certificates: [{ shares: 1e12, restrictionCode: null }] });
      expect((await post(much)).status).toBe(400);
    } finally {
      await manual.close(0);
    }
  });

  test('an unknown issuer ID creates a pending issuer whose issuances stay pending', async () => {
    const first = await issue(issuanceBody({ customerIssuerId: 90_210 }));
    expect([first.status, first.text]).toEqual([200, expect.any(String)]);
    const issuers: Row[] = await read('GetTransferAgentIssuers', {});
    expect(issuers.find((one) => one.customerIssuerId === 90_210)).toMatchObject({
      name: 'Issuer 90210',
      status: 'Pending',
    });
    const bond = { securityType: { securityTypeCode: 'B' }, customerIssuerId: 90_210 };
    expect((await issue(issuanceBody(bond))).status).toBe(200);
    expect(await read('GetIssuerSecurityTypes', { CustomerIssuerId: 90_210 })).toMatchObject([
      { securityType: 'Common', securityTypeCode: 'C' },
      { securityType: 'Bond', securityTypeCode: 'B' },
    ]);
    expect(await balance(90_210)).toMatchObject([
      { isUnlimited: true, totalIssuedShares: 0 },
      { dollarFormat: true },
    ]);
    const { controlTransactionId } = first.body as Row;
    expect(await inStatusList(90_210, controlTransactionId)).toMatchObject({ status: 'Pending' });
  });
}
