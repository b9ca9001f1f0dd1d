import { expect, test } from 'vitest';
import { latestPeriodEnd, reportErrors } from './typed-report.ts';

const typed = {
  kind: 'Aged differences',
  periodEnd: '2026-10-31',
  sentOn: '2026-11-12',
  sentTo: 'Secretary',
  note: '',
} as const;
const file = new File(['report'], 'report.pdf');

test('the period proposed is the latest that has ended: a month, a quarter, or the day', () => {
  expect(latestPeriodEnd('Aged differences', 'Issuer', '2026-11-20')).toBe('2026-10-31');
  expect(latestPeriodEnd('Buy-ins', 'Agency', '2026-11-20')).toBe('2026-09-30');
  expect(latestPeriodEnd('Late turnaround', 'Agency', '2026-01-01')).toBe('2025-12-31');
  expect(latestPeriodEnd('Unposted items', 'Agency', '2026-11-20')).toBe('2026-11-20');
});

test('what is missing is named by field, and so is a period that does not end with its month or quarter', () => {
  expect(reportErrors(typed, 'Issuer', file)).toEqual({});
  expect(
    Object.keys(reportErrors({ ...typed, sentOn: '', periodEnd: '', sentTo: ' ' }, 'Issuer', null)),
  ).toEqual(['sentOn', 'periodEnd', 'sentTo', 'sha256']);
  expect(reportErrors(typed, 'Agency', file)).toEqual({
    periodEnd: 'The period must be the last day of a quarter.',
  });
  expect(reportErrors({ ...typed, sentOn: '2026-10-31' }, 'Issuer', file)).toEqual({
    periodEnd: 'The period must be before the day on which it was sent.',
  });
});
