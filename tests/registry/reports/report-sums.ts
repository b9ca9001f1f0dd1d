// Tests that report files show the figures of the JSON operations.

import { expect, test } from 'vitest';
import { formatDate } from '#lib/format/dates';
import { sampled } from '#tests/lane';
import type { Registry } from '../boot.ts';
import { reportReader, total, workbook } from './report-reader.ts';

type Balance = Record<string, number | boolean | string> & { className: string };

const cutoffs = sampled(['2025-09-29', '2026-11-20', '2023-06-15'], 3);
const issuers = sampled([1001, 1002, 1003, 1005, 1006], 3);

/** Report files show the same figures as the JSON operations at the same cutoff. */
export function reportSums(registry: () => Registry): void {
  const { book, file, text } = reportReader(registry);

  test.each(cutoffs)(
    'issuer balance, ownership, diluted and statements match the JSON at %s',
    { tags: ['scaled'] },
    async (cutoff) => {
      for (const id of issuers) {
        const balances = await balanceOf(id, cutoff);
        const [balance, ownership, diluted, holdings] = await Promise.all([
          book('GenerateIssuerBalance', {
            customerIssuerId: id,
            CutoffDate: cutoff,
            restrictionStatus: 'All',
          }),
          book('GenerateOwnershipPercentage', {
            customerIssuerId: id,
            cutoff,
            sortBy: 'SortName',
            orderBy: 'Ascending',
          }),
          book('GenerateDilutedPercentage', { customerIssuerId: id, cutoff }),
          book('GenerateHoldingsStatement', { customerIssuerId: id, Cutoff: cutoff, Status: 'All' }),
        ]);
        for (const report of [balance, ownership, diluted, holdings]) {
          expect(report.labels()).toContain('Difference to the control book: 0');
          const isOut = id === 1005 && cutoff === '2026-11-20';
          const verdict = `${isOut ? 'Out of' : 'In'} proof on ${formatDate(cutoff)}`;
          expect(report.labels().some((label) => label.startsWith(verdict))).toBe(true);
        }
        for (const each of balances) {
          const name = each.className;
          const where = `${id} ${name} at ${cutoff}`;
          const row = balance.sheet('Classes').rows.find((one) => one.Class === name) ?? {};
          const outstanding = Number(each.totalOutstandingShares);
          expect([where, row.Authorized, row.Issued, row.Outstanding, row.Reserved, row.Holders]).toEqual([
            where,
            each.isUnlimited ? 'Unlimited' : String(each.authorizedShares),
            String(each.totalIssuedShares),
            String(outstanding),
            String(each.totalReserveShares),
            String(each.totalShareholder),
          ]);
          expect([where, Number(row.Certificated) + Number(row['Book entry'])]).toEqual([where, outstanding]);
          const owned = ownership
            .sheet('Accounts')
            .rows.filter((one) => one.Class === name && one.Account !== 'Total');
          expect([where, owned.length, total(owned, 'Shares')]).toEqual([
            where,
            each.totalShareholder,
            outstanding,
          ]);
          const rows = diluted.sheet('Holders and reserves').rows.filter((one) => one.Class === name);
          const issued = rows.filter((one) => one.Type === 'Issued');
          const reserved = rows.filter((one) => one.Type === 'Reserved');
          expect([where, total(issued, 'Shares'), total(reserved, 'Shares')]).toEqual([
            where,
            outstanding,
            Number(each.totalReserveShares),
          ]);
          const held = holdings.sheet('Holdings').rows.filter((one) => one.Class === name);
          expect([where, total(held, 'Total'), total(held, 'Of which restricted')]).toEqual([
            where,
            outstanding,
            Number(each.totalRestrictedShares),
          ]);
        }
      }
    },
  );

  test('the restriction filter has the same effect on the balance as on the JSON', async () => {
    for (const restrictionStatus of ['Restricted', 'NonRestricted']) {
      const report = await book('GenerateIssuerBalance', {
        customerIssuerId: 1005,
        CutoffDate: '2026-11-20',
        restrictionStatus,
      });
      for (const each of await balanceOf(1005, '2026-11-20', `&RestrictionStatus=${restrictionStatus}`)) {
        const row = report.sheet('Classes').rows.find((one) => one.Class === each.className) ?? {};
        expect([row.Outstanding, row.Issued, row.Holders]).toEqual([
          String(each.totalOutstandingShares),
          String(each.totalIssuedShares),
          String(each.totalShareholder),
        ]);
        expect(Number(row.Certificated) + Number(row['Book entry'])).toBe(
          Number(each.totalOutstandingShares),
        );
      }
    }
  });

  test('DRS statements: every registered book-entry share, opening balance plus movements', {
    tags: ['long'],
  }, async () => {
    for (const id of [1001, 1005]) {
      const balance = await book('GenerateIssuerBalance', {
        customerIssuerId: id,
        CutoffDate: '2026-06-30',
        restrictionStatus: 'All',
      });
      const drs = await book('GenerateDRSStatement', {
        customerIssuerId: id,
        cutoff: '2026-06-30',
        filterSecurityType: 'C',
      });
      const row = balance.sheet('Classes').rows.find((one) => one.Class === 'Common Stock') ?? {};
      const positions = drs.sheet('Positions').rows;
      const closing = total(positions, 'Closing book entry');
      expect([id, closing]).toEqual([id, Number(row['Book entry']) - Number(row['Of which nominee'])]);
      const moved = total(drs.sheet('Movements').rows, 'Shares ±');
      expect([id, total(positions, 'Beginning book entry') + moved]).toEqual([id, closing]);
      expect(drs.labels()).toContain('Difference to the register: 0');
      const legends = drs.sheet('By legend').rows;
      expect([id, total(legends, 'Book entry'), total(legends, 'Certificated')]).toEqual([
        id,
        closing,
        total(positions, 'Certificated'),
      ]);
    }
  });

  test('statements show no full tax ID, and legends where shares are restricted', async () => {
    for (const [id, body] of [
      ['GenerateHoldingsStatement', { customerIssuerId: 1003, Cutoff: '2026-11-20' }],
      ['GenerateDRSStatement', { customerIssuerId: 1003, filterSecurityType: {} }],
    ] as const) {
      const words = await text(id, body);
      expect(words).toMatch(/\*\*\*-\*\*-\d{4}|\*\*-\*\*\*\d{4}/);
      expect(words).not.toMatch(/\b9\d{2}-\d{2}-\d{4}\b|\b9\d{8}\b|\b00-\d{7}\b/);
      expect(words).toContain('Not registered under the Securities Act of 1933.');
      const cells = workbook((await file(id, { ...body, isPDF: false })).bytes);
      const ids = cells.names
        .slice(1)
        .flatMap((name) => cells.sheet(name).rows.map((row) => row['Tax id'] ?? ''));
      expect(ids.filter((each) => each && !/^(\*[*-]+\d{3,4}|Not on file)$/.test(each))).toEqual([]);
    }
  });

  test('one account: its statement only, with its own figures', async () => {
    const { accounts } = (
      await registry().call('/api/v1/Report/GetOwnershipPercentage?customerIssuerId=1003&cutoff=2026-11-20')
    ).body as { accounts: { customerShareholderId: string; securities: { totalShares: number }[] }[] };
    const [account] = accounts;
    const body = {
      customerIssuerId: 1003,
      Cutoff: '2026-11-20',
      customerShareholderId: account?.customerShareholderId,
    };
    const { rows } = (await book('GenerateHoldingsStatement', body)).sheet('Holdings');
    expect(rows.map((row) => row.Total)).toEqual(account?.securities.map((each) => String(each.totalShares)));
    expect(new Set(rows.map((row) => row.Account))).toEqual(new Set([account?.customerShareholderId]));
  });

  async function balanceOf(id: number, cutoff: string, more = ''): Promise<Balance[]> {
    const path = `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${id}&CutoffDate=${cutoff}${more}`;
    return (await registry().call(path)).body as Balance[];
  }
}
