// Limits the number of uploaded files that are neither posted nor discarded.

import type { PoolClient } from 'pg';
import { HttpError } from '#registry/http/http-error';
import type { FileKind } from '#registry/import/files/register-file-rows';

/** Files that are neither posted nor discarded; each may have 512 MB on disk. */
const openMax = 20;

/** Throws 409 when there are too many files that are not finished. */
export async function needFreePlace(tx: PoolClient, kind: FileKind): Promise<void> {
  const open = await tx.query<{ count: bigint }>(
    `select count(*) as count from register_file
      where kind = $1 and state in ('Pulling', 'Uploading', 'Uploaded', 'Checked', 'Approved')`,
    [kind],
  );
  if ((open.rows[0]?.count ?? 0n) >= BigInt(openMax))
    throw new HttpError(
      409,
      `${openMax} ${kind === 'Bulk' ? 'bulk sheets' : 'registers'} are neither posted nor discarded. Discard one first.`,
    );
}
