// Reads stops on certificates, and applies them to a day.

import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { type Certificate, type CertificateStatus, outstandingOn } from '#lib/register/certificates';
import { transactionNumber } from '#lib/register/numbers';

type Row = ResponseFor<'GetStops'>['stops'][number];

/** A stop on a certificate, from its placement to its release. */
export type Stop = {
  id: string;
  certificate: number | null;
  number: string;
  className: string;
  account: string;
  holder: string;
  shares: bigint | null;
  kind: string;
  placed: string;
  placedBy: string;
  demandedBy: string;
  document: string;
  expires: string;
  released: string;
  releasedBy: string;
  releaseReason: string;
  releaseDocument: string;
  note: string;
  /** The transaction that released it; null when none did. */
  transaction: number | null;
  transactionNumber: string;
};

/** Stops of the issuer or of one certificate; the operation has no day, but each stop has its own two. */
export const stopsInput = (issuer: number, certificate?: number) => ({
  customerIssuerId: issuer,
  ...(certificate === undefined ? {} : { controlCertificateId: certificate }),
});

const key = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null);

export function stopOf(row: Row): Stop {
  const transaction = key(row.controlTransactionId);
  return {
    id: textOf(row.stopId),
    certificate: key(row.controlCertificateId),
    number: textOf(row.prefixAndCertificateNumber),
    className: textOf(row.security),
    account: textOf(row.customerShareholderId),
    holder: textOf(row.shareholderName),
    shares: exact(row.shares),
    kind: textOf(row.kind),
    placed: textOf(row.placed),
    placedBy: textOf(row.placedBy),
    demandedBy: textOf(row.demandedBy),
    document: textOf(row.document),
    expires: textOf(row.expires),
    released: textOf(row.released),
    releasedBy: textOf(row.releasedBy),
    releaseReason: textOf(row.releaseReason),
    releaseDocument: textOf(row.releaseDocument),
    note: textOf(row.note),
    transaction,
    transactionNumber: transaction === null ? '' : transactionNumber(row.transactionId, transaction),
  };
}

/** Active at the close of a day: placed by then and not yet released. */
export const isActiveOn = ({ placed, released }: Stop, day: string): boolean =>
  placed <= day && (released === '' || released > day);

/** Stops placed by a day; later ones did not exist then. */
export const placedBy = (stops: readonly Stop[], day: string): Stop[] =>
  stops.filter(({ placed }) => placed <= day);

export type StopFilter = 'active' | 'released';

/** `?stops=`; any other value means all of them. */
export const stopFilter = (value: string | null): StopFilter | null =>
  value === 'active' || value === 'released' ? value : null;

export type CertificateOn = {
  status: CertificateStatus | 'Not yet issued';
  /** Kinds of the stops of the day, '' without one. */
  stop: string;
  canceledText: string;
};

/** A certificate at the close of a past day; null when a date of it cannot be read. */
export function certificateOn(
  certificate: Certificate,
  stops: readonly Stop[],
  day: string,
): CertificateOn | null {
  const outstanding = outstandingOn(certificate, day);
  if (outstanding === null) return null;
  const { issued, canceled } = certificate;
  const stop = stops
    .filter((one) => isActiveOn(one, day))
    .map(({ kind }) => kind)
    .join(', ');
  const status = outstanding
    ? stop
      ? 'Stopped'
      : 'Outstanding'
    : issued > day
      ? 'Not yet issued'
      : 'Canceled';
  const later = canceled && canceled > day ? `Not by then. Canceled on ${formatDate(canceled)}.` : 'No';
  return { status, stop, canceledText: status === 'Canceled' ? formatDate(canceled) : later };
}
