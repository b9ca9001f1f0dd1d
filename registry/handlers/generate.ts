import type { RequestFor } from '#lib/contract/index';
import type { CalendarDate } from '#lib/format/dates';
import { type Db, inSnapshot } from '../db/session.ts';
import type { Issuer } from '../queries/issuers.ts';
import type { OrderFor, ReportId } from '../reports/order.ts';
import type { Context } from './context.ts';

const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** What a request for a file means once it is allowed: the issuers and the days it covers. */
export type Coverage = {
  issuers: readonly Issuer[];
  isAllIssuers?: boolean;
  from?: CalendarDate;
  cutoff: CalendarDate;
};

export type ReportPlan<Id extends ReportId> = {
  /** First part of the file's name. */
  name: string;
  /** Checks permission, existence and days; throws Failure. */
  covers: (db: Db, ctx: Context, input: RequestFor<Id>) => Promise<Coverage>;
  /** Where the request has no choice of format. */
  format?: 'pdf';
  /** Somebody waits for one account or one item: goes before whole lists. */
  isUrgent?: (input: RequestFor<Id>) => boolean;
  /** The link's path before its three segments, where it is not the download operation's. */
  linkPath?: string;
};

/**
 * The handler of a report: orders the file and answers its link at once; the file grows behind it. Names are
 * <ReportName>_<customerIssuerId>_<yyyymmdd>, "All" where the request names no issuer.
 */
export function generating<Id extends ReportId>(operation: Id, plan: ReportPlan<Id>) {
  return async (ctx: Context, input: RequestFor<Id>): Promise<{ downloadUrl: string }> => {
    const coverage = await inSnapshot(ctx.pool, (db) => plan.covers(db, ctx, input));
    const { issuers, isAllIssuers = false, from, cutoff } = coverage;
    const format = plan.format ?? (wantsPdf(input) ? 'pdf' : 'xlsx');
    const order: OrderFor<Id> = {
      operation,
      issuerIds: issuers.map((issuer) => issuer.id),
      isAllIssuers,
      from: from ?? null,
      cutoff,
      format,
      generatedAt: ctx.clock.stamp(),
      input,
    };
    const owner = isAllIssuers ? undefined : issuers[0];
    const fileName = `${plan.name}_${owner?.customerId ?? 'All'}_${cutoff.replaceAll('-', '')}.${format}`;
    const { clientId, isNarrowed, issuers: may } = ctx.caller;
    const { fileCode, accessCode } = await ctx.reports.place({
      clientId,
      operation,
      issuerId: owner?.id ?? null,
      tokenIssuers: isNarrowed && may !== 'all' ? may : null,
      input,
      fileName,
      contentType: contentTypes[format],
      urgent: plan.isUrgent?.(input) ?? false,
      order,
    });
    const path = plan.linkPath ?? '/Api/v1/Report/DownloadReport';
    return { downloadUrl: `${ctx.baseUrl}${path}/${fileCode}/${fileName}/${accessCode}` };
  };
}

function wantsPdf(input: object): boolean {
  return 'isPDF' in input && input.isPDF === true;
}
