// Tests that responses of different operations agree.

import { expect, test } from 'vitest';
import { addDays } from '#lib/format/dates';
import { sampled } from '#tests/lane';
import type { Registry } from './boot.ts';

type Balance = {
  className: string;
  isUnlimited: boolean;
  totalShareholder: number;
  authorizedShares: number;
  totalIssuedShares: number;
  totalOutstandingShares: number;
  totalReserveShares: number;
  totalRestrictedShares: number;
  totalNonRestrictedShares: number;
};

type Ownership = {
  accounts: { systemShareholderId: number; sortName: string; securities: Holding[] }[];
  balances: { securityType: string; numOfShareholder: number; totalOutstandingShares: number }[];
};
type Holding = { securityType: string; totalShares: number; percentage: number; percentageFormat: string };

/** Ten cutoffs, including the days around the demo's splits and its stock dividend. */
const cutoffs = [
  '2026-11-20',
  '2026-06-30',
  '2025-12-31',
  '2025-09-30',
  addDays('2025-09-30', -1),
  '2025-03-17',
  addDays('2025-03-17', -1),
  '2023-06-15',
  addDays('2023-06-15', -1),
  '1999-12-31',
];

/** Responses of different operations agree with each other. */
export function books(registry: () => Registry): void {
  test.each(sampled(cutoffs, 3))(
    'ownership, percentages and balance agree for every issuer at %s',
    { tags: ['scaled'] },
    async (cutoff) => {
      const { call } = registry();
      const issuers = (await call('/api/v1/Issuer/GetTransferAgentIssuers')).body as {
        customerIssuerId: number;
      }[];
      expect(issuers.length).toBeGreaterThanOrEqual(9);
      for (const { customerIssuerId: id } of issuers) {
        const [balances, ownership] = await Promise.all([
          balanceAt(id, cutoff),
          call(`/api/v1/Report/GetOwnershipPercentage?customerIssuerId=${id}&cutoff=${cutoff}`),
        ]);
        compare(`${id} at ${cutoff}`, balances, ownership.body as Ownership);
      }
    },
  );

  test('restricted and unrestricted shares add up to the total', async () => {
    for (const id of [1001, 1003, 1005]) {
      const [all, restricted, free] = await Promise.all(
        ['All', 'Restricted', 'NonRestricted'].map((status) =>
          balanceAt(id, '2026-11-20', `&RestrictionStatus=${status}`),
        ),
      );
      for (const [index, whole] of (all ?? []).entries()) {
        const parts = [restricted?.[index], free?.[index]] as [Balance, Balance];
        expect(parts[0].totalOutstandingShares).toBe(whole.totalRestrictedShares);
        expect(parts[1].totalOutstandingShares).toBe(whole.totalNonRestrictedShares);
        expect(parts.map((part) => part.totalIssuedShares)).toEqual([
          whole.totalIssuedShares,
          whole.totalIssuedShares,
        ]);
      }
    }
  });

  test('the class filter returns that class only; blank means no filter', async () => {
    const filter = '&FilterSecurityType.SecurityTypeCode=P&FilterSecurityType.SecuritySeriesCode=A';
    const preferred = await balanceAt(1003, '2026-11-20', filter);
    const types = (await registry().call('/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=1003'))
      .body as Record<'securityType' | 'securityTypeCode' | 'securitySeriesCode', string>[];
    const expected = types.filter((type) => type.securityTypeCode === 'P' && type.securitySeriesCode === 'A');
    expect(preferred.map(({ className }) => className)).toEqual(expected.map((type) => type.securityType));
    expect(preferred).toHaveLength(1);
    const blank = await balanceAt(1003, '2026-11-20', '&FilterSecurityType.SecurityTypeCode=');
    expect(blank).toEqual(await balanceAt(1003, '2026-11-20'));
  });

  test('cap table and details add up to the balance of today', async () => {
    const { call } = registry();
    for (const id of [1003, 1006, 1008]) {
      const balances = await balanceAt(id, '2026-11-20');
      const cap = await walk<{ securityType: string; totalShares: number }>(
        `/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=${id}`,
      );
      const holders = await walk<{ securities: Holding[] }>(
        `/api/v1/Issuer/shareholder/details?CustomerIssuerId=${id}`,
      );
      for (const { className, totalOutstandingShares } of balances) {
        expect(sum(cap, className)).toBe(totalOutstandingShares);
        expect(
          sum(
            holders.flatMap(({ securities }) => securities),
            className,
          ),
        ).toBe(totalOutstandingShares);
      }
    }

    async function walk<T>(path: string): Promise<T[]> {
      const rows: T[] = [];
      for (;;) {
        const { body } = await call(`${path}&Start=${rows.length}&NumberOfRows=1000`);
        const page = body as { shareholders: T[]; totalShareholderRecords: number };
        rows.push(...page.shareholders);
        if (rows.length >= page.totalShareholderRecords) return rows;
      }
    }
  });

  test('ownership sorts as requested, ties by sort name', async () => {
    const sorted = async (query: string) =>
      (await registry().call(`/api/v1/Report/GetOwnershipPercentage?customerIssuerId=1001&${query}`))
        .body as Ownership;
    const shares = ({ securities }: Ownership['accounts'][number]) =>
      securities.reduce((total, { totalShares }) => total + totalShares, 0);
    const down = (await sorted('sortBy=Shares&orderBy=Descending')).accounts.map(shares);
    expect(down).toEqual([...down].sort((a, b) => b - a));
    const up = (await sorted('sortBy=Shares&orderBy=Ascending')).accounts.map(shares);
    expect(up).toEqual(down.toReversed());
    const names = (await sorted('')).accounts.map(({ systemShareholderId }) => systemShareholderId);
    const back = (await sorted('sortBy=SortName&orderBy=Descending')).accounts.map(
      (a) => a.systemShareholderId,
    );
    expect(new Set(back)).toEqual(new Set(names));
    expect(back[0]).toBe(names.at(-1));
  });

  async function balanceAt(id: number, cutoff: string, more = ''): Promise<Balance[]> {
    const path = `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${id}&CutoffDate=${cutoff}${more}`;
    return (await registry().call(path)).body as Balance[];
  }
}

