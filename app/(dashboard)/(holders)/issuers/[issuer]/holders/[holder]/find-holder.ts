import 'server-only';
import type { Person } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { readUpstream } from '#lib/upstream/prefetch';
import { certificatesInput, certificatesOf } from '../../../../../certificates.ts';
import type { HolderRecord } from '../../../../figures/profile.ts';

const orNull = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'not_found') return null;
  throw error;
};

/**
 * The registration of an account, or null when there is no such holder for this person: absent and not theirs look the
 * same. Whoever holds nothing any more cannot be shown by a holding, so the canceled certificates and the issuer's list
 * of registrations speak for them. Throws ApiError.
 */
export async function findHolder(
  person: Person,
  issuer: number,
  account: string,
): Promise<{ record: HolderRecord | null } | null> {
  if (account === '' || account.length > 255) return null;
  const record = await readUpstream(person, 'GetShareholderDetails', {
    customerShareholderId: account,
  }).catch(orNull);
  if (record) return { record };
  const certificates = await readUpstream(
    person,
    'GetHoldingCertificates',
    certificatesInput(issuer, account),
  ).catch(orNull);
  if (certificatesOf(certificates).length === 0) return null;
  const list = await readUpstream(person, 'GetShareholderDetailsList', { customerIssuerId: issuer }).catch(
    orNull,
  );
  return { record: list?.shareholders.find((one) => one.customerShareholderId === account) ?? null };
}
