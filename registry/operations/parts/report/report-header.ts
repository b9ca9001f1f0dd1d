import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { formatNumericDate } from '#lib/format/dates';
import { agentFacts } from '#registry/queries/agent';
import { findIssuer, type Issuer } from '#registry/queries/issuers';
import type { ReportDocument } from '#registry/render/document';
import type { OrderFor, ReportId } from './order.ts';

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
        ? `From ${formatNumericDate(order.from)} to ${formatNumericDate(order.cutoff)}`
        : `As of ${formatNumericDate(order.cutoff)}`,
      filters,
      ...(agent.isFictional && { environmentLine: 'Only fictional data – sandbox' }),
      reportId: reportId(order, version),
      generatedAt: order.generatedAt,
      preparedBy: preparerText(order.preparedBy),
    },
  };
}

/** 'Robin Okafor, client dashboard'. Without a user it says so, and names nobody. */
const preparerText = ({ client, user }: OrderFor<ReportId>['preparedBy']): string =>
  user ? `${user}, client ${client}` : `client ${client}; the request names no user`;

/**
 * The id printed on a report: a digest of the request, the time and the register's version. It is not the
 * random code of the link, because the same request on the same books at the same time must give the same
 * bytes.
 */
export function reportId(order: object, issuerVersion: bigint): string {
  return createHash('sha256').update(canonical({ order, issuerVersion })).digest('hex').slice(0, 16);
}

/** JSON with sorted keys, so that the order of the caller's fields does not matter. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .join(',')}}`;
}
