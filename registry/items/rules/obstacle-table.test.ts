import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rejectionReason } from '#lib/contract/agent/values';
import { caseRules } from './cases.ts';
import { isClearedByReason, obstacleOf, obstacleTable } from './obstacle-table.ts';
import { stopRules } from './stops.ts';

type Row = {
  code?: string;
  sentence: string;
  reasons: readonly string[];
  clearedBy: string;
  byReason?: true;
};
const rows = Object.entries(obstacleTable) as [keyof typeof obstacleTable, Row][];

test.each(rows)('%s: a full sentence, and what clears it', (name, row) => {
  expect(row.sentence).toMatch(/^[A-Z{].*\.$/);
  expect(row.sentence.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  expect(rejectionReason.options).toEqual(expect.arrayContaining([...row.reasons]));
  // guaranteeMissing and documentMissing have waivers of their own.
  const isWaived = row.clearedBy.includes('waiver with a reason');
  expect(row.clearedBy.includes('reason') && !isWaived).toBe(row.byReason === true);
  const clearances = [{ obstacle: row.code ?? name, reason: 'Checked' }];
  expect(isClearedByReason(name, { clearances })).toBe(row.byReason === true);
});

test('a reason that is blank or about another obstacle clears nothing', () => {
  const clears = (obstacle: string, reason: string) =>
    isClearedByReason('ownersMissing', { clearances: [{ obstacle, reason }] });
  expect(clears('ownersMissing', 'One name on two lines')).toBe(true);
  expect(clears('ownersMissing', '  ')).toBe(false);
  expect(clears('guaranteeDate', 'Checked')).toBe(false);
});

test('values are put in as they are', () => {
  const values = { holder: 'A {date} $& B', date: 'Nov 2, 2026' };
  expect(obstacleOf('badAddress', { field: '', values }).message).toBe(
    'Mail to A {date} $& B is returned since Nov 2, 2026.',
  );
});

test('the documentation lists every case, obstacle and stop', () => {
  const text = readFileSync('docs/work-queue-rules.md', 'utf8');
  const names = [
    ...Object.keys(caseRules),
    ...rows.map(([name, { code }]) => code ?? name),
    ...Object.keys(stopRules),
  ];
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});
