// Page of the reports that the agent sent.

import type { CalendarDate } from '#lib/format/dates';
import type { SentReportKind } from '#registry/db/sent-report-kinds';
import type { Db } from '#registry/db/session';
import { type Page, pageOf } from './page.ts';

export type SentReportFact = {
  id: bigint;
  /** Null: to the agency. */
  customer_issuer_id: bigint | null;
  issuer_name: string | null;
  kind: SentReportKind;
  period_end: CalendarDate;
  due_on: CalendarDate | null;
  sent_on: CalendarDate;
  sent_to: string;
  file_name: string;
  sha256: string;
  note: string;
  recorded_by: string;
  recorded_at: string;
};

/** Reports to these issuers, and to the agency where it is asked for, latest first. */
export function sentReportPage(
  db: Db,
  issuerIds: readonly bigint[],
  withAgency: boolean,
  page: Page,
): Promise<{ total: bigint; rows: SentReportFact[] }> {
  return pageOf<SentReportFact>(
    db,
    {
      columns: `r.id, i.customer_id as customer_issuer_id, i.name as issuer_name, r.kind, r.period_end, r.due_on, r.sent_on,
        r.sent_to, r.file_name, r.sha256, r.note, r.recorded_by, r.recorded_at`,
      from: `from sent_report r left join issuer i on i.id = r.issuer_id
       where r.issuer_id = any($1::bigint[]) or ($2 and r.issuer_id is null)`,
      order: 'r.sent_on desc, r.id desc',
      values: [issuerIds, withAgency],
    },
    page,
  );
}
