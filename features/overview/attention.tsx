import { RefreshPanel } from '#components/data/refresh-panel';
import { agentOperationsOf } from '#components/page/agent-operations';
import { Badge } from '#components/ui/badge';
import { Link } from '#components/ui/link';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { balanceInput } from '#lib/api/register-queries';
import { readUpstream } from '#lib/gateway/prefetch';
import { proxyListInput } from '#lib/register/list-inputs';
import { meetingsOf } from '#lib/register/meetings/meetings';
import { alertsOf, noAlertsText, pendingDates, receivedDates } from './attention.ts';

const rowsMax = 1000;

const statusInput = (issuer: number, status: 'Pending' | 'Rejected') =>
  ({
    customerIssuerId: issuer,
    filterTransactionType: 'All',
    transactionStatus: status,
    orderBy: 'Descending',
    sortBy: 'EffectiveDate',
    start: 0,
    numberOfRows: rowsMax,
  }) as const;

type Props = { user: User; issuer: number; today: string };

/** Alerts for today. Computed on the server: it reads long lists to show a few lines. */
export async function Attention({ user, issuer, today }: Props) {
  const sendsRequests = (await agentOperationsOf(user)).has('CreateRequest');
  const read = await Promise.all([
    readUpstream(user, 'GetTAStatusTransactions', statusInput(issuer, 'Pending')),
    readUpstream(user, 'GetTAStatusTransactions', statusInput(issuer, 'Rejected')),
    readUpstream(user, 'GetIssuerBalance', balanceInput(issuer, today)),
    readUpstream(user, 'GetProxyList', proxyListInput(issuer)),
    sendsRequests ? readUpstream(user, 'GetRequests', { customerIssuerId: issuer }) : null,
  ]).catch((error: ApiError) => error);
  if (!Array.isArray(read))
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const [pending, rejected, balances, proxies, requests] = read;
  const found = {
    pending: pendingDates(pending),
    rejected: receivedDates(rejected),
    balances,
    meetings: meetingsOf(proxies),
    requests: requests?.requests ?? [],
  };
  const concerns = alertsOf(found, issuer, today);
  if (concerns.length === 0) return <p className="py-1.5">{noAlertsText(found, rowsMax)}</p>;
  return (
    <ul className="divide-y divide-line">
      {concerns.map((one) => (
        <li key={one.id} className="flex items-baseline gap-3 py-1.5">
          <span className="w-24 shrink-0">
            <Badge tone={one.tone}>{one.what}</Badge>
          </span>
          <Link href={one.href} className="min-w-0">
            {one.text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
