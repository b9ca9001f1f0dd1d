// Reads the certificates of a past day from a response, and checks them against the balance.

import type { ResponseFor } from '../contract/index.ts';
import { exact } from '../format/exact-shares.ts';
import { textOf } from '../format/text-of.ts';
import { sum } from './bigint-math.ts';
import type { Balance } from './capacity.ts';
import { type Check, mustEqual } from './checks.ts';
import { certificateNumber } from './numbers.ts';
import type { OwnedCertificate } from './ownership/certificate-owners.ts';
import { restrictionOf } from './transactions/journal.ts';

type Row = ResponseFor<'GetCertificatesAsOf'>['certificates'][number];

/** A certificate as it was at the close of a day. */
export type PastCertificate = OwnedCertificate & { form: string; acquired: string };

/** Every certificate issued by the day, whatever happened to it later, without treasury. */
export const pastCertificatesInput = (issuer: number, day: string, account?: string) => ({
  customerIssuerId: issuer,
  cutoff: day,
  status: 'All' as const,
  ...(account === undefined ? {} : { customerShareholderId: account }),
});

export function pastCertificate(row: Row): PastCertificate {
  const id = row.controlCertificateId;
  const canceled = textOf(row.canceled);
  const stop = (row.stops ?? []).map(({ kind }) => kind).join(', ');
  return {
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    key: textOf(id),
    number: certificateNumber(row),
    customerNumber: textOf(row.customerCertificateId) === textOf(id) ? '' : textOf(row.customerCertificateId),
    className: textOf(row.security),
    shares: exact(row.shares),
    issued: textOf(row.issued),
    canceled,
    restriction: restrictionOf(row.restriction),
    stop,
    status: canceled ? 'Canceled' : stop ? 'Stopped' : 'Outstanding',
    postReverseSplit: false,
    owner: {
      account: textOf(row.customerShareholderId),
      name: textOf(row.shareholderName),
      transaction: null,
    },
    form: textOf(row.form),
    acquired: textOf(row.acquiredOn),
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
