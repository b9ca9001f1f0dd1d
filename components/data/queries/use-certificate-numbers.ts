'use client';

import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { certificatesQuery } from '#lib/api/register-queries';
import { certificatesOf } from '#lib/register/certificates';
import { type CertificateNumbers, numbersOf } from '#lib/register/numbers';
import type { JournalLine } from '#lib/register/transactions/journal';

/** Up to this many accounts are read one by one; for more, the issuer's whole list is read once. */
const accountsMax = 4;

/**
 * Numbers with prefix of the certificates in journal lines, which have them without; and whether they are still
 * loading. A list that fails leaves its numbers out.
 */
export function useCertificateNumbers(
  issuer: number,
  lines: readonly JournalLine[],
): { numbers: CertificateNumbers; loading: boolean } {
  // No list of certificates has those of treasury.
  const accounts = new Set(lines.flatMap(({ account, treasury }) => (account && !treasury ? [account] : [])));
  const queries =
    accounts.size > accountsMax
      ? [certificatesQuery(issuer)]
      : [...accounts].map((account) => certificatesQuery(issuer, account));
  return useQueries({ queries, combine });
}

/** At module level: a stable function is run again for new responses only. */
function combine(results: readonly UseQueryResult<unknown>[]) {
  return {
    numbers: numbersOf(results.flatMap(({ data }) => (data === undefined ? [] : certificatesOf(data)))),
    loading: results.some(({ isPending }) => isPending),
  };
}
