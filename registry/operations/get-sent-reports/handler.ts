import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { sentReportPage } from '#registry/queries/facts/sent-reports';
import type { Context } from '../parts/context.ts';
import { agencyReport } from '../parts/control-book/agency-report.ts';
import { isReported } from '../parts/control-book/issuer-report.ts';
import { fromCents } from '../parts/report/cents.ts';
import { anyIssuers } from '../parts/request/coverage.ts';

/** Reports that the agent sent, latest first; those to the agency only without an issuer, to a client for all. */
export async function getSentReports(
  ctx: Context,
  input: RequestFor<'GetSentReports'>,
): Promise<ExactResponseFor<'GetSentReports'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers, isAllIssuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    const withAgency = isAllIssuers && ctx.caller.issuers === 'all';
    const ids = issuers.map(({ id }) => id);
    const { total, rows } = await sentReportPage(db, ids, withAgency, input);
    const agency = withAgency ? await agencyReport(db, ids, ctx.clock.today()) : null;
    return {
      totalRecords: total,
      agencyReport: agency && {
        periodEnd: agency.periodEnd,
        issues: agency.issues,
        agedValue: agency.value === null ? null : fromCents(agency.value),
        limit: fromCents(agency.limit),
        isRequired: isReported(agency),
        dueOn: agency.dueOn,
      },
      sentReports: rows.map((row) => ({
        sentReportId: row.id,
        recipient: row.customer_issuer_id === null ? ('Agency' as const) : ('Issuer' as const),
        customerIssuerId: row.customer_issuer_id,
        issuerName: row.issuer_name ?? '',
        kind: row.kind,
        periodEnd: row.period_end,
        dueOn: row.due_on,
        sentOn: row.sent_on,
        sentTo: row.sent_to,
        fileName: row.file_name,
        sha256: row.sha256,
        note: row.note,
        recordedBy: row.recorded_by,
        recordedAt: row.recorded_at,
      })),
    };
  });
}
