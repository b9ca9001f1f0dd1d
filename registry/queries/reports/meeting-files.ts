// A meeting and its holders of record, for the quorum sheet and the broker-search letter.

import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';

/** A meeting as its quorum sheet and its broker-search letter need it. `quorum_percent` is decimal text. */
export type MeetingRecord = {
  id: bigint;
  class_id: bigint;
  title: string;
  kind: string;
  record_on: CalendarDate;
  meeting_at: string;
  status: string;
  quorum_percent: string;
  is_frozen: boolean;
};

/** A meeting of an issuer; undefined when it does not exist. */
export async function meetingRecord(
  db: Db,
  issuerId: bigint,
  id: bigint,
): Promise<MeetingRecord | undefined> {
  const { rows } = await db.query<MeetingRecord>(
    `select id, class_id, title, kind, record_on, meeting_at, status, quorum_percent,
            frozen_at is not null as is_frozen
       from proxy where issuer_id = $1 and id = $2`,
    [issuerId, id],
  );
  return rows[0];
}

export type RecordHolder = {
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  shares: bigint;
};

/** Accounts and shares of a class, nominees apart. */
export type RecordSums = Record<'accounts' | 'shares' | 'nomineeAccounts' | 'nomineeShares', bigint>;

/** The frozen list of a meeting where there is one, else the register of its class at the close of `day`. */
const held = `(
  select e.holder_id, e.shares from proxy_entitlement e
   where e.issuer_id = $1 and e.proxy_id = $2 and $5 and e.shares > 0
  union all
  select c.holder_id, sum(c.shares)::bigint from certificate c
   where c.issuer_id = $1 and c.class_id = $3 and c.issued_on <= $4 and c.canceled_on > $4
     and not c.is_treasury and not $5
   group by c.holder_id)`;

const parameters = (issuerId: bigint, { id, class_id, is_frozen }: MeetingRecord, day: CalendarDate) => [
  issuerId,
  id,
  class_id,
  day,
  is_frozen,
];

export async function recordSums(
  db: Db,
  issuerId: bigint,
  meeting: MeetingRecord,
  day: CalendarDate,
): Promise<RecordSums> {
  const { rows } = await db.query<RecordSums>(
    `select count(*) as accounts, coalesce(sum(x.shares), 0)::bigint as shares,
            count(*) filter (where h.is_nominee) as "nomineeAccounts",
            coalesce(sum(x.shares) filter (where h.is_nominee), 0)::bigint as "nomineeShares"
       from ${held} x join holder h on h.id = x.holder_id`,
    parameters(issuerId, meeting, day),
  );
  return rows[0] ?? { accounts: 0n, shares: 0n, nomineeAccounts: 0n, nomineeShares: 0n };
}

/** The accounts that are nominees, or those that are not, by sort name through a cursor. */
export function recordHolders(
  client: PoolClient,
  issuerId: bigint,
  meeting: MeetingRecord,
  { day, nominees }: { day: CalendarDate; nominees: boolean },
): AsyncGenerator<RecordHolder, void, undefined> {
  return streamRows<RecordHolder>(
    client,
    `select h.customer_id, h.name, h.name2, h.name3, x.shares
       from ${held} x
       join account a on a.issuer_id = $1 and a.holder_id = x.holder_id
       join holder h on h.id = x.holder_id
      where h.is_nominee = $6
      order by a.sort_key, a.holder_id`,
    [...parameters(issuerId, meeting, day), nominees],
    1000,
  );
}
