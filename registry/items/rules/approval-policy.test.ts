import { describe, expect, test } from 'vitest';
import { mayApprove, mayClearSanctions } from './approval-policy.ts';

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
