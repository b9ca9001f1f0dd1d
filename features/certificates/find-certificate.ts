import 'server-only';
import type { Person } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import { readUpstream } from '#lib/gateway/prefetch';
import { type Certificate, certificatesInput, certificatesOf } from '#lib/register/certificates';

/**
 * One certificate by its registry key. There is no operation for a single one: it is found in the list of its
 * holder where the address names one, else in the issuer's list. Null when there is none. Throws ApiError.
 */
export async function findCertificate(
  person: Person,
  issuer: number,
  id: number,
  holder: string | undefined,
): Promise<Certificate | null> {
  const among = async (account?: string) => {
    const answer = await readUpstream(
      person,
      'GetHoldingCertificates',
      certificatesInput(issuer, account),
    ).catch((error: unknown) => {
      if (isApiError(error) && error.code === 'not_found') return [];
      throw error;
    });
    return certificatesOf(answer).find((one) => one.id === id) ?? null;
  };
  const named = holder && holder.length <= 255 ? await among(holder) : null;
  return named ?? among();
}
