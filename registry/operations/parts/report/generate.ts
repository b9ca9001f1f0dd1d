// Places a report order and responds with the link to its file.

import type { PoolClient } from 'pg';
import type { RequestFor } from '#lib/contract/index';
import type { CalendarDate } from '#lib/format/dates';
import { type Db, inSnapshot } from '#registry/db/session';
import type { Issuer } from '#registry/queries/issuers';
import type { ReportDocument } from '#registry/render/document';
import type { LabelDocument } from '#registry/render/labels/labels';
import type { Context } from '../context.ts';
import { requireSigner } from '../seal/signer.ts';
import type { OrderFor, ReportId } from './order.ts';

const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The issuers and days of an allowed report request. */
export type Coverage = {
  issuers: readonly Issuer[];
  isAllIssuers?: boolean;
  from?: CalendarDate;
  cutoff: CalendarDate;
};

/** Fingerprints of the signer and of the root it is issued by; '' where a report is not sealed, or no root issued it. */
export type SealFacts = { fingerprint: string; root: string };

/** A report: what a request covers, and the file's content as columns and a stream of rows. */
export type Report<Id extends ReportId> = {
  /** First part of the file's name. */
  name: string;
  /** Checks permission, existence and dates; throws Failure. */
  covers: (db: Db, ctx: Context, input: RequestFor<Id>) => Promise<Coverage>;
  /** The format, for reports where the request cannot choose it. */
  format?: 'pdf';
  /** What the file is named by instead of its last day, such as the year of a form. */
  nameOfPeriod?: (input: RequestFor<Id>) => string;
  /** A user waits for one account or item: rendered before whole lists. */
  isUrgent?: (input: RequestFor<Id>) => boolean;
  /** The PDF is signed with the installation's key; nothing of it can be downloaded before. */
  isSealed?: true;
  /** The link's path before its three segments, when it differs from the download operation's path. */
  linkPath?: string;
  /** `client` must be inside a snapshot, and must not be used otherwise until the document is complete. */
  document: (
    client: PoolClient,
    order: OrderFor<Id>,
    /** The certificate that a sealed report is signed with. */
    seal: SealFacts,
  ) => Promise<ReportDocument | LabelDocument>;
};

/**
 * The handler of a report: places the order and returns its link at once, while the file is still being
 * written. File names are <ReportName>_<customerIssuerId>_<yyyymmdd>, or its year for a form of a
 * year, with "All" when the request names no issuer.
 */
export function generating<Id extends ReportId>(operation: Id, report: Omit<Report<Id>, 'document'>) {
  return async (ctx: Context, input: RequestFor<Id>): Promise<{ downloadUrl: string }> => {
    const coverage = await inSnapshot(ctx.pool, (db) => report.covers(db, ctx, input));
    if (report.isSealed) await requireSigner(ctx);
    const { issuers, isAllIssuers = false, from, cutoff } = coverage;
    const format = report.format ?? (isPdf(input) ? 'pdf' : 'xlsx');
    const order: OrderFor<Id> = {
      operation,
      issuerIds: issuers.map((issuer) => issuer.id),
      isAllIssuers,
      from: from ?? null,
      cutoff,
      format,
      generatedAt: ctx.clock.stamp(),
      preparedBy: { client: ctx.caller.clientId, user: actorOf(input) || ctx.actingUser },
      timeZone: ctx.clock.timeZone,
      dashboardUrl: ctx.dashboardUrl,
      input,
    };
    const owner = isAllIssuers ? undefined : issuers[0];
    const named = report.nameOfPeriod?.(input) ?? cutoff.replaceAll('-', '');
    const fileName = `${report.name}_${owner?.customerId ?? 'All'}_${named}.${format}`;
    const { clientId, isNarrowed, issuers: may } = ctx.caller;
    const { fileCode, accessCode } = await ctx.reports.place({
      clientId,
      operation,
      issuerId: owner?.id ?? null,
      tokenIssuers: isNarrowed && may !== 'all' ? may : null,
      input,
      fileName,
      contentType: contentTypes[format],
      urgent: report.isUrgent?.(input) ?? false,
      order,
    });
    const path = report.linkPath ?? '/Api/v1/Report/DownloadReport';
    return { downloadUrl: `${ctx.baseUrl}${path}/${fileCode}/${fileName}/${accessCode}` };
  };
}

/** The user of a request that names one as its actor. */
function actorOf(input: object): string {
  const { firstName, lastName } = ('actor' in input ? input.actor : {}) as Record<string, string | undefined>;
  return [firstName, lastName].filter(Boolean).join(' ');
}

function isPdf(input: object): boolean {
  return 'isPDF' in input && input.isPDF === true;
}
