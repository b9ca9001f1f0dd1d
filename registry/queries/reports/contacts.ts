import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

/** A contact that an issuer has named to its agent. */
export type Contact = {
  issuer_id: bigint;
  id: bigint;
  name: string;
  title: string;
  role: string;
  may_instruct_issuance: boolean;
  may_receive_lists: boolean;
  email: string;
  phone: string;
  mobile: string;
  address: string;
  status: string;
  active_since: CalendarDate;
  inactive_since: CalendarDate | null;
  confirmed_on: CalendarDate | null;
};

/** The contacts of some issuers, grouped by issuer, active before inactive, by name. */
export async function contactsOf(
  db: Db,
  issuerIds: readonly bigint[],
  status: 'All' | 'Active' | 'Inactive',
): Promise<Contact[]> {
  const { rows } = await db.query<Contact>(
    `select issuer_id, id, name, title, role, may_instruct_issuance, may_receive_lists, email, phone, mobile, address,
            status, active_since, inactive_since, confirmed_on
       from contact
      where issuer_id = any($1::bigint[]) and ($2::text = 'All' or status = $2)
      order by issuer_id, status, name, id`,
    [issuerIds, status],
  );
  return rows;
}
