import { expect, test } from 'vitest';
import {
  cutoffText,
  dueText,
  type ItemRow,
  itemKey,
  maySteps,
  mergeRows,
  minutesToCutoff,
  newestVersion,
  nextActionText,
  nextRow,
  obstacleTitle,
  type StepName,
  stageCounts,
  stepNames,
  steps,
} from './model.ts';

const row = (itemId: number, version: number, stage = 'Entered') =>
  ({ itemId, version, customerIssuerId: 1001, stage }) as ItemRow;
const byKey = (...rows: ItemRow[]) => new Map(rows.map((one) => [itemKey(one), one]));

test('later versions replace rows in place, older ones do not, and new items are added', () => {
  const rows = [row(1, 2), row(2, 5)];
  const merged = mergeRows(rows, byKey(row(1, 3), row(2, 4), row(3, 1)), () => true);
  expect(merged.map(({ itemId, version }) => [itemId, version])).toEqual([
    [1, 3],
    [2, 5],
    [3, 1],
  ]);
  const open = mergeRows(rows, byKey(row(1, 3, 'Posted')), ({ stage }) => stage !== 'Posted');
  expect(open.map(({ itemId }) => itemId)).toEqual([2]);
});

test('an open item that has left the rows is shown in its newest version', () => {
  const opened = row(1, 2, 'Ready');
  expect(newestVersion(opened, [], byKey(row(1, 3, 'Posted')))).toEqual(row(1, 3, 'Posted'));
  expect(newestVersion(opened, [row(1, 4)], byKey(row(1, 3)))).toEqual(row(1, 4));
  expect(newestVersion(opened, [], byKey(row(2, 9)))).toBe(opened);
});

test('the due day in words; holidays do not count as late days', () => {
  const text = (dueDate: string | null, today: string, effectiveDate: string | null = null) =>
    dueText({ dueDate, effectiveDate }, today).text;
  expect(text('2026-11-24', '2026-11-24')).toBe('Due today');
  expect(text('2026-11-24', '2026-11-23')).toBe('Due Nov 24');
  // Thanksgiving is between them.
  expect(text('2026-11-25', '2026-11-27')).toBe('Overdue 1 day');
  expect(text('2026-11-25', '2026-11-30')).toBe('Overdue 2 days');
  expect(text('2026-11-25', '2026-11-26')).toBe('Overdue');
  expect(text(null, '2026-11-27')).toBe('–');
});

test('an item that takes effect later is not overdue before that day', () => {
  const due = { dueDate: '2026-11-24', effectiveDate: '2026-12-01' };
  expect(dueText(due, '2026-11-30')).toEqual({ text: 'Effective Dec 1', tone: 'neutral' });
  expect(dueText(due, '2026-12-01').tone).toBe('danger');
});

test('a held item says when it is looked at again, and that the day has come', () => {
  expect(nextActionText('2026-11-30', '2026-11-27')).toEqual({ text: 'until Nov 30', tone: 'neutral' });
  expect(nextActionText('2026-11-27', '2026-11-27')).toEqual({ text: 'until today', tone: 'warning' });
  expect(nextActionText('2026-11-25', '2026-11-27')).toEqual({ text: 'since Nov 25', tone: 'warning' });
});

test('after a step the next item that was not done is current, at the end of the list the last one', () => {
  const rows = [row(1, 1), row(2, 1), row(3, 1), row(4, 1)];
  const after = (place: number, current: number, done: number[], name: StepName = 'post') =>
    nextRow(rows, place, `1001-${current}`, { name, done: new Set(done.map((id) => `1001-${id}`)) })?.itemId;
  expect(after(1, 2, [2])).toBe(3);
  expect(after(1, 2, [2, 3])).toBe(4);
  expect(after(3, 4, [4])).toBe(3);
  expect(after(0, 1, [1, 2, 3, 4])).toBeUndefined();
  // The current item was refused, or the step leaves work on it: it stays.
  expect(after(1, 2, [3])).toBeUndefined();
  expect(after(1, 2, [2], 'take')).toBeUndefined();
});

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

test('the cut-off counts on the clock of the registry', () => {
  const at = Date.parse('2026-11-23T20:15:00Z');
  expect(minutesToCutoff(at, 'America/New_York', '16:00')).toBe(45);
  expect(minutesToCutoff(at, 'UTC', '16:00')).toBe(-255);
  expect(cutoffText(65)).toBe('1 h 5 min to the cut-off');
  expect(cutoffText(-1)).toBe('Cut-off has passed');
});

test('each step has a key of its own that no other part of the product uses', () => {
  const keys = stepNames.map((name) => steps[name].key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const taken of ['t', 'g', 'j', 'k', 'n', 'e', 'x', '/', '?']) expect(keys).not.toContain(taken);
  expect(maySteps('Ready')).toContain('post');
  expect(maySteps('Posted')).toEqual([]);
});

test('the name of an obstacle comes from its code', () => {
  expect(obstacleTitle('notOutstanding')).toBe('Not outstanding');
});
