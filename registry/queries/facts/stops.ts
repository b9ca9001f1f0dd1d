// Page of an issuer's stops.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { lastingId } from '../positions.ts';
import { type Page, pageOf } from './page.ts';

export type StopFact = {
  id: bigint;
  certificate_id: bigint;
  prefix: string;
  number: bigint;
  class_id: bigint;
  holder_customer_id: string;
  name: string;
  name2: string;
  name3: string;
  shares: bigint;
  kind: string;
  placed_on: CalendarDate;
  placed_by: string;
  demanded_by: string;
  document: string;
  expires_on: CalendarDate | null;
  released_on: CalendarDate | null;
  released_by: string;
  release_reason: string;
  release_document: string;
  note: string;
  txn_id: bigint | null;
  txn_customer_id: bigint | null;
};

type Selection = {
  status: 'All' | 'Active' | 'Released';
  /** Left out: every certificate. */
  certificateId: number | undefined;
};

/** Stops of an issuer, newest first; a stop is released from the day of its release. */
export function stopPage(
  db: Db,
  issuerId: bigint,
  today: CalendarDate,
  { status, certificateId }: Selection,
  page: Page,
): Promise<{ total: bigint; rows: StopFact[] }> {
  return pageOf<StopFact>(
    db,
    {
      columns: `s.id, ${lastingId} as certificate_id, c.prefix, c.number, c.class_id, h.customer_id as holder_customer_id,
        h.name, h.name2, h.name3, c.shares, s.kind, s.placed_on, s.placed_by, s.demanded_by, s.document, s.expires_on,
        s.released_on, s.released_by, s.release_reason, s.release_document, s.note, t.id as txn_id,
        t.customer_id as txn_customer_id`,
      from: `from stop s
        join certificate c on c.issuer_id = s.issuer_id and c.id = s.certificate_id
        join holder h on h.id = c.holder_id
        left join txn t on t.issuer_id = s.issuer_id and t.id = s.released_txn
       where s.issuer_id = $1
         and ($3::text = 'All' or ($3 = 'Released') = (s.released_on is not null and s.released_on <= $2))
         and ($4::bigint is null or ${lastingId} = $4)`,
      order: 's.placed_on desc, s.id desc',
      values: [issuerId, today, status, certificateId ?? null],
    },
    page,
  );
}
