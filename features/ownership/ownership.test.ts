import { describe, expect, it } from 'vitest';
import { percentUnits } from '#lib/register/bigint-math';
import { type Ownership, ownershipByClass } from '#lib/register/ownership/ownership';
import { ownershipChecks } from '#lib/register/ownership/ownership-checks';

const part = (securityType: string, totalShares: number | string, percentage = 0) => ({
  securityType,
  numberOfCertificates: 2,
  numberOfCertificatesFormat: '2',
  totalShares,
  totalSharesFormat: '',
  percentage,
  percentageFormat: '',
});
const account = (id: number, name: string, ...securities: ReturnType<typeof part>[]) => ({
  systemShareholderId: id,
  customerShareholderId: `${id}`,
  displayShareholderId: `${id}`,
  sortName: name,
  name,
  securities,
});
const balance = (securityType: string, outstanding: number | string) => ({
  securityType,
  numOfShareholder: 3,
  numOfShareholderFormat: '3',
  totalOutstandingShares: outstanding,
  totalOutstandingSharesFormat: '',
  authorizedShares: 0,
  authorizedSharesFormat: 'Unlimited',
  isUnlimited: true,
});

const response: Ownership = {
  accounts: [
    account(3, 'CLARK', part('Common', 100)),
    account(1, 'ADAMS', part('Common', 700), part('Preferred', 5)),
    account(2, 'BAKER', part('Common', 100)),
  ],
  balances: [balance('Common', 900), balance('Units', 0)],
};

describe('ownership by class', () => {
  const [common, units, preferred] = ownershipByClass(response);
  it('ranks by size, then name, with a running total', () => {
    expect(common?.owners.map(({ rank, name, cumulative }) => [rank, name, cumulative])).toEqual([
      [1, 'ADAMS', 700n],
      [2, 'BAKER', 800n],
      [3, 'CLARK', 900n],
    ]);
    expect(common?.held).toBe(900n);
  });
  it('links a holder by the account ID only', () => {
    const odd = { ...account(4, 'DAVIS', part('Common', 1)), customerShareholderId: 'A-4' };
    const bare = { ...account(5, 'EVANS', part('Common', 1)), customerShareholderId: '' };
    const [one] = ownershipByClass({ ...response, accounts: [odd, bare] });
    expect(one?.owners.map(({ account, profile }) => [account, profile])).toEqual([
      ['4', 'A-4'],
      ['5', ''],
    ]);
  });
  it('keeps classes without holders and classes only accounts name', () => {
    expect(units?.owners).toEqual([]);
    expect([preferred?.className, preferred?.outstanding]).toEqual(['Preferred', null]);
  });
  it('reports what does not add up', () => {
    const results = (outstanding: number) =>
      ownershipChecks(
        ownershipByClass({ ...response, balances: [balance('Common', outstanding)] }),
        null,
      ).map((check) => [check.id, check.result]);
    expect(results(900)[0]).toEqual(['Common/held', 'holds']);
    expect(results(901)[0]).toEqual(['Common/held', 'differs']);
    expect(results(900)[1]).toEqual(['Common/balance', 'cannot be checked']);
  });
});

describe('percentages', () => {
  it('are exact at any size', () => {
    expect(percentUnits(1n, 3n)).toBe('33.333333333333');
    expect(percentUnits(9007199254740993n, 9007199254740993n)).toBe('100.000000000000');
    expect(percentUnits(1n, 20_000_000_000n)).toBe('0.000000005000');
    expect(percentUnits(null, 3n)).toBeNull();
    expect(percentUnits(1n, 0n)).toBeNull();
  });
});
