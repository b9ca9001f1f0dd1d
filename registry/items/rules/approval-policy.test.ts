import { describe, expect, test } from 'vitest';
import {
  type ApprovalSettings,
  approvalDefaults,
  isApprovalExpired,
  mayApprove,
  mayClearSanctions,
  needsApproval,
} from './approval-policy.ts';

describe('separation of duties', () => {
  test('who entered the item may not approve it, in any letter case', () => {
    const item = { enteredBy: 'Ann@Example.org', contentBy: [] };
    expect(mayApprove('ann@example.ORG', item)).toBe(false);
    expect(mayApprove('ben@example.org', item)).toBe(true);
  });

  test("after B edits A's item that C approved, C may approve again, A and B not", () => {
    const item = { enteredBy: 'a@example.org', contentBy: ['b@example.org'] };
    expect(['a', 'b', 'c'].map((name) => mayApprove(`${name}@example.org`, item))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a sanctions hold is cleared by neither enterer, editor nor approver', () => {
    const item = {
      enteredBy: 'a@example.org',
      contentBy: ['b@example.org'],
      approvedBy: ['C@example.org'],
    };
    expect(['a', 'b', 'c', 'd'].map((name) => mayClearSanctions(`${name}@example.org`, item))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('threshold', () => {
  const item = (shares: bigint | null) => ({ kind: 'Transfer', caseCode: 'Sale', shares }) as const;
  const above: ApprovalSettings = { ...approvalDefaults, threshold: { above: 1000n } };

  test('exactly the threshold needs no approval', () => {
    expect(needsApproval(item(1000n), above)).toBe(false);
    expect(needsApproval(item(1001n), above)).toBe(true);
  });

  test('kinds without shares need it under "all" only', () => {
    const hold = { kind: 'AddressHold', shares: null } as const;
    expect(needsApproval(hold, above)).toBe(false);
    expect(needsApproval(hold, { ...above, threshold: 'all' })).toBe(true);
    expect(needsApproval(item(5n), approvalDefaults)).toBe(false);
  });

  test('kinds and cases that always need it', () => {
    const always: ApprovalSettings = { threshold: 'none', always: new Set(['StopRelease', 'LegendRemoval']) };
    expect(needsApproval({ kind: 'StopRelease', shares: null }, always)).toBe(true);
    expect(needsApproval({ kind: 'Transfer', caseCode: 'LegendRemoval', shares: 1n }, always)).toBe(true);
    expect(needsApproval(item(1n), always)).toBe(false);
  });
});

test('an approval counts for five business days', () => {
  const calendar = { holidays: 'federal' } as const;
  expect(isApprovalExpired('2026-11-20', '2026-11-30', calendar)).toBe(false);
  expect(isApprovalExpired('2026-11-20', '2026-12-01', calendar)).toBe(true);
});
