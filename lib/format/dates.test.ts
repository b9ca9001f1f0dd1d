import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateSearchText,
  daysBetween,
  formatDate,
  formatMonth,
  formatNumericDate,
  isDate,
  monthEnd,
  parseDate,
  quarterEnd,
  weekday,
  yearEnd,
} from './dates.ts';

describe('parseDate', () => {
  test.each([
    ['2026-06-30', '2026-06-30'],
    ['6/30/2026', '2026-06-30'],
    ['06/03/2026', '2026-06-03'],
    ['Jun 30, 2026', '2026-06-30'],
    ['June 3 2026', '2026-06-03'],
    ['3 Jun 2026', '2026-06-03'],
    ['sept. 9, 2026', '2026-09-09'],
    ['MAY 05,  2026', '2026-05-05'],
    ['2026-06-30T23:59:59Z', '2026-06-30'],
    ['2026-06-30T23:30:00-10:00', '2026-06-30'],
    ['2026-06-30T00:15:00.123+14:00', '2026-06-30'],
    ['2024-02-29', '2024-02-29'],
    [' 2026-06-30 ', '2026-06-30'],
  ])('%s is %s, as written', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  test.each([
    '',
    '2026-6-3',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '13/1/2026',
    '2/30/2026',
    '30.6.2026',
    '0000-01-01',
    '2026-06-30x',
    '2026-06-30T',
    'Ju 3, 2026',
    'Juny 3, 2026',
    'Jun 31, 2026',
    'Jun 3, 26',
    'Jun 3',
  ])('%j is not a date', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test('isDate accepts only the canonical form', () => {
    expect(isDate('2026-06-30')).toBe(true);
    expect(isDate('6/30/2026')).toBe(false);
    expect(isDate('2026-06-31')).toBe(false);
  });
});

describe('formatting', () => {
  test('names the month on screens; empty for no date, other text unchanged', () => {
    expect(formatDate('2026-06-03')).toBe('Jun 3, 2026');
    expect(formatDate('6/30/2026')).toBe('Jun 30, 2026');
    expect(formatDate('2026-01-01T23:00:00-10:00')).toBe('Jan 1, 2026');
    expect(formatDate(null)).toBe('');
    expect(formatDate('')).toBe('');
    expect(formatDate('soon')).toBe('soon');
  });

  test('a month, of a date or of year and month', () => {
    expect(formatMonth('2026-10-31')).toBe('Oct 2026');
    expect(formatMonth('2026-05')).toBe('May 2026');
    expect(formatMonth('2026-13')).toBe('2026-13');
    expect(formatMonth('soon')).toBe('soon');
  });

  test('responses and files of the registry: numbers without leading zeros', () => {
    expect(formatNumericDate('2026-06-03')).toBe('6/3/2026');
    expect(formatNumericDate(null)).toBe('');
    expect(formatNumericDate('soon')).toBe('soon');
  });

  test('a printed date is read again', () => {
    for (let month = 1; month <= 12; month += 1) {
      const date = `2026-${String(month).padStart(2, '0')}-09`;
      expect(parseDate(formatDate(date))).toBe(date);
      expect(parseDate(formatNumericDate(date))).toBe(date);
    }
  });

  test('the other forms in which a date may be searched', () => {
    expect(dateSearchText('2026-06-03')).toBe('6/3/2026 2026-06-03');
    expect(dateSearchText('soon')).toBe('');
    expect(dateSearchText('')).toBe('');
  });
});

describe('arithmetic', () => {
  test('days across months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2026-06-30', 365 * 4 + 1)).toBe('2030-06-30');
    expect(addDays('2000-03-01', -366)).toBe('1999-03-01');
    expect(daysBetween('2025-11-14', '2025-12-31')).toBe(47);
  });

  test('every day of eight years follows the previous one, as in a proleptic calendar', () => {
    let date = '1896-01-01';
    for (let index = 0; index < 8 * 365 + 2; index += 1) {
      const next = addDays(date, 1);
      expect(date < next).toBe(true);
      expect(parseDate(next)).toBe(next);
      date = next;
    }
    expect(date).toBe('1904-01-02');
  });

  test('months keep the day or use the last one of the month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addMonths('2026-01-15', -13)).toBe('2024-12-15');
  });

  test('period ends and weekdays', () => {
    expect(monthEnd('2026-02-10')).toBe('2026-02-28');
    expect(quarterEnd('2026-05-01')).toBe('2026-06-30');
    expect(quarterEnd('2026-12-31')).toBe('2026-12-31');
    expect(yearEnd('2026-05-01')).toBe('2026-12-31');
    expect(weekday('2025-07-04')).toBe(5);
    expect(weekday('1969-12-28')).toBe(0);
  });
});

test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'UTC'])('the same day in %s', (zone) => {
  const module = new URL('./dates.ts', import.meta.url).href;
  const script = `const d = await import(${JSON.stringify(module)});
    console.log(d.formatDate(d.addDays(d.parseDate('2026-03-08T00:30:00Z'), 1)), d.weekday('2026-03-08'), d.monthEnd('2026-03-08'));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  });
  expect(out.trim()).toBe('Mar 9, 2026 0 2026-03-31');
});
