import { expect, test } from 'vitest';
import { approvalText, needsApproval, readApprovalRule } from './approval-rule.ts';

test('the rule is read and written as REGISTRY_APPROVAL has it', () => {
  for (const text of ['none', 'all', 'above:0', 'above:10000'])
    expect(approvalText(readApprovalRule(text)!)).toBe(text);
  for (const text of ['', 'All', 'above:', 'above:-1', 'above:1.5', 'above:9999999999999999999'])
    expect(readApprovalRule(text)).toBeUndefined();
});

test('exactly the limit needs no approval, and an item without shares needs it only under all', () => {
  const above = readApprovalRule('above:100')!;
  expect([99n, 100n, 101n, null].map((shares) => needsApproval(above, shares))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect([needsApproval('all', null), needsApproval('none', 1_000_000n)]).toEqual([true, false]);
});
