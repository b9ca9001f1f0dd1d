// Rejections as the registry recorded them, and their counts.

import type { ResponseFor } from '#lib/contract/index';
import { businessDaysBetween } from '#lib/format/business-days';
import { isDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { transactionNumber } from '#lib/register/numbers';
import { turnaroundDays } from '#lib/register/transactions/status';

/** One rejection, as the registry recorded it. */
export type Rejection = {
  id: string;
  rejectNumber: string;
  issuer: number;
  issuerName: string;
  kind: string;
  rejected: string;
  received: string;
  /** Business days from receipt to rejection. */
  days: number | null;
  transaction: number | null;
  transactionNumber: string;
  code: string;
  reason: string;
  account: string;
  holder: string;
  certificates: string;
  className: string;
  shares: bigint | null;
  value: string | null;
  presentor: string;
  /** Null where the role may not see it. */
  presentorAddress: string | null;
  /** Participant number of the depository, or the guarantor with its stamp. */
  guarantor: string;
  noticeTo: string;
  notice: string;
  /** Business days from rejection to notice; null without a notice. */
  noticeDays: number | null;
  returned: string;
  representedAs: string;
};

type Row = ResponseFor<'GetRejections'>['rejections'][number];

const joined = (...parts: unknown[]) => parts.map(textOf).filter(Boolean).join(' ');

export function rejectionOf(row: Row): Rejection {
  const id = row.controlTransactionId;
  const [rejected, notice] = [textOf(row.rejectedDate), textOf(row.noticeDate)];
  return {
    id: `${row.customerIssuerId}/${row.rejectNumber}`,
    rejectNumber: textOf(row.rejectNumber),
    issuer: row.customerIssuerId,
    issuerName: textOf(row.issuerName),
    kind: textOf(row.kind),
    rejected,
    received: textOf(row.receivedDate),
    days: typeof row.businessDays === 'number' ? row.businessDays : null,
    transaction: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    transactionNumber: transactionNumber(row.transactionId, id),
    code: textOf(row.reasonCode),
    reason: textOf(row.reason),
    account: textOf(row.customerShareholderId),
    holder: (row.registeredHolder ?? []).join(' '),
    certificates: textOf(row.certificates),
    className: textOf(row.security),
    // Of an unknown certificate the shares are not known, and a stop request has none.
    shares: exact(row.shares) || null,
    value: row.value ?? null,
    presentor: textOf(row.presentor),
    presentorAddress: row.presentorAddress ?? null,
    guarantor: joined(row.participantNumber, row.guarantor, row.medallionPrefix, row.medallionSerial),
    noticeTo: textOf(row.noticeTo),
    notice,
    noticeDays: isDate(rejected) && isDate(notice) ? businessDaysBetween(rejected, notice) : null,
    returned: textOf(row.returnedHow),
    representedAs: textOf(row.representedAsTransactionId),
  };
}

/** The lists of rejections, in the order shown; a kind of another registry follows as it is. */
export const kindLabels: Readonly<Record<string, string>> = {
  DTC: 'Depository (DTC)',
  Medallion: 'Medallion',
  Other: 'Other',
};
export const kindLabel = (kind: string) => kindLabels[kind] ?? kind;

/** The kinds in use: the known ones first. */
export function kindsOf(rows: readonly Rejection[]): string[] {
  const known = Object.keys(kindLabels);
  return [...new Set([...known, ...rows.map(({ kind }) => kind)])].filter(Boolean);
}

export type Reason = { code: string; reason: string; count: number };

/** Reasons in use, most frequent first. */
export function reasonsOf(rows: readonly Rejection[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const { code, reason } of rows) {
    const one = found.get(code) ?? { code, reason, count: 0 };
    found.set(code, { ...one, count: one.count + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.code.localeCompare(b.code, 'en'));
}

export type RejectionSummary = {
  count: number;
  /** Rejected within the turnaround rule, of those with both dates. */
  onTime: number;
  dated: number;
  slowest: Rejection | null;
  withoutNotice: number;
  represented: number;
};

export function summaryOf(rows: readonly Rejection[]): RejectionSummary {
  const dated = rows.filter(({ days }) => days !== null);
  return {
    count: rows.length,
    onTime: dated.filter(({ days }) => (days ?? 0) <= turnaroundDays).length,
    dated: dated.length,
    slowest: dated.reduce<Rejection | null>(
      (slowest, row) => (slowest === null || (row.days ?? 0) > (slowest.days ?? 0) ? row : slowest),
      null,
    ),
    withoutNotice: rows.filter(({ notice }) => notice === '').length,
    represented: rows.filter(({ representedAs }) => representedAs !== '').length,
  };
}
