// Tests of retirements and issuances through the work queue.

import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { carryOut, obstaclesOf, otherAccount, received, someCertificate } from '../items.ts';

const authority = { text: 'Board resolution of Nov 18, 2026' };

/** Retirements and issuances through the work queue. */
export function shareKinds(registry: () => Registry): void {
  test('a retirement retires part of a position and returns the rest', async () => {
    const source = await someCertificate(registry(), 1008);
    const content = {
      kind: 'Retirement',
      ...received,
      purpose: 'Forfeiture',
      certificates: [{ prefixAndCertificateNumber: source.number, isPaperHere: true }],
      securityTypeId: source.classId,
      sharesRetired: 10,
      authority,
    };
    const posted = await carryOut(registry(), 1008, content);
    expect(posted).toMatchObject({ shares: 10, transferFrom: source.name, dueDate: null });
    const { rows } = await registry().database.pool.query(
      `select t.kind, t.sub_kind, t.status, (select sum(debited_shares)::int from control_entry e where e.issuer_id = t.issuer_id and e.txn_id = t.id) as debited
         from txn t where t.id = $1`,
      [posted.controlTransactionId],
    );
    expect(rows).toEqual([{ kind: 'R', sub_kind: 'Forfeiture', status: 'Completed', debited: 10 }]);
  });

  test('a retirement names a purpose and an authority, and not more than is surrendered', async () => {
    const source = await someCertificate(registry(), 1008);
    const content = {
      kind: 'Retirement',
      ...received,
      certificates: [{ prefixAndCertificateNumber: source.number, isPaperHere: true }],
      securityTypeId: source.classId,
      sharesRetired: source.shares + 1,
    };
    expect(await obstaclesOf(registry(), 1008, content)).toEqual([
      'incomplete purpose',
      'authorityMissing authority',
      'unbalanced sharesRetired',
      'documentMissing documents',
    ]);
    expect(
      await obstaclesOf(registry(), 1008, {
        ...content,
        ...{ sharesRetired: 1, purpose: 'Treasury retirement', authority },
      }),
    ).toEqual(['treasuryRole purpose']);
  });

  test('an issuance issues to an account and to a new registration, opened on the day it takes effect', async () => {
    const source = await someCertificate(registry(), 1008);
    const to = await otherAccount(registry(), source);
    const lot = { acquisitionDate: '2026-11-19', shares: 30, costPerShare: 2.5 };
    const shareholder = {
      name: 'Odessa Quillfeather',
      sortName: 'Quillfeather, Odessa',
      accountType: 'Individual',
      primaryPayeeName: 'Odessa Quillfeather',
      primaryTaxId: '912-45-0001',
      primaryTaxIdType: 'SSN',
      primaryAddress: {
        address1: '12 Mill Rd',
        city: 'Albany',
        state: 'NY',
        postalCode: '12207',
        country2Code: 'US',
      },
    };
    const content = {
      kind: 'Issuance',
      ...received,
      effectiveDate: '2026-11-19',
      purpose: 'Stock award',
      securityTypeId: source.classId,
      lines: [
        { systemShareholderId: to, shares: 20, restrictionCode: 'R', legend: 'Restricted' },
        { shareholder, shares: 30, TaxLots: [lot] },
      ],
      authority,
    };
    const posted = await carryOut(registry(), 1008, content);
    expect(posted).toMatchObject({ shares: 50 });
    const { rows } = await registry().database.pool.query(
      `select c.shares::int, c.restriction, c.legend, h.name,
              (select l.total_cost from tax_lot l where l.issuer_id = c.issuer_id and l.certificate_id = c.id) as cost,
              a.opened_on
         from certificate c join holder h on h.id = c.holder_id
         join account a on a.issuer_id = c.issuer_id and a.holder_id = c.holder_id where c.issued_txn = $1 order by c.id`,
      [posted.controlTransactionId],
    );
    expect(rows).toMatchObject([
      { shares: 20, restriction: 'R', legend: 'Restricted' },
      { shares: 30, restriction: 'N', name: 'Odessa Quillfeather', cost: '75.00', opened_on: '2026-11-19' },
    ]);
  });

  test('an issuance beyond the authorized shares, or without authority, is refused', async () => {
    const source = await someCertificate(registry(), 1008);
    const content = {
      kind: 'Issuance',
      ...received,
      purpose: 'Stock award',
      securityTypeId: source.classId,
      lines: [{ systemShareholderId: source.holderId, shares: 9_000_000_000 }],
    };
    expect(await obstaclesOf(registry(), 1008, content)).toEqual([
      'authorityMissing authority',
      'documentMissing documents',
    ]);
    expect(await obstaclesOf(registry(), 1008, { ...content, authority })).toEqual(['overIssue lines']);
  });
}
