import type { ResponseFor } from '#lib/contract/index';

/**
 * The transaction that issued a certificate, by certificate key; the shareholder details give it for
 * outstanding ones.
 */
export function issuedBy(
  details: ResponseFor<'GetIssuerShareholderDetails'> | undefined,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const holder of details?.shareholders ?? []) {
    for (const { certificates } of holder.securities ?? []) {
      for (const { controlCertificateId, issuanceTransactionId } of certificates ?? []) {
        if (controlCertificateId !== undefined && typeof issuanceTransactionId === 'number')
          found.set(`${controlCertificateId}`, issuanceTransactionId);
      }
    }
  }
  return found;
}
