// Page of an issuer's certificates by their status on a day.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { canceledOn, isShownOn, issuedOn, lastingId } from '../positions.ts';
import { type Page, pageOf } from './page.ts';

export type CertificateFact = {
  id: bigint;
  customer_id: bigint | null;
  prefix: string;
  number: bigint;
  class_id: bigint;
  holder_id: bigint;
  holder_customer_id: string;
  name: string;
  name2: string;
  name3: string;
  shares: bigint;
  restriction: string;
  form: string;
  issued_on: CalendarDate;
  canceled_on: CalendarDate;
  acquired_on: CalendarDate;
  /** Stops active on the day. */
  stops: { kind: string; placed: string }[] | null;
};

export type CertificateSelection = {
  status: 'All' | 'Outstanding' | 'Canceled';
  classId: number | undefined;
  customerShareholderId: string | undefined;
};

/** Certificates issued by the close of a day, by their status on it, without treasury. */
export function certificatePage(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
  { status, classId, customerShareholderId }: CertificateSelection,
  page: Page,
): Promise<{ total: bigint; rows: CertificateFact[] }> {
  return pageOf<CertificateFact>(
    db,
    {
      columns: `${lastingId} as id, c.customer_id, c.prefix, c.number, c.class_id, c.holder_id, h.customer_id as holder_customer_id,
        h.name, h.name2, h.name3, c.shares, c.restriction, c.form, ${issuedOn} as issued_on, ${canceledOn} as canceled_on,
        c.acquired_on,
        (select json_agg(json_build_object('kind', s.kind, 'placed', s.placed_on) order by s.id) from stop s
          where s.issuer_id = $1 and s.certificate_id = c.id and s.placed_on <= $2
            and (s.released_on is null or s.released_on > $2)) as stops`,
      from: `from certificate c join holder h on h.id = c.holder_id
       where c.issuer_id = $1 and c.issued_on <= $2 and not c.is_treasury and ${isShownOn('$2')}
         and ($3::text = 'All' or ($3 = 'Outstanding') = (c.canceled_on > $2))
         and ($4::bigint is null or c.class_id = $4) and ($5::text is null or h.customer_id = $5)`,
      order: 'c.id',
      values: [issuerId, day, status, classId ?? null, customerShareholderId ?? null],
    },
    page,
  );
}
