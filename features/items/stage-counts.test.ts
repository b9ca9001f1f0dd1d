import { expect, test } from 'vitest';
import type { ItemRow } from './item-row.ts';
import { stageCounts } from './stage-counts.ts';

const row = (itemId: number, version: number, stage = 'Entered') =>
  ({ itemId, version, customerIssuerId: 1001, stage }) as ItemRow;

test('the stages count what the filters by user and issuer leave', () => {
  const rows = [
    { ...row(1, 1), issuerName: 'Larkspur', assignedTo: null },
    { ...row(2, 1), issuerName: 'Larkspur', assignedTo: 'clerk@harborline.example' },
    { ...row(3, 1, 'Held'), issuerName: 'Prairie', assignedTo: null },
  ] as ItemRow[];
  const of = (assigned: string | null, issuer: string | null) =>
    Object.fromEntries(stageCounts(rows, { assigned, issuer }));
  expect(of(null, null)).toEqual({ Entered: 2, Held: 1 });
  expect(of('=Unassigned', null)).toEqual({ Entered: 1, Held: 1 });
  expect(of('=Clerk@harborline.example', '=Larkspur')).toEqual({ Entered: 1 });
});