function sum(rows: readonly { securityType: string; totalShares: number }[], className: string): number {
  return rows
    .filter(({ securityType }) => securityType === className)
    .reduce((total, { totalShares }) => total + totalShares, 0);
}

function compare(where: string, balances: readonly Balance[], ownership: Ownership): void {
  const holdings = Map.groupBy(
    ownership.accounts.flatMap(({ securities }) => securities),
    ({ securityType }) => securityType,
  );
  expect([where, ownership.balances.map(({ securityType }) => securityType)]).toEqual([
    where,
    balances.map(({ className }) => className),
  ]);
  for (const [index, balance] of balances.entries()) {
    const held = holdings.get(balance.className) ?? [];
    const percent = held.reduce((total, { percentage }) => total + percentage, 0);
    const outstanding = sum(held, balance.className);
    const text = ownership.balances[index];
    expect([where, balance.className, outstanding, held.length]).toEqual([
      where,
      balance.className,
      balance.totalOutstandingShares,
      balance.totalShareholder,
    ]);
    expect([text?.totalOutstandingShares, text?.numOfShareholder]).toEqual([outstanding, held.length]);
    expect(balance.totalRestrictedShares + balance.totalNonRestrictedShares).toBe(outstanding);
    expect(balance.totalIssuedShares).toBeGreaterThanOrEqual(outstanding);
    if (!balance.isUnlimited) {
      const used = balance.totalIssuedShares + balance.totalReserveShares;
      expect([where, used <= balance.authorizedShares]).toEqual([where, true]);
    }
    // Eight decimals each, rounded: at most half a unit per account.
    if (held.length > 0) expect(Math.abs(percent - 100)).toBeLessThanOrEqual(held.length * 0.5e-8 + 1e-9);
    expect(
      held.filter(({ percentageFormat }) => !/^(<0\.0001|\d{1,3}\.\d{4})%$/.test(percentageFormat)),
    ).toEqual([]);
  }
}
