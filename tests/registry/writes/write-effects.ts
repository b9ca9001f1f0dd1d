import { expect, test } from 'vitest';
import { contract, endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import { shapeDifferences } from '../shape-check.ts';
import { type Body, holderBody, home, issuanceBody, writes } from './write-bodies.ts';
import { type Row, readsAfter, today } from './write-reads.ts';

/** Every read shows the effect of a write at once. */
export function writeEffects(registry: () => Registry): void {
  const { hold, issue } = writes(registry);
  const { read, balance, details, stored, positions, inStatusList, inJournal, detailsFile } =
    readsAfter(registry);

  test('an issuance shows in every read at once, consistently', async () => {
    const [before] = await balance(1001);
    const table = await positions(1001);
    const shareholder = holderBody({
      customerShareholderId: 'FX-1',
      name: 'AARON Z <NEW> & =HOLDER()',
      sortName: '"AAA", AARON',
      primaryTaxId: null,
    });
    const response = await issue(
      issuanceBody({
        shareholder,
        certificates: [
          { shares: 700, restrictionCode: null },
          { shares: 300, restrictionCode: 'N' },
        ],
        restrictionCode: 'L',
        chargeAmount: 75.1,
        comments: 'Board of 2026-11-18;\nsecond line',
      }),
    );
    expect(response.status).toBe(200);
    expect(shapeDifferences(contract.CreateNewIssuance.response, response.body)).toEqual([]);
    const { controlTransactionId: id, customerTransactionId, displayTransactionId } = response.body as Row;
    expect([customerTransactionId, displayTransactionId]).toEqual([null, id]);

    const [after] = await balance(1001);
    const grown = (name: string) => Number(after?.[name]) - Number(before?.[name]);
    expect(
      ['Issued', 'Outstanding', 'Restricted', 'NonRestricted'].map((name) => grown(`total${name}Shares`)),
    ).toEqual([1000, 1000, 700, 300]);
    expect([grown('totalShareholder'), grown('authorizedShares')]).toEqual([1, 0]);

    const now = await positions(1001);
    expect(now.total).toBe(table.total + 1);
    expect(now.rows.find((row) => row.shareholderCustomerId === 'FX-1')).toMatchObject({
      shareholderName: 'AARON Z <NEW> & =HOLDER()',
      totalShares: 1000,
      restrictionShares: 700,
      nonRestrictionShares: 300,
    });
    const own = { customerIssuerId: 1001, customerShareholderId: 'FX-1' };
    expect(await read('GetHoldingSummary', own)).toMatchObject([
      { shares: 1000, numberOfCertificates: 2, hasBookCertificates: true },
    ]);
    expect(await read('GetHoldingCertificates', { ...own, filterStatus: 'Outstanding' })).toMatchObject([
      { shares: 700, restriction: 'Lock-Up Agreement', issued: '11/20/2026', canceled: '' },
      { shares: 300 },
    ]);
    const held: { shareholders: { securities: { certificates: Row[] }[] }[] } = await read(
      'GetIssuerShareholderDetails',
      { CustomerIssuerId: 1001, CustomerShareholderId: 'FX-1' },
    );
    const certificates = held.shareholders[0]?.securities[0]?.certificates ?? [];
    expect(certificates.map((one) => one.issuanceTransactionId)).toEqual([id, id]);
    const list: { shareholders: Row[] } = await read('GetShareholderDetailsList', { customerIssuerId: 1001 });
    expect(list.shareholders.some((one) => one.customerShareholderId === 'FX-1')).toBe(true);
    const owners: { accounts: Row[] } = await read('GetOwnershipPercentage', {
      customerIssuerId: 1001,
      cutoff: today,
    });
    expect(owners.accounts.find((one) => one.customerShareholderId === 'FX-1')).toMatchObject({
      securities: [{ totalShares: 1000, numberOfCertificates: 2 }],
    });
    const diluted: { securites: { totalShares: number; shareholders: { shares: number }[] }[] } = await read(
      'GetDilutedPercentage',
      { customerIssuerId: 1001, cutoff: today, isPDF: false },
    );
    const sum = diluted.securites[0]?.shareholders.reduce((total, one) => total + one.shares, 0);
    expect(sum).toBe(diluted.securites[0]?.totalShares);
    expect(sum).toBe(Number(after?.totalOutstandingShares) + Number(after?.totalReserveShares));

    expect(await inStatusList(1001, id)).toMatchObject({
      transactionId: id,
      status: 'Completed',
      transferFrom: '',
      issuedTo: 'AARON Z <NEW> & =HOLDER()',
      effectiveDate: '11/20/2026',
      completedDate: '11/20/2026',
    });
    expect(await inJournal(1001, id)).toMatchObject({
      TransactionNumber: id,
      processDate: today,
      typeCode: 'N',
      canceledCertificates: [],
      issuedCertificates: [{ shares: 700 }, { shares: 300 }],
    });
    expect((await detailsFile(id)).status).toBe(200);
    expect(
      await stored(
        `select charge_amount, invoice_number is not null as invoiced, comments, created_by_email, created_by_first_name,
                created_by_last_name from txn where id = $1`,
        [id],
      ),
    ).toEqual({
      charge_amount: '75.1',
      invoiced: true,
      comments: 'Board of 2026-11-18;\nsecond line',
      created_by_email: 'robin@agent.example',
      created_by_first_name: 'Robin',
      created_by_last_name: 'Okafor',
    });
  });

  test('an issuance to a known holder uses its registration; values in a certificate override it there', async () => {
    await hold(holderBody({ customerShareholderId: 'FX-2', name: 'FIRST WORDING' }));
    const inner = holderBody({ customerShareholderId: 'FX-3', name: 'INNER HOLDER' });
    const response = await issue(
      issuanceBody({
        shareholder: holderBody({ customerShareholderId: 'FX-2', name: 'OTHER WORDING' }),
        certificates: [
          { shares: 5, restrictionCode: null },
          { shares: 6, restrictionCode: 'R', shareholder: inner },
          { shares: 7, restrictionCode: null, shareholder: inner },
        ],
      }),
    );
    expect(response.status).toBe(200);
    expect((await details('FX-2')).name).toBe('FIRST WORDING');
    const { rows } = await positions(1001);
    const shares = (id: string) => rows.filter((row) => row.shareholderCustomerId === id);
    expect([shares('FX-2')[0]?.totalShares, shares('FX-3')[0]?.totalShares]).toEqual([5, 13]);
    const { controlTransactionId } = response.body as Row;
    expect((await inStatusList(1001, controlTransactionId))?.issuedTo).toBe('FIRST WORDING; INNER HOLDER');
  });

  test('tax lots: allocated in order, own ones first, cost kept to the cent', async () => {
    const lots = [
      { acquisitionDate: '2010-05-01', shares: 60, costPerShare: 0.125, isCovered: null },
      { acquisitionDate: '2026-11-01', shares: 40, totalCost: 10.01, acquisitionMethod: 'Award' },
    ];
    const response = await issue(
      issuanceBody({
        TaxLots: lots,
        certificates: [
          { shares: 70, restrictionCode: null },
          { shares: 9, restrictionCode: null, TaxLots: [{ acquisitionDate: '2020-01-01', shares: 9 }] },
          { shares: 30, restrictionCode: null },
        ],
      }),
    );
    expect(response.status).toBe(200);
    const { rows } = await registry().database.pool.query(
      `select c.shares as of, l.acquired_on, l.shares, l.total_cost, l.is_covered, l.method
         from certificate c join tax_lot l on l.certificate_id = c.id and l.issuer_id = c.issuer_id
        where c.issued_txn = $1 order by c.id, l.number`,
      [(response.body as Row).controlTransactionId],
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      [70n, '2010-05-01', 60n, '7.50', false, 'Unknown'],
      [70n, '2026-11-01', 10n, '2.50', true, 'Award'],
      [9n, '2020-01-01', 9n, null, true, 'Unknown'],
      [30n, '2026-11-01', 30n, '7.51', true, 'Award'],
    ]);
  });

  test('a share count beyond 2^53 is stored and returned exactly; a class is limited below 64 bits', async () => {
    const shares = 9_007_199_254_740_993n;
    const big = (count: bigint) =>
      JSON.stringify(
        issuanceBody({ customerIssuerId: 1006, securityType: { securityTypeCode: 'M' } }),
      ).replace('"shares":100', `"shares":${count}`);
    const response = await issue(big(shares) as unknown as Body, { method: 'POST' });
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    expect((await positions(1006)).rows.map((row) => String(row.totalShares))).toContain(String(shares));
    expect((await issue(big(10n ** 18n) as unknown as Body, { method: 'POST' })).status).toBe(400);
  });

  test('an update shows at once in cap tables just read, in their order and in the history', async () => {
    const shareholder = holderBody({ customerShareholderId: 'FX-4', sortName: 'MMM, MIDDLE' });
    await issue(issuanceBody({ customerIssuerId: 1004, shareholder }));
    const before = await positions(1004);
    expect(before.rows.at(0)?.shareholderCustomerId).not.toBe('FX-4');
    const changed = {
      customerShareholderId: 'FX-4',
      name: 'FIRST OF ALL',
      sortName: '!, FIRST',
      primaryAddress: { ...home, email: 'first@all.example' },
    };
    const response = await hold(holderBody(changed));
    expect(shapeDifferences(contract.CreateOrUpdate.response, response.body)).toEqual([]);
    expect(response.body).toMatchObject({ action: 'Update', customerShareholderId: 'FX-4' });
    const after = await positions(1004);
    expect(after.total).toBe(before.total);
    // Pages start from cached positions; stale ones would repeat one row and skip another.
    const keys = after.rows.map((row) => JSON.stringify(row, ['shareholderControlId', 'securityTypeID']));
    expect(new Set(keys).size).toBe(after.total);
    expect(after.rows.at(0)).toMatchObject({
      shareholderCustomerId: 'FX-4',
      shareholderName: 'FIRST OF ALL',
      shareholderEmail: 'first@all.example',
    });
    const { rows } = await registry().database.pool.query(
      `select c.id, c.before_text, c.after_text, c.by_email, c.client_id
         from holder_change c join holder h on h.id = c.holder_id where h.customer_id = 'FX-4' order by c.id`,
    );
    expect(rows.map((row) => [row.id, row.by_email, row.client_id])).toEqual([
      [1n, 'robin@agent.example', 'demo-agent'],
      [2n, 'robin@agent.example', 'demo-agent'],
    ]);
    expect(JSON.parse(rows[1].before_text)).toMatchObject({
      name: 'JOHN A SAMPLE',
      sort_name: 'MMM, MIDDLE',
    });
    expect(Object.keys(JSON.parse(rows[1].after_text))).not.toContain('account_type');
  });

  test('an update keeps omitted fields, clears null ones, and a new address resets the flags', async () => {
    const mailing = { ...home, address1: 'PO BOX 7', email: 'box@seven.example', phone: '555-0100' };
    const first = holderBody({
      customerShareholderId: 'FX-5',
      name2: 'MARY B SAMPLE JT TEN',
      accountType: 'JointTenant',
      secondaryTaxId: '900010002',
      secondaryTaxIdType: 'SSN',
      mailingAddress: mailing,
      primaryAddress: { ...home, address2: 'APT 4', email: 'john@sample.example' },
    });
    expect((await hold(first)).body).toMatchObject({ action: 'Create' });
    const flagged = `update holder set bad_address_since = '2026-01-05', bad_address_reason = 'RPO', lost_since = '2026-02-01'
                      where customer_id = 'FX-5'`;
    await registry().database.pool.query(flagged);
    const flags = () =>
      stored(
        `select bad_address_since as bad, lost_since as lost from holder where customer_id = 'FX-5'`,
        [],
      );
    const again = { customerShareholderId: 'FX-5', accountType: undefined, primaryTaxId: null };
    await hold(holderBody({ ...again, primaryAddress: { ...home, address2: 'APT 4' } }));
    expect(await details('FX-5')).toMatchObject({
      name: 'JOHN A SAMPLE MARY B SAMPLE JT TEN',
      typeEnum: 'JointTenant',
      primaryTaxId: '',
      secondaryTaxId: '900010002',
      primaryAddress: { address2: 'APT 4', email: 'john@sample.example' },
      mailingAddress: { address1: 'PO BOX 7', phone: '555-0100' },
    });
    expect(await flags()).toEqual({ bad: '2026-01-05', lost: '2026-02-01' });
    await hold(
      holderBody({
        ...again,
        name2: null,
        accountType: null,
        secondaryTaxId: null,
        mailingAddress: null,
        primaryAddress: { ...home, address1: '1 NEW ST', email: '' },
      }),
    );
    expect(await details('FX-5')).toMatchObject({
      name: 'JOHN A SAMPLE',
      typeEnum: 'None',
      secondaryTaxId: '',
      primaryAddress: { address1: '1 NEW ST', address2: '', email: '' },
      mailingAddress: null,
    });
    expect(await flags()).toEqual({ bad: null, lost: null });
  });

  test('a client bound to an issuer sees what it registered, and may not change accounts shared with others', async () => {
    const as = 'demo-issuer' as const;
    const find = (id: string) =>
      registry().call(`${endpointOf('GetShareholderDetails').path}?customerShareholderId=${id}`, { as });
    const own = holderBody({ customerShareholderId: 'FX-6' });
    expect((await hold(own, { as })).body).toMatchObject({ action: 'Create' });
    expect((await find('FX-6')).status).toBe(200);
    expect((await hold(own, { as })).body).toMatchObject({ action: 'Update' });
    expect((await issue(issuanceBody({ shareholder: own }), { as })).status).toBe(200);
    expect((await hold(own, { as })).status).toBe(200);
    await issue(issuanceBody({ customerIssuerId: 1004, shareholder: own }));
    expect((await find('FX-6')).status).toBe(200);
    expect((await hold(own, { as })).status).toBe(403);
    expect((await issue(issuanceBody({ shareholder: own }), { as })).status).toBe(200);
    await hold(holderBody({ customerShareholderId: 'FX-7' }));
    expect((await find('FX-7')).status).toBe(404);
    expect((await hold(holderBody({ customerShareholderId: 'FX-7' }), { as })).status).toBe(404);
  });
}
