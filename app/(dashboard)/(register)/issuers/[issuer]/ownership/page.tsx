import type { Metadata } from 'next';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { balanceOfMany } from '../../../../many-accounts.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { LargestOwners } from './largest-owners.tsx';
import { OwnershipScreen } from './ownership-screen.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Ownership');
}

export default function OwnershipPage(props: IssuerPageProps) {
  return patiently(ownership(props));
}

async function ownership(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.ownership);
  const balances = await balanceOfMany(person, issuer, asof ?? today);
  if (balances) return <LargestOwners {...{ person, issuer, name, asof, today, balances }} />;
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, asof ?? today)]}>
      <OwnershipScreen issuer={issuer} name={name} asof={asof} today={today} />
    </Prefetched>
  );
}
