import type { Balance } from '../capacity.ts';
import type { Ownership } from '../ownership/ownership.ts';
import { entriesOf } from '../transactions/journal.ts';

export const balance = (issued: number, outstanding = issued, className = 'Common') =>
  ({
    className,
    authorizedShares: 1000,
    isUnlimited: false,
    dollarFormat: false,
    totalIssuedShares: issued,
    totalIssuedSharesFormat: `${issued}`,
    totalOutstandingShares: outstanding,
    totalReserveShares: 10,
    totalRestrictedShares: 0,
    totalNonRestrictedShares: outstanding,
    totalShareholder: 2,
  }) as unknown as Balance;

export const ownership = (a: number, b: number, percentages = [(a / (a + b)) * 100, (b / (a + b)) * 100]) =>
  ({
    accounts: [a, b].map((totalShares, index) => ({
      systemShareholderId: index,
      customerShareholderId: `H-${index}`,
      sortName: `${index}`,
      name: `Holder ${index}`,
      securities: [{ securityType: 'Common', totalShares, percentage: percentages[index] }],
    })),
    balances: [{ securityType: 'Common', totalOutstandingShares: a + b }],
  }) as unknown as Ownership;

const certificate = (shares: number) => ({ securityType: 'Common', shares, shareholderControlId: 1 });
export const entry = (
  key: number,
  typeCode: string,
  effectiveDate: string,
  canceled: number[],
  issued: number[],
) => ({
  controlTransactionId: key,
  type: typeCode,
  typeCode,
  effectiveDate,
  canceledCertificates: canceled.map(certificate),
  issuedCertificates: issued.map(certificate),
});
export const journal = (...transactions: unknown[]) =>
  entriesOf({ totalTransactionRecords: transactions.length, transactions } as never) ?? [];
export const movements = journal(
  entry(2, 'T', '10/5/2026', [40], [30, 10]),
  entry(1, 'N', '10/2/2026', [], [100]),
  entry(3, 'R', '10/5/2026', [50], []),
);
