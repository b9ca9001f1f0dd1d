import { RefreshPanel } from '#components/data/refresh-panel';
import { agentOperationsOf } from '#components/page/agent-operations';
import { AsOfLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { Section } from '#components/ui/text';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { balanceInput, ownershipInput } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { readUpstream } from '#lib/gateway/prefetch';
import { dollarClasses } from '#lib/register/capacity';
import { certificatesOf } from '#lib/register/certificates';
import { certificatesInput } from '#lib/register/list-inputs';
import { pastCertificate, pastCertificatesInput } from '#lib/register/past-certificates';
import { type Held, heldByDates, heldThen } from '../movements.ts';
import { type HolderRecord, pastChecks } from '../profile.ts';
import { HoldingTable } from './holding-table.tsx';

type Props = { user: User; issuer: number; account: string; record: HolderRecord; day: string };

/**
 * Holdings on a past day, from the ownership of that day; computed on the server because the response lists
 * every account.
 */
export async function PastHoldings({ user, issuer, account, record, day }: Props) {
  const read = await Promise.all([
    readUpstream(user, 'GetOwnershipPercentage', ownershipInput(issuer, day)),
    readUpstream(user, 'GetIssuerBalance', balanceInput(issuer, day)),
    readHeld(user, issuer, account, day),
  ]).catch((error: ApiError) => error);
  if (!Array.isArray(read))
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const [ownership, balances, held] = read;
  const own = ownership.accounts.find(
    (one) =>
      one.customerShareholderId === account ||
      (record.systemShareholderId !== undefined && one.systemShareholderId === record.systemShareholderId),
  );
  const dollars = dollarClasses(balances);
  const lines = (own?.securities ?? []).map((one) => ({
    className: one.securityType,
    shares: exact(one.totalShares),
    outstanding: exact(
      ownership.balances.find((balance) => balance.securityType === one.securityType)?.totalOutstandingShares,
    ),
    certificates: one.numberOfCertificates ?? null,
    dollars: dollars.has(one.securityType),
  }));
  return (
    <Section title="Holdings on the selected date" aside={<AsOfLabel date={day} today={day} />}>
      {lines.length === 0 ? (
        <p className="py-2 text-muted">No holdings on {formatDate(day)}.</p>
      ) : (
        <HoldingTable label={`Holdings on ${formatDate(day)}`} lines={lines} />
      )}
      <CheckList checks={pastChecks(lines, held)} />
    </Section>
  );
}

/** Certificates in one page; of an account with more, the check is left to its list. */
const pageRows = 1000;

/** Shares of the account by its certificates on the day; null when they are too many to be read here. */
async function readHeld(user: User, issuer: number, account: string, day: string): Promise<Held | null> {
  const operations = await agentOperationsOf(user);
  if (!operations.has('GetCertificatesAsOf'))
    return heldByDates(
      certificatesOf(await readUpstream(user, 'GetHoldingCertificates', certificatesInput(issuer, account))),
      day,
    );
  const input = { ...pastCertificatesInput(issuer, day, account), status: 'Outstanding' as const };
  const page = await readUpstream(user, 'GetCertificatesAsOf', {
    ...input,
    start: 0,
    numberOfRows: pageRows,
  });
  return page.totalRecords > page.certificates.length
    ? null
    : heldThen(page.certificates.map(pastCertificate));
}
