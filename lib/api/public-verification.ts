// Browser calls that verify a file without sign-in.

import type { ResponseFor } from '../contract/index.ts';
import { request } from './call.ts';
import type { VerifiedFile } from './verify.ts';

/** A file that was created here, as anybody who has it may know. */
export type PublicFile = Pick<VerifiedFile, 'endpoint' | 'asOf' | 'from' | 'createdAt' | 'createdOn'> & {
  /** Null for a file of all issuers; the name is null where the registry did not answer. */
  issuer: { id: number; name: string | null } | null;
};

export type PublicVerified = { file: PublicFile | null };

type Listed = ResponseFor<'GetSealCertificate'>['certificates'][number];

/** A certificate with which files are, or were, signed. */
export type SigningCertificate = Pick<
  Listed,
  | 'subject'
  | 'issuedBy'
  | 'serialNumber'
  | 'validFrom'
  | 'validTo'
  | 'fingerprint'
  | 'rootFingerprint'
  | 'pem'
  | 'state'
  | 'usedFrom'
  | 'usedUntil'
  | 'withdrawnOn'
>;

/** The newest first; null where the registry signs no files. */
export type PublicKeys = { certificates: readonly SigningCertificate[] | null };

const path = '/api/public/verify';

/** Whether a file with this SHA-256 was created here; only the digest is sent. Needs no sign-in. */
export const verifyPublicly = async (sha256: string, signal?: AbortSignal) =>
  (await request(path, { method: 'POST', body: { sha256 }, signal })) as PublicVerified;

/** The certificates of this installation. Needs no sign-in. */
export const readPublicKeys = async (signal?: AbortSignal) => (await request(path, { signal })) as PublicKeys;
