import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';

/** A meeting with the shares entitled and present; `quorum_percent` is decimal text. */
export type ProxySummary = {
  issuer_id: bigint;
  id: bigint;
  class_id: bigint;
  title: string;
  record_on: CalendarDate;
  mailed_on: CalendarDate | null;
  meeting_at: string;
  vote_close_at: string;
  status: string;
  quorum_percent: string;
  entitled: bigint;
  voted: bigint;
};

/**
 * The proxies of an issuer, latest record date first. Entitled: the list frozen when the vote was opened;
 * before that, the outstanding shares at the record date, or 0 while that date is in the future.
 */
export async function proxiesOf(db: Db, issuerId: bigint, today: CalendarDate): Promise<ProxySummary[]> {
  const { rows } = await db.query<ProxySummary>(
    `select p.issuer_id, p.id, p.class_id, p.title, p.record_on, p.mailed_on, p.meeting_at, p.vote_close_at, p.status,
            p.quorum_percent,
            case when p.frozen_at is not null
                 then (select coalesce(sum(e.shares), 0)::bigint from proxy_entitlement e
                        where e.issuer_id = $1 and e.proxy_id = p.id)
                 when p.record_on <= $2
                 then (select coalesce(sum(c.shares), 0)::bigint from certificate c
                        where c.issuer_id = $1 and c.class_id = p.class_id and c.issued_on <= p.record_on
                          and c.canceled_on > p.record_on and not c.is_treasury)
                 else 0 end as entitled,
            (select coalesce(sum(b.shares), 0)::bigint from proxy_ballot b
              where b.issuer_id = $1 and b.proxy_id = p.id) as voted
       from proxy p
      where p.issuer_id = $1
      order by p.record_on desc, p.id desc`,
    [issuerId, today],
  );
  return rows;
}
