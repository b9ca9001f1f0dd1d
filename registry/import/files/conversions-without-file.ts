// Adds registers posted by a command or an archive to the list of uploaded ones.

import type { ClientBase } from 'pg';
import { takeIds } from '#registry/db/ids';
import type { Db } from '#registry/db/session';
import { conversionTitle } from '../post/title.ts';
import { addStep } from './register-file-rows.ts';

type Conversion = {
  issuer_id: bigint;
  customer_issuer_id: bigint;
  issuer_name: string;
  as_of: string;
  source: string;
  file_name: string;
  sha256: string;
  accepted: string;
  posted_at: string;
  undone_at: string | null;
  undo_reason: string;
};

/** Who is shown for a register that was posted by a command: the books do not know the person. */
export const onCommandLine = 'Command line';

const isUnlisted = 'not exists (select 1 from register_file f where f.issuer_id = c.issuer_id)';

/** Whether there is a register that listConversions would list. */
export async function hasUnlisted(db: Db): Promise<boolean> {
  const { rows } = await db.query(`select 1 from conversion c where ${isUnlisted} limit 1`);
  return rows.length > 0;
}

/**
 * Lists registers that were posted without an upload, on the command line or with an archive, beside those that were
 * uploaded. Their file is not kept here: they have 0 bytes. Done again, it changes nothing.
 */
export async function listConversions(client: ClientBase): Promise<void> {
  if (!(await hasUnlisted(client))) return;
  // Locks the counter, so that two programs do not list the same one.
  await takeIds(client, 'register file', 0);
  const { rows } = await client.query<Conversion>(
    `select c.issuer_id, c.customer_issuer_id, c.issuer_name, c.as_of, c.source, c.file_name, c.sha256, c.accepted,
            c.posted_at, c.undone_at, c.undo_reason
       from conversion c where ${isUnlisted} order by c.posted_at, c.issuer_id`,
  );
  for (const row of rows) {
    const id = Number(await takeIds(client, 'register file'));
    const title = conversionTitle(row);
    await client.query(
      `insert into register_file (id, kind, state, name, bytes, sha256, uploaded_by, uploaded_at, customer_issuer_id,
                                  issuer_name, as_of, source, accepted, title, issuer_id)
       values ($1, 'Register', 'Posted', $2, 0, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[
          id,
          row.file_name,
          row.sha256,
          onCommandLine,
          row.posted_at,
          row.customer_issuer_id,
          row.issuer_name,
        ],
        ...[row.as_of, row.source, row.accepted, title, row.issuer_id],
      ],
    );
    const by = { byEmail: '', byName: onCommandLine };
    await addStep(client, id, { at: row.posted_at, kind: 'Posted', ...by, text: title });
    if (row.undone_at)
      await addStep(client, id, { at: row.undone_at, kind: 'Undone', ...by, text: row.undo_reason });
  }
}
