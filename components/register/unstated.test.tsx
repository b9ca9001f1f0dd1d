import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { AvailableByClass } from '#features/balances/available-by-class';
import { availableToIssueText, type Balance, capacityOf, limitOf } from '#lib/register/capacity';
import { ownershipByClass } from '#lib/register/ownership/ownership';
import { ownershipChecks } from '#lib/register/ownership/ownership-checks';

// Values a registry leaves out are never shown as 0, none or unlimited.
const balance = (over: Record<string, unknown>) =>
  ({
    className: 'Common',
    isUnlimited: false,
    authorizedShares: 1000,
    totalIssuedShares: 600,
    totalOutstandingShares: 600,
    totalReserveShares: 100,
    totalShareholder: 1,
    ...over,
  }) as unknown as Balance;

describe('shares available of a class', () => {
  test.each([
    [false, 1000, { authorized: 1000n, unlimited: false }],
    [false, 0, { authorized: 0n, unlimited: false }],
    [true, 0, { authorized: 0n, unlimited: true }],
    [null, 1000, { authorized: 1000n, unlimited: false }],
    // Without the flag the class may be unlimited, for which registries also send 0.
    [null, 0, { authorized: null, unlimited: false }],
    ['false', 0, { authorized: null, unlimited: false }],
    [false, null, { authorized: null, unlimited: false }],
    [undefined, undefined, { authorized: null, unlimited: false }],
  ])('isUnlimited %o, authorizedShares %o', (isUnlimited, authorizedShares, limit) => {
    expect(limitOf(isUnlimited, authorizedShares)).toEqual(limit);
  });

  it('are unknown when a part is unknown', () => {
    for (const name of ['authorizedShares', 'totalIssuedShares', 'totalReserveShares'])
      for (const missing of [null, undefined, 'many'])
        expect(availableToIssueText(capacityOf(balance({ [name]: missing })))).toBe('–');
  });

  it('name the missing figure, and do not claim that nothing is authorized', () => {
    const shown = (over: Record<string, unknown>) =>
      renderToStaticMarkup(<AvailableByClass balances={[balance(over)]} />);
    expect(shown({ authorizedShares: undefined })).toContain('did not report the authorized shares');
    expect(shown({ authorizedShares: undefined })).not.toContain('No shares are authorized');
    expect(shown({ authorizedShares: 0, totalIssuedShares: 0, totalReserveShares: 0 })).toContain(
      'No shares are authorized',
    );
  });
});

it('holders without a count in the balance are missing data, without an error', () => {
  const ownership = ownershipByClass({
    accounts: [{ name: 'A', securities: [{ securityType: 'Common', totalShares: 600 }] }],
    balances: [{ securityType: 'Common', totalOutstandingShares: 600 }],
  } as never);
  const results = (totalShareholder: unknown) =>
    ownershipChecks(ownership, [balance({ totalShareholder })]).map(({ result }) => result);
  expect(results(1)).toEqual(['holds', 'holds', 'holds']);
  expect(results('1')).toEqual(['holds', 'holds', 'holds']);
  expect(results(2)).toEqual(['holds', 'holds', 'differs']);
  for (const missing of [null, undefined, 1.5])
    expect(results(missing)).toEqual(['holds', 'holds', 'cannot be checked']);
});
