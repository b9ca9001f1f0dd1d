import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '#lib/format/business-days';
import { addDays } from '#lib/format/dates';
import { type HolidaySet, holidaySets } from '#lib/format/holidays';
import {
  type ClockSettings,
  countedMonth,
  countsForTurnaround,
  daysTaken,
  failsMonth,
  isEnteredLate,
  isFutureReceipt,
  isOverdue,
  isUnanswered,
  isWithin,
  latestNextAction,
  localDay,
  noticeDueDate,
  receiptOf,
  rejectionNoticeDue,
} from './clock.ts';
import { instantOf } from './local-clock.ts';

const settings = (holidays: HolidaySet = 'federal'): ClockSettings => ({
  timeZone: 'America/New_York',
  calendar: { holidays },
  cutoff: '17:30',
});
const { calendar } = settings();

const est = '-05:00';
const edt = '-04:00';

describe('receipt and due day', () => {
  test.each<[string, HolidaySet, string, string, string]>([
    [`2026-11-19T09:30:00${est}`, 'federal', '2026-11-19', '2026-11-19', '2026-11-24'],
    [`2026-11-20T12:00:00${est}`, 'federal', '2026-11-20', '2026-11-20', '2026-11-25'],
    [`2026-11-20T12:00:01${est}`, 'federal', '2026-11-20', '2026-11-23', '2026-11-27'],
    [`2026-11-21T10:00:00${est}`, 'federal', '2026-11-21', '2026-11-23', '2026-11-27'],
    [`2026-11-25T15:00:00${est}`, 'federal', '2026-11-25', '2026-11-27', '2026-12-02'],
    [`2026-10-30T16:30:00${edt}`, 'federal', '2026-10-30', '2026-11-02', '2026-11-05'],
    ['2026-10-30T16:30:00Z', 'federal', '2026-10-30', '2026-11-02', '2026-11-05'],
    ['2026-11-02T16:30:00Z', 'federal', '2026-11-02', '2026-11-02', '2026-11-05'],
    [`2026-07-02T10:00:00${edt}`, 'federal', '2026-07-02', '2026-07-02', '2026-07-08'],
    [`2026-07-02T10:00:00${edt}`, 'nyse', '2026-07-02', '2026-07-02', '2026-07-08'],
    [`2026-07-02T10:00:00${edt}`, 'fedBank', '2026-07-02', '2026-07-02', '2026-07-07'],
    [`2026-11-09T09:00:00${est}`, 'federal', '2026-11-09', '2026-11-09', '2026-11-13'],
    [`2026-11-09T09:00:00${est}`, 'nyse', '2026-11-09', '2026-11-09', '2026-11-12'],
    [`2027-12-30T10:00:00${est}`, 'federal', '2027-12-30', '2027-12-30', '2028-01-05'],
    [`2027-12-30T10:00:00${est}`, 'nyse', '2027-12-30', '2027-12-30', '2028-01-04'],
    [`2027-03-25T10:00:00${edt}`, 'federal', '2027-03-25', '2027-03-25', '2027-03-30'],
    [`2027-03-25T10:00:00${edt}`, 'nyse', '2027-03-25', '2027-03-25', '2027-03-31'],
  ])('%s by %s', (receivedAt, holidays, receivedDate, countedFrom, dueDate) => {
    expect(receiptOf(receivedAt, settings(holidays))).toMatchObject({ receivedDate, countedFrom, dueDate });
  });

  test('the month is that of day 0', () => {
    for (const at of [`2026-11-25T15:00:00${est}`, `2026-10-30T16:30:00${edt}`]) {
      expect(countedMonth(receiptOf(at, settings()).countedFrom)).toBe('2026-11');
    }
  });

  test('noon decides to the second: parts of one do not count', () => {
    expect(receiptOf(`2026-11-20T12:00:00.999${est}`, settings()).countedFrom).toBe('2026-11-20');
    expect(receiptOf(`2026-11-20T12:00${est}`, settings()).countedFrom).toBe('2026-11-20');
  });

  test('a day without a time is day 0 as it stands, also a Saturday', () => {
    expect(receiptOf('2026-11-20', settings())).toMatchObject({
      receivedDate: '2026-11-20',
      countedFrom: '2026-11-20',
      dueDate: '2026-11-25',
    });
    expect(receiptOf('2026-11-21', settings())).toMatchObject({
      countedFrom: '2026-11-21',
      dueDate: '2026-11-25',
    });
  });

  test('a further closing moves day 0 and the due day', () => {
    const closed = {
      ...settings(),
      calendar: { holidays: 'federal' as const, closings: new Set(['2026-11-20']) },
    };
    expect(receiptOf(`2026-11-20T09:00:00${est}`, closed)).toMatchObject({
      countedFrom: '2026-11-23',
      dueDate: '2026-11-27',
    });
  });

  test.each(holidaySets)(
    'every day of four years by %s: three business days from day 0 to the due day',
    (set) => {
      const of = settings(set);
      for (let day = '2025-01-01'; day < '2029-01-01'; day = addDays(day, 1)) {
        for (const at of [day, `${day}T17:00:00Z`, `${day}T17:00:01Z`]) {
          const { receivedDate, countedFrom, dueDate } = receiptOf(at, of);
          expect(receivedDate).toBe(day);
          expect(countedFrom >= day).toBe(true);
          expect(at === day || isBusinessDay(countedFrom, of.calendar)).toBe(true);
          expect(isBusinessDay(dueDate, of.calendar)).toBe(true);
          expect(daysTaken(countedFrom, dueDate, of.calendar)).toBe(3);
        }
      }
    },
  );

  test('the target is the hour on the due day, by summer and winter time', () => {
    expect(receiptOf(`2026-11-19T09:30:00${est}`, settings()).target).toBe('2026-11-24T22:30:00.000Z');
    expect(receiptOf(`2026-07-02T10:00:00${edt}`, settings()).target).toBe('2026-07-08T21:30:00.000Z');
  });

  test.each([
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-24', '17:30', 'Asia/Kathmandu', '2026-11-24T11:45:00.000Z'],
    ['2026-11-24', '17:30', 'Pacific/Kiritimati', '2026-11-24T03:30:00.000Z'],
    ['2026-11-24', '00:00', 'UTC', '2026-11-24T00:00:00.000Z'],
  ])('%s %s in %s', (date, time, zone, instant) => {
    expect(instantOf(date, time, zone)).toBe(instant);
  });
});

