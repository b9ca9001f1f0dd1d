// Record dates of meetings, and the texts of meetings, dividends and transactions in pickers.

import { dateSearchText, formatDate, parseDate } from '#lib/format/dates';

export type MeetingRow = {
  proxyId: number;
  title: string | null;
  recordDate: string | null;
  meetingDateTime: string | null;
  status: string | null;
};

/** The day of a date or date-time in any format a registry may send, or null. */
const dayIn = (text: string | null) =>
  parseDate(text ?? '') ?? parseDate((text ?? '').trim().split(/[\s,]/)[0] ?? '');

/**
 * Record date of the next meeting: of the earliest meeting from today on whose record date has been reached.
 * Null when there is none, or its record date is in the future: nothing can be listed as of a later day.
 */
export function nextRecordDate(meetings: readonly MeetingRow[], today: string): string | null {
  const coming = meetings
    .flatMap((row) => {
      const [day, record] = [dayIn(row.meetingDateTime), dayIn(row.recordDate)];
      return day && record && day >= today ? [{ day, record }] : [];
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const next = coming[0];
  return next && next.record <= today ? next.record : null;
}

/** A meeting whose record date has been reached; days as 'yyyy-mm-dd'. */
export type MeetingOfRecord = { key: string; title: string; day: string; record: string };

/**
 * Meetings of which a list can be made: their record date has been reached, and they were not canceled. The next one
 * first, then those of later and of earlier days. `awaited`: the record date of the next meeting, while it is still ahead.
 */
export function meetingsOfRecord(
  meetings: readonly MeetingRow[],
  today: string,
): { reached: MeetingOfRecord[]; awaited: string | null } {
  const known = meetings
    .filter(({ status }) => !/^cancel/i.test(status ?? ''))
    .flatMap((row): MeetingOfRecord[] => {
      const [day, record] = [dayIn(row.meetingDateTime), dayIn(row.recordDate)];
      return day && record
        ? [{ key: `${row.proxyId}`, title: row.title || `Meeting ${row.proxyId}`, day, record }]
        : [];
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const ahead = known.filter(({ day }) => day >= today);
  const past = known.filter(({ day }) => day < today).reverse();
  const next = ahead[0];
  return {
    reached: [...ahead, ...past].filter(({ record }) => record <= today),
    awaited: next && next.record > today ? next.record : null,
  };
}

/** A meeting in one line: `Annual meeting 2026 · Nov 12, 2026 · record date Sep 18, 2026`. */
export function meetingLabel(row: MeetingRow): string {
  const day = dayIn(row.meetingDateTime);
  const record = dayIn(row.recordDate);
  return [
    row.title || `Meeting ${row.proxyId}`,
    day ? formatDate(day) : row.meetingDateTime,
    record ? `record date ${formatDate(record)}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

export type DividendRow = {
  dividendId: number;
  type: string | null;
  security: string | null;
  payable: string | null;
  recordDate: string | null;
};

/** A dividend in one line: `Cash · Common · payable Sep 30, 2026 · record date Sep 15, 2026`. */
export function dividendLabel(row: DividendRow): string {
  return [
    row.type,
    row.security,
    row.payable ? `payable ${formatDate(row.payable)}` : '',
    row.recordDate ? `record date ${formatDate(row.recordDate)}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

export type TransactionRow = {
  transactionId: number;
  controlTransactionId: number;
  type: string | null;
  effectiveDate: string | null;
  transferFrom: string | null;
  issuedTo: string | null;
};

/** A transaction as an option: found by its own number, the registry's number, its parties or its day. */
export function transactionItem(row: TransactionRow) {
  const parties = [row.transferFrom, row.issuedTo].filter(Boolean).join(' → ');
  const day = row.effectiveDate ? formatDate(row.effectiveDate) : '';
  return {
    id: `${row.controlTransactionId}`,
    label: [row.type, day, parties].filter(Boolean).join(' · '),
    note: `No. ${row.transactionId}`,
    find: dateSearchText(row.effectiveDate ?? ''),
  };
}
