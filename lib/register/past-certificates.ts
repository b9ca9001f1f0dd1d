// Reads the certificates of a past day from a response, and checks them against the balance.

import type { ResponseFor } from '../contract/index.ts';
import { exact } from '../format/exact-shares.ts';
import { sum } from './bigint-math.ts';
import type { Balance } from './capacity.ts';
import { type Check, mustEqual } from './checks.ts';
import { certificateNumber } from './numbers.ts';
import type { OwnedCertificate } from './ownership/certificate-owners.ts';
import { restrictionOf } from './transactions/journal.ts';

type Row = ResponseFor<'GetCertificatesAsOf'>['certificates'][number];

/** A certificate as it was at the close of a day. */
export type PastCertificate = OwnedCertificate & { form: string; acquired: string };

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** Every certificate issued by the day, whatever happened to it later, without treasury. */
export const pastCertificatesInput = (issuer: number, day: string, account?: string) => ({
  customerIssuerId: issuer,
  cutoff: day,
  status: 'All' as const,
  ...(account === undefined ? {} : { customerShareholderId: account }),
});

export function pastCertificate(row: Row): PastCertificate {
  const id = row.controlCertificateId;
  const canceled = text(row.canceled);
  const stop = (row.stops ?? []).map(({ kind }) => kind).join(', ');
  return {
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    key: text(id),
    number: certificateNumber(row),
    customerNumber: text(row.customerCertificateId) === text(id) ? '' : text(row.customerCertificateId),
    className: text(row.security),
    shares: exact(row.shares),
    issued: text(row.issued),
    canceled,
    restriction: restrictionOf(row.restriction),
    stop,
    status: canceled ? 'Canceled' : stop ? 'Stopped' : 'Outstanding',
    postReverseSplit: false,
    owner: { account: text(row.customerShareholderId), name: text(row.shareholderName), transaction: null },
    form: text(row.form),
    acquired: text(row.acquiredOn),
  };
}

/** Outstanding certificates of each class against the balance of the same day. */
export function certificateChecks(
  rows: readonly PastCertificate[],
  balances: readonly Balance[] | null,
): Check[] {
  const live = rows.filter(({ status }) => status !== 'Canceled');
  const names = new Set([
    ...(balances ?? []).map((one) => one.className),
    ...live.map((one) => one.className),
  ]);
  return [...names].map((className) =>
    mustEqual(
      className,
      `${className}: outstanding certificates equal the outstanding shares of the day`,
      sum(live.filter((one) => one.className === className).map((one) => one.shares)),
      balances && exact(balances.find((one) => one.className === className)?.totalOutstandingShares ?? null),
    ),
  );
}
