import 'server-only';
import { ApiError } from '../api/error.ts';
import { callUpstream } from '../upstream/call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { idOf } from './response/other-issuers.ts';
import { readResponse } from './response/read.ts';

/** The IDs of all issuers of the registry, regardless of user; for the server's own checks. Throws ApiError. */
export async function knownIssuers(upstream: Upstream): Promise<ReadonlySet<number>> {
  const text = await callUpstream(upstream, 'all', 'GetTransferAgentIssuers', {});
  const rows = readResponse(text);
  if (!Array.isArray(rows)) throw new ApiError('upstream_unreadable');
  return new Set(rows.map((row) => idOf(row?.customerIssuerId) as number));
}
