// Page of the changes of a holder's registration.

import type { Db } from '#registry/db/session';
import { type Page, pageOf } from './page.ts';

export type HolderChange = {
  changed_at: string;
  by_email: string;
  by_first_name: string;
  by_last_name: string;
  client_id: string;
  before_text: string;
  after_text: string;
};

/** The id of a holder that has an account at the issuer. */
export async function accountHolder(
  db: Db,
  issuerId: bigint,
  customerShareholderId: string,
): Promise<bigint | undefined> {
  const { rows } = await db.query<{ id: bigint }>(
    `select h.id from holder h join account a on a.holder_id = h.id and a.issuer_id = $1 and a.role = 'holder'
      where h.customer_id = $2`,
    [issuerId, customerShareholderId],
  );
  return rows[0]?.id;
}

/** Changes of a holder's record, newest first. */
export function holderChangePage(
  db: Db,
  holderId: bigint,
  page: Page,
): Promise<{ total: bigint; rows: HolderChange[] }> {
  return pageOf<HolderChange>(
    db,
    {
      columns: `to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed_at, by_email,
        by_first_name, by_last_name, client_id, before_text, after_text`,
      from: 'from holder_change where holder_id = $1',
      order: 'id desc',
      values: [holderId],
    },
    page,
  );
}
