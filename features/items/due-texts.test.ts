import { expect, test } from 'vitest';
import { cutoffText, dueText, minutesToCutoff, nextActionText } from './due-texts.ts';

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

test('the cut-off counts on the clock of the registry', () => {
  const at = Date.parse('2026-11-23T20:15:00Z');
  expect(minutesToCutoff(at, 'America/New_York', '16:00')).toBe(45);
  expect(minutesToCutoff(at, 'UTC', '16:00')).toBe(-255);
  expect(cutoffText(65)).toBe('1 h 5 min to the cut-off');
  expect(cutoffText(-1)).toBe('Cut-off has passed');
});
