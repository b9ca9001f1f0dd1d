import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rejectionReason } from '#lib/contract/agent/values';
import { caseRules } from './cases.ts';
import { isClearedByReason, obstacleOf, obstacleTable } from './obstacle-table.ts';
import { papersFor } from './papers-for-tests.ts';
import { stopRules } from './stops.ts';

type Row = {
  code?: string;
  sentence: string;
  reasons: readonly string[];
  clearedBy: string;
  byReason?: true;
};
const contentWith = (obstacle: string) =>
  papersFor({ clearances: [{ obstacle, reason: 'Checked' }] }).content;

const rows = Object.entries(obstacleTable) as [keyof typeof obstacleTable, Row][];

test.each(rows)('%s: a full sentence, and what clears it', (name, row) => {
  expect(row.sentence).toMatch(/^[A-Z{].*\.$/);
  expect(row.sentence.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  expect(rejectionReason.options).toEqual(expect.arrayContaining([...row.reasons]));
  // guaranteeMissing and documentMissing have waivers of their own.
  const isWaived = row.clearedBy.includes('waiver with a reason');
  expect(row.clearedBy.includes('reason') && !isWaived).toBe(row.byReason === true);
  expect(isClearedByReason(name, contentWith(row.code ?? name))).toBe(row.byReason === true);
});

test('a reason about another obstacle clears nothing', () => {
  const content = contentWith('guaranteeDate');
  expect(isClearedByReason('ownersMissing', content)).toBe(false);
  expect(isClearedByReason('guaranteeDate', content)).toBe(false);
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
