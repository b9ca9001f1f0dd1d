import { request } from './call.ts';

/** A file that a run of this dashboard made. Days are calendar days in the registry's time zone. */
export type VerifiedFile = {
  endpoint: string;
  /** Null for a file of all issuers. */
  issuer: number | null;
  /** The day its figures are of, and of a period its first day. */
  asOf: string;
  from: string | null;
  /** Name of the user who created it. */
  createdBy: string;
  createdAt: string;
  createdOn: string;
  fileName: string | null;
  bytes: number | null;
  /** The run, for its own user. */
  run: string | null;
};

export type Verified = { file: VerifiedFile | null };

/** Which run made the file with this SHA-256; only the digest is sent. */
export const verifyDigest = async (sha256: string, signal?: AbortSignal) =>
  (await request('/api/verify', { method: 'POST', body: { sha256 }, signal })) as Verified;
