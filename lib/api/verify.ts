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

/** Of all bytes of a file, or of the cells of a workbook. */
export type Digest = { sha256: string } | { cellsSha256: string };

/** Which run made the file with this digest; nothing else is sent. */
export const verifyDigest = async (digest: Digest, signal?: AbortSignal) =>
  (await request('/api/verify', { method: 'POST', body: digest, signal })) as Verified;
