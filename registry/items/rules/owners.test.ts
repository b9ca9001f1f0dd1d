import { describe, expect, test } from 'vitest';
import { allOwners, isNamed, ownersOf } from './owners.ts';

const of = (accountType: string, ...registration: string[]) => ({ accountType, registration });

describe('owners of an account', () => {
  test.each([
    [of('JointTenant', 'ALICE MILLER &', 'CARL MILLER JT TEN'), 2, ['ALICE MILLER', 'CARL MILLER']],
    [of('JointTenant', 'ALICE MILLER & CARL MILLER', 'JT TEN'), 2, ['ALICE MILLER', 'CARL MILLER']],
    [
      of('JointWithRightOfSurvivorship', 'A MILLER', 'B MILLER AND', 'C ORLANDO JTWROS'),
      3,
      ['A MILLER', 'B MILLER', 'C ORLANDO'],
    ],
    [of('TenantsInCommon', 'ANDREA SANDER &', 'B TENNANT TEN COM'), 2, ['ANDREA SANDER', 'B TENNANT']],
    [of('JointTenant', 'ALICE MILLER', '& CARL MILLER'), 2, ['ALICE MILLER', 'CARL MILLER']],
    [of('CommunityProperty', 'ALICE MILLER COMM PROP'), 2, ['ALICE MILLER']],
    [of('Individual', 'ALICE MILLER'), 1, ['ALICE MILLER']],
    [of('TransferOnDeath', 'ALICE MILLER TOD', 'CARL MILLER'), 1, ['ALICE MILLER TOD']],
  ])('%o', (account, count, names) => {
    expect(ownersOf(account)).toEqual({ count, names });
  });

  test('a trust does not tell how many trustees sign', () => {
    expect(ownersOf(of('Trust', 'ALICE MILLER TR', 'MILLER FAMILY TRUST'))).toBeNull();
  });

  test('of several accounts each owner counts once', () => {
    const one = of('Individual', 'ALICE MILLER');
    const both = of('JointTenant', 'Alice Miller &', 'CARL MILLER JT TEN');
    expect(allOwners([one, both])?.count).toBe(2);
    expect(allOwners([one, of('Individual', 'DORA LANE')])?.count).toBe(2);
    expect(allOwners([one, of('Trust', 'X TR')])).toBeNull();
    expect(allOwners([])).toBeNull();
  });
});

test('a signer is named when every word is in the registration', () => {
  const registration = ['ALICE Q. MILLER TR', 'MILLER FAMILY TRUST'];
  expect(isNamed('Alice Miller', registration)).toBe(true);
  expect(isNamed('Álice Q Miller', registration)).toBe(true);
  expect(isNamed('Dora Miller', registration)).toBe(false);
});