describe('turnaround', () => {
  const zone = 'America/New_York';

  test('the whole third business day counts', () => {
    const { countedFrom } = receiptOf(`2026-11-19T09:30:00${est}`, settings());
    const taken = (end: string) => daysTaken(countedFrom, localDay(end, zone), calendar);
    expect(taken('2026-11-25T04:59:00Z')).toBe(3);
    expect(isWithin(taken('2026-11-25T04:59:00Z'))).toBe(true);
    expect(taken('2026-11-25T05:00:00Z')).toBe(4);
    expect(isWithin(taken('2026-11-25T05:00:00Z'))).toBe(false);
  });

  test('an item is within time exactly until its due day', () => {
    for (const at of ['2026-11-21', `2026-11-20T12:00:01${est}`, `2026-11-25T15:00:00${est}`]) {
      const { countedFrom, dueDate } = receiptOf(at, settings());
      expect(daysTaken(countedFrom, dueDate, calendar)).toBe(3);
    }
  });

  test('18 of 20 passes, 17 of 19 fails', () => {
    expect(failsMonth(20, 18)).toBe(false);
    expect(failsMonth(19, 17)).toBe(true);
    expect(failsMonth(0, 0)).toBe(false);
    expect(failsMonth(20, 18, 95)).toBe(true);
  });

  test('routine transfers count once they ended or are overdue; withdrawn ones never', () => {
    const item = {
      kind: 'Transfer' as const,
      isPresented: true,
      isRoutine: true,
      stage: 'Posted' as const,
      dueDate: '2026-11-24',
    };
    expect(countsForTurnaround(item, '2026-11-20')).toBe(true);
    expect(countsForTurnaround({ ...item, stage: 'Rejected' }, '2026-11-20')).toBe(true);
    expect(countsForTurnaround({ ...item, stage: 'Canceled' }, '2026-11-30')).toBe(false);
    expect(countsForTurnaround({ ...item, stage: 'Held' }, '2026-11-24')).toBe(false);
    expect(countsForTurnaround({ ...item, stage: 'Held' }, '2026-11-25')).toBe(true);
    expect(countsForTurnaround({ ...item, isRoutine: false }, '2026-11-25')).toBe(false);
    expect(countsForTurnaround({ ...item, isPresented: false }, '2026-11-25')).toBe(false);
    expect(countsForTurnaround({ ...item, kind: 'Issuance' }, '2026-11-25')).toBe(false);
  });

  test('an item that takes effect later is not overdue before that day', () => {
    const item = { dueDate: '2026-11-24', effectiveDate: '2026-12-01' };
    expect(isOverdue(item, '2026-11-30')).toBe(false);
    expect(isOverdue(item, '2026-12-01')).toBe(true);
    expect(isOverdue({ dueDate: '2026-11-24' }, '2026-11-24')).toBe(false);
  });

  test('posted at 23:30 is posted on that local day', () => {
    expect(localDay(`2026-11-20T23:30:00${est}`, zone)).toBe('2026-11-20');
  });
});

describe('days that people are held to', () => {
  test('received in the future', () => {
    const now = new Date('2026-11-20T15:00:00Z');
    const isFuture = (at: string) => isFutureReceipt(at, now, 'America/New_York');
    expect(isFuture(`2026-11-20T10:00:00${est}`)).toBe(false);
    expect(isFuture(`2026-11-20T10:00:01${est}`)).toBe(true);
    expect(isFuture('2026-11-20')).toBe(false);
    expect(isFuture('2026-11-21')).toBe(true);
  });

  test('entered later than the next business day', () => {
    expect(isEnteredLate('2026-11-20', '2026-11-20', calendar)).toBe(false);
    expect(isEnteredLate('2026-11-20', '2026-11-23', calendar)).toBe(false);
    expect(isEnteredLate('2026-11-17', '2026-11-20', calendar)).toBe(true);
  });

  test('the notice about August 2025', () => {
    expect(noticeDueDate('2025-08', calendar)).toBe('2025-09-15');
  });

  test('the next step, the notice of a rejection, an answer', () => {
    expect(latestNextAction('2026-11-20', calendar)).toBe('2026-11-30');
    expect(rejectionNoticeDue('2026-11-25', calendar)).toBe('2026-11-27');
    expect(isUnanswered('2026-10-21', '2026-11-20')).toBe(false);
    expect(isUnanswered('2026-10-20', '2026-11-20')).toBe(true);
  });
});
