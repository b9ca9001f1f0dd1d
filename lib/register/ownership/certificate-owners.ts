// Adds owners to certificates, and filters certificates by status.

import type { ResponseFor } from '#lib/contract/index';
import { textOf } from '#lib/format/text-of';
import type { Certificate } from '../certificates.ts';
import { restrictionOf } from '../transactions/journal.ts';

export type Owner = { account: string; name: string; transaction: number | null };

/**
 * The holder of each outstanding certificate, by certificate key: the list of certificates does not name the
 * owner.
 */
export function ownersOf(
  pages: readonly ResponseFor<'GetIssuerShareholderDetails'>[],
): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const { shareholders } of pages) {
    for (const holder of shareholders ?? []) {
      for (const { certificates } of holder.securities ?? []) {
        for (const one of certificates ?? []) {
          const by = one.issuanceTransactionId;
          if (one.controlCertificateId === undefined || one.controlCertificateId === null) continue;
          owners.set(`${one.controlCertificateId}`, {
            account: textOf(holder.shareholderCustomerId),
            name: textOf(holder.shareholderName),
            transaction: typeof by === 'number' ? by : null,
          });
        }
      }
    }
  }
  return owners;
}

export type OwnedCertificate = Certificate & { owner: Owner | null };

export function withOwners(
  certificates: readonly Certificate[],
  owners: ReadonlyMap<string, Owner>,
): OwnedCertificate[] {
  return certificates.map((one) => ({ ...one, owner: owners.get(one.key) ?? null }));
}

export type CertificateFilter = 'outstanding' | 'stopped' | 'restricted' | 'canceled';

export const certificateTests: Readonly<Record<CertificateFilter, (one: Certificate) => boolean>> = {
  outstanding: (one) => one.status !== 'Canceled',
  // A stop stays after cancellation: a paper certificate that was never surrendered may still be presented.
  stopped: (one) => Boolean(one.stop),
  restricted: (one) => one.status !== 'Canceled' && Boolean(one.restriction),
  canceled: (one) => one.status === 'Canceled',
};

/** `?status=`; any other value means every certificate. */
export const certificateFilter = (value: string | null): CertificateFilter | null =>
  value !== null && value in certificateTests ? (value as CertificateFilter) : null;

/** Numbers used by more than one outstanding certificate of a class: they should be unique. */
export function duplicateNumbers(certificates: readonly Certificate[]): string[] {
  const seen = new Map<string, number>();
  for (const one of certificates) {
    if (one.status === 'Canceled' || !one.number) continue;
    const id = `${one.className}: ${one.number}`;
    seen.set(id, (seen.get(id) ?? 0) + 1);
  }
  return [...seen].filter(([, count]) => count > 1).map(([id]) => id);
}

/** 'Rule 144', 'None', or "not reported"; restrictions are shown as words, not as letters. */
export const restrictionText = (value: string | null) => (restrictionOf(value) ?? 'Not reported') || 'None';
