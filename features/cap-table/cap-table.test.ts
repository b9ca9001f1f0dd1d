import { describe, expect, it } from 'vitest';
import { worst } from '#lib/register/checks';
import { type CapTable, type CapTableRow, classLines, holdingsOf } from '#lib/register/ownership/cap-table';
import { capTableChecks } from '#lib/register/ownership/cap-table-checks';
import type { Ownership } from '#lib/register/ownership/ownership';
import { reconstructCapTable } from './reconstruct-cap-table.ts';

const row = (
  holder: number,
  securityTypeID: number,
  total: number | string,
  restricted: number | string = 0,
): CapTableRow => ({
  shareholderCustomerId: `C${holder}`,
  shareholderControlId: holder,
  shareholderName: `HOLDER ${holder}`,
  shareholderEmail: '',
  shareholderType: 'Individual',
  securityType: securityTypeID === 1 ? 'Common' : 'Preferred A',
  securityTypeID,
  value: 0,
  totalShares: total,
  restrictionShares: restricted,
  nonRestrictionShares: String(BigInt(total) - BigInt(restricted)),
});

const security = (
  securityTypeID: number,
  numberOfShareholders: number,
  issued: number | string,
): CapTable['securities'][number] => ({
  securityTypeID,
  securityType: securityTypeID === 1 ? 'Common' : securityTypeID === 2 ? 'Preferred A' : 'Units',
  numberOfShareholders,
  totalIssuedShares: issued,
  authorizedShares: 1_000_000,
  totalValue: 0,
  isUnlimitedAuthorizedShares: securityTypeID === 3,
});

const rows = [row(1, 1, 600, 100), row(1, 2, 50), row(2, 1, 400), row(3, 2, 25, 25)];
const securities = [security(1, 2, 1100), security(2, 2, 75), security(3, 0, 0)];

describe('cap table', () => {
  it('adds up per class and keeps classes without holders', () => {
    expect(
      classLines(rows, securities).map(({ className, holders, shares, restricted }) => [
        className,
        holders,
        shares,
        restricted,
      ]),
    ).toEqual([
      ['Common', 2, 1000n, 100n],
      ['Preferred A', 2, 75n, 25n],
      ['Units', 0, 0n, 0n],
    ]);
  });
  it('keeps a class that only rows name', () => {
    expect(classLines(rows, [security(1, 2, 1100)]).map((line) => line.className)).toEqual([
      'Common',
      'Preferred A',
    ]);
  });
  it('is exact beyond 2^53', () => {
    const large = [row(1, 1, '9007199254740993'), row(2, 1, 1)];
    expect(classLines(large, securities)[0]?.shares).toBe(9007199254740994n);
    expect(holdingsOf(large)[0]?.classShares).toBe(9007199254740994n);
  });
});

const balance = (className: string, outstanding: number, holders: number) => ({
  issuerId: 1,
  customerIssuerId: 1001,
  className,
  totalShareholder: holders,
  securityID: 1,
  securityDescription: className,
  isUnlimited: false,
  dollarFormat: false,
  authorizedShares: 10_000,
  authorizedSharesFormat: '',
  totalIssuedShares: outstanding + 100,
  totalIssuedSharesFormat: '',
  totalOutstandingShares: outstanding,
  totalOutstandingSharesFormat: '',
  totalReserveShares: 0,
  totalReserveSharesFormat: '',
  totalRestrictedShares: 100,
  totalRestrictedSharesFormat: '',
  totalNonRestrictedShares: outstanding - 100,
  totalNonRestrictedSharesFormat: '',
});

describe('reserved and available to issue', () => {
  const shown = (balances: Parameters<typeof classLines>[2]) =>
    classLines(rows, securities, balances).map(({ reserved, available }) => [reserved, available]);
  it('come from the balance, exactly', () => {
    const reserved = { ...balance('Common', 1000, 2), totalReserveShares: 9_000 };
    expect(shown([reserved, { ...balance('Units', 0, 0), isUnlimited: true }])).toEqual([
      [9000n, -100n],
      [null, null],
      [0n, 'Unlimited'],
    ]);
  });
  it('are unknown without a balance', () => {
    expect(shown([])).toEqual(Array(3).fill([null, null]));
  });
});

describe('checks of a cap table', () => {
  const balances = [
    balance('Common', 1000, 2),
    { ...balance('Preferred A', 75, 2), totalIssuedShares: 75, totalRestrictedShares: 25 },
  ];
  const lines = classLines(rows, securities.slice(0, 2));
  it('match when rows and balance agree', () => {
    expect(worst(capTableChecks(lines, balances))).toBe('holds');
  });
  it('differ by one share', () => {
    const broken = classLines([...rows.slice(1), row(1, 1, 601, 100)], securities.slice(0, 2));
    expect(
      capTableChecks(broken, balances)
        .filter((check) => check.result === 'differs')
        .map((check) => check.id),
    ).toEqual(['Common/rows']);
  });
  it('differ where a legend was edited, though each row adds up', () => {
    const edited = classLines([...rows.slice(1), row(1, 1, 600, 101)], securities.slice(0, 2));
    expect(
      capTableChecks(edited, balances)
        .filter((check) => check.result === 'differs')
        .map((check) => check.id),
    ).toEqual(['Common/restricted']);
  });
  it('are missing data without a balance', () => {
    expect(worst(capTableChecks(lines, null))).toBe('cannot be checked');
  });
});

describe('reconstructed cap table', () => {
  const part = (securityType: string, totalShares: number) => ({
    securityType,
    numberOfCertificates: 1,
    numberOfCertificatesFormat: '1',
    totalShares,
    totalSharesFormat: '',
    percentage: 0,
    percentageFormat: '',
  });
  const account = (id: number, securities: ReturnType<typeof part>[]) => ({
    systemShareholderId: id,
    customerShareholderId: `C${id}`,
    displayShareholderId: `C${id}`,
    sortName: `HOLDER ${id}`,
    name: `HOLDER ${id}`,
    securities,
  });
  const ownership: Ownership = {
    accounts: [account(1, [part('Common', 600), part('Preferred A', 50)]), account(2, [part('Common', 400)])],
    balances: [],
  };
  const { holdings, lines } = reconstructCapTable(ownership, [
    balance('Common', 1000, 2),
    balance('Units', 0, 0),
  ]);
  it('takes holdings from ownership and class figures from the balance', () => {
    expect(
      lines.map(({ className, shares, restricted, issued, holders }) => [
        className,
        shares,
        restricted,
        issued,
        holders,
      ]),
    ).toEqual([
      ['Common', 1000n, 100n, 1100n, 2],
      ['Units', 0n, 100n, 100n, 0],
      ['Preferred A', 50n, null, null, 1],
    ]);
  });
  it('leaves figures unknown that neither gives', () => {
    expect(
      holdings.every(
        (holding) => holding.restricted === null && holding.unrestricted === null && holding.kind === '',
      ),
    ).toBe(true);
  });
});
