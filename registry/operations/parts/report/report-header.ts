import type { PoolClient } from 'pg';
import { formatDate } from '#lib/format/dates';
import { agentFacts } from '#registry/queries/agent';
import { findIssuer, type Issuer } from '#registry/queries/issuers';
import type { ReportDocument } from '#registry/render/document';
import type { OrderFor, ReportId } from './order.ts';
import { reportId } from './report-id.ts';

/** The header data of a report, and its issuers. */
export type ReportHeader = {
  issuers: readonly [Issuer, ...Issuer[]];
  issuer: Issuer;
  head: Omit<ReportDocument, 'title' | 'tables' | 'open'>;
};

/** Reads the header data of an order: agent, issuers, period, filters as given, report id. */
export async function reportHeader(
  client: PoolClient,
  order: OrderFor<ReportId>,
  filters: ReportDocument['filters'],
): Promise<ReportHeader> {
  const agent = await agentFacts(client);
  const issuers: Issuer[] = [];
  for (const id of order.issuerIds) {
    const issuer = await findIssuer(client, { id });
    if (!issuer) throw new Error('The issuer of the report is gone.');
    issuers.push(issuer);
  }
  const [issuer] = issuers;
  if (!issuer) throw new Error('The report names no issuer.');
  const version = issuers.reduce((sum, each) => sum + each.version, 0n);
  return {
    issuers: [issuer, ...issuers.slice(1)],
    issuer,
    head: {
      agentName: agent.name,
      issuerLine: order.isAllIssuers ? 'All issuers' : `${issuer.name} (${issuer.customerId})`,
      asOfLine: order.from
        ? `From ${formatDate(order.from)} to ${formatDate(order.cutoff)}`
        : `As of ${formatDate(order.cutoff)}`,
      filters,
      ...(agent.isFictional && { environmentLine: 'Only fictional data – sandbox' }),
      reportId: reportId(order, version),
      generatedAt: order.generatedAt,
    },
  };
}
