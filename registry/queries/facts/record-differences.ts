import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { type Page, pageOf } from './page.ts';

export type DifferenceFact = {
  id: bigint;
  version: number;
  class_id: bigint;
  shares: bigint;
  cause: string;
  by_prior_agent: boolean;
  note: string;
  opened_on: CalendarDate;
  opened_by: string;
  resolved_on: CalendarDate | null;
  resolved_by: string;
  resolution: string;
};

/** Record differences of an issuer, newest first; one is resolved from the day of its resolution. */
export function differencePage(
  db: Db,
  issuerId: bigint,
  today: CalendarDate,
  status: 'All' | 'Open' | 'Resolved',
  page: Page,
): Promise<{ total: bigint; rows: DifferenceFact[] }> {
  return pageOf<DifferenceFact>(
    db,
    {
      columns: `id, version, class_id, shares, cause, by_prior_agent, note, opened_on, opened_by, resolved_on,
        resolved_by, resolution`,
      from: `from record_difference
       where issuer_id = $1
         and ($3::text = 'All' or ($3 = 'Resolved') = (resolved_on is not null and resolved_on <= $2))`,
      order: 'opened_on desc, id desc',
      values: [issuerId, today, status],
    },
    page,
  );
}

/** One difference of an issuer, locked until the transaction ends; the issuer is locked first, as by every verb. */
export async function differenceForChange(
  tx: Db,
  issuerId: bigint,
  id: bigint,
): Promise<Pick<DifferenceFact, 'opened_on' | 'resolved_on' | 'version'> | undefined> {
  await tx.query('select 1 from issuer where id = $1 for update', [issuerId]);
  const { rows } = await tx.query<DifferenceFact>(
    'select opened_on, resolved_on, version from record_difference where issuer_id = $1 and id = $2 for update',
    [issuerId, id],
  );
  return rows[0];
}
