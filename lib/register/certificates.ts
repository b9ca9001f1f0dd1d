// Reads certificates from a response, and their state on a day.

import { parseDate } from '../format/dates.ts';
import { exact } from '../format/exact-shares.ts';
import { textOf } from '../format/text-of.ts';
import { sum } from './bigint-math.ts';
import { certificateNumber } from './numbers.ts';
import { restrictionOf } from './transactions/journal.ts';

export type CertificateStatus = 'Outstanding' | 'Stopped' | 'Canceled';

export type Certificate = {
  /** Registry key, for the certificate's page; null when not given. */
  id: number | null;
  key: string;
  number: string;
  customerNumber: string;
  className: string;
  shares: bigint | null;
  /** 'yyyy-mm-dd', or the registry's own text when it is not a date; '' when none. */
  issued: string;
  canceled: string;
  /** '' without one; null where the registry does not report it. */
  restriction: string | null;
  stop: string | null;
  status: CertificateStatus;
  postReverseSplit: boolean;
};

const isMissing = (value: unknown) => value === null || value === undefined;
const day = (value: unknown) => parseDate(textOf(value)) ?? textOf(value);

/** The response as a list: the interface does not specify whether it is a list or a single object. */
export function certificatesOf(response: unknown): Certificate[] {
  const rows: readonly Record<string, unknown>[] = Array.isArray(response)
    ? response
    : response && typeof response === 'object'
      ? [response as Record<string, unknown>]
      : [];
  return rows.map((row, index) => {
    const canceled = day(row.canceled);
    const stop = isMissing(row.stop) ? null : textOf(row.stop);
    const id = row.controlCertificateId;
    return {
      id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
      key: textOf(id) || `row ${index}`,
      number: certificateNumber(row),
      // Registries repeat their own id where the customer has given none.
      customerNumber:
        textOf(row.customerCertificateId) === textOf(id) ? '' : textOf(row.customerCertificateId),
      className: textOf(row.security),
      shares: exact(row.shares),
      issued: day(row.issued),
      canceled,
      restriction: restrictionOf(row.restriction),
      stop,
      status: canceled ? 'Canceled' : stop ? 'Stopped' : 'Outstanding',
      postReverseSplit: row.postReverseSplit === true,
    };
  });
}

/**
 * Whether a certificate is outstanding at the close of a day: issued by that day and not canceled by then. Null
 * when a date cannot be read.
 */
export function outstandingOn({ issued, canceled }: Certificate, date: string): boolean | null {
  if (!parseDate(issued) || (canceled && !parseDate(canceled))) return null;
  return issued <= date && (!canceled || canceled > date);
}

/**
 * Shares and number of certificates outstanding at the close of a day, by class; null when a date cannot be
 * read.
 */
export function heldOn(
  certificates: readonly Certificate[],
  date: string,
): ReadonlyMap<string, { shares: bigint | null; count: number }> | null {
  const held = new Map<string, { shares: bigint | null; count: number }>();
  for (const one of certificates) {
    const outstanding = outstandingOn(one, date);
    if (outstanding === null) return null;
    if (!outstanding) continue;
    const before = held.get(one.className) ?? { shares: 0n, count: 0 };
    held.set(one.className, { shares: sum([before.shares, one.shares]), count: before.count + 1 });
  }
  return held;
}

/** Badge colors of the statuses of certificates. */
export const certificateStatusTones = {
  Outstanding: 'positive',
  Stopped: 'danger',
  Canceled: 'neutral',
} as const;
