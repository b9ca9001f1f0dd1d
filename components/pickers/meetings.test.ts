import { describe, expect, test } from 'vitest';
import {
  dividendLabel,
  meetingLabel,
  meetingsOfRecord,
  nextRecordDate,
  transactionItem,
} from './meetings.ts';

const meeting = (meetingDateTime: string | null, recordDate: string | null, title = 'Annual meeting') => ({
  proxyId: 7,
  title,
  recordDate,
  meetingDateTime,
  status: 'Open',
});

describe('record date of the next meeting', () => {
  const today = '2026-11-20';
  test('is that of the earliest upcoming meeting, in any date format', () => {
    const rows = [
      meeting('2/3/2027 10:00 AM', '11/19/2026'),
      meeting('2026-12-15T10:00:00', '2026-10-30'),
      meeting('5/1/2026', '3/15/2026'),
    ];
    expect(nextRecordDate(rows, today)).toBe('2026-10-30');
  });
  test('is none if in the future, without meetings, and where dates are missing', () => {
    expect(nextRecordDate([meeting('12/15/2026', '11/25/2026')], today)).toBeNull();
    expect(nextRecordDate([], today)).toBeNull();
    expect(nextRecordDate([meeting(null, null), meeting('soon', '1/1/2026')], today)).toBeNull();
  });
});

test('meetings of record: the next first, then past ones; none that is canceled or whose record date is ahead', () => {
  const today = '2026-11-20';
  const rows = [
    meeting('5/1/2026', '3/15/2026', 'Past'),
    meeting('12/15/2026', '10/30/2026', 'Next'),
    { ...meeting('12/1/2026', '10/1/2026', 'Off'), status: 'Canceled' },
    meeting('2/3/2027', '12/19/2026', 'Later'),
    meeting('5/1/2025', '3/15/2025', 'Before'),
    meeting(null, '3/15/2025', 'No day'),
  ];
  const { reached, awaited } = meetingsOfRecord(rows, today);
  expect(reached.map(({ title, record }) => [title, record])).toEqual([
    ['Next', '2026-10-30'],
    ['Past', '2026-03-15'],
    ['Before', '2025-03-15'],
  ]);
  expect(awaited).toBeNull();
  expect(meetingsOfRecord([meeting('2/3/2027', '12/19/2026')], today)).toEqual({
    reached: [],
    awaited: '2026-12-19',
  });
});

test('labels contain known values only', () => {
  expect(meetingLabel(meeting('12/15/2026 10:00 AM', '10/30/2026'))).toBe(
    'Annual meeting · Dec 15, 2026 · record date Oct 30, 2026',
  );
  expect(meetingLabel(meeting('to be announced', null, ''))).toBe('Meeting 7 · to be announced');
  expect(
    dividendLabel({ dividendId: 1, type: 'Cash', security: null, payable: '2026-09-30', recordDate: null }),
  ).toBe('Cash · payable Sep 30, 2026');
  expect(
    transactionItem({
      transactionId: 12,
      controlTransactionId: 100012,
      type: 'Transfer',
      effectiveDate: '2026-05-03',
      transferFrom: 'A',
      issuedTo: null,
    }),
  ).toEqual({
    id: '100012',
    label: 'Transfer · May 3, 2026 · A',
    note: 'No. 12',
    find: '5/3/2026 2026-05-03',
  });
});
