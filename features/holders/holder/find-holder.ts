import 'server-only';
import type { Person } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import { readUpstream } from '#lib/gateway/prefetch';
import type { HolderRecord } from '../profile.ts';

/**
 * The registration of an account, or null when this user has no such holder: absent and not permitted look the
 * same. An account without current holdings is matched to the issuer by its canceled certificates
 * (`proveObject`). Throws ApiError.
 */
export async function findHolder(person: Person, account: string): Promise<HolderRecord | null> {
  if (account === '' || account.length > 255) return null;
  return readUpstream(person, 'GetShareholderDetails', { customerShareholderId: account }).catch((error) => {
    if (isApiError(error) && error.code === 'not_found') return null;
    throw error;
  });
}
