import type { Metadata } from 'next';
import { routes } from '#lib/routes';
import { readUpstream } from '#lib/upstream/prefetch';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceInput, balanceQuery } from '../../../../queries.ts';
import { LargestOwners } from './largest-owners.tsx';
import { OwnershipScreen } from './ownership-screen.tsx';

/** Above this the list of accounts is not sent to the browser: it would be tens of megabytes. */
const listedMax = 25_000;

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Ownership');
}

export default function OwnershipPage(props: IssuerPageProps) {
  return patiently(ownership(props));
}

async function ownership(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.ownership);
  const input = balanceInput(issuer, asof ?? today);
  const balances = await readUpstream(person, 'GetIssuerBalance', input).catch(() => []);
  const accounts = balances.reduce((sum, one) => sum + one.totalShareholder, 0);
  if (accounts > listedMax) return <LargestOwners {...{ person, issuer, name, asof, today, balances }} />;
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, asof ?? today)]}>
      <OwnershipScreen issuer={issuer} name={name} asof={asof} today={today} />
    </Prefetched>
  );
}
