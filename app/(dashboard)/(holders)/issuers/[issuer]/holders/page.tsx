import type { Metadata } from 'next';
import { rightsOf } from '#lib/access/roles';
import { only, routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { HoldersScreen } from './holders-screen.tsx';
import { firstHolders } from './queries.ts';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Holders');
}

export default function HoldersPage(props: IssuerPageProps) {
  return patiently(holders(props));
}

async function holders(props: IssuerPageProps) {
  const { person, issuer, name, search, asof, today } = await openIssuer(props, routes.holders);
  const view = only(search.view) === 'records' ? 'records' : 'holding';
  return (
    <Prefetched
      person={person}
      queries={[balanceQuery(issuer, today), ...(view === 'holding' ? [firstHolders(issuer)] : [])]}
    >
      <HoldersScreen
        issuer={issuer}
        name={name}
        view={view}
        contact={rightsOf(person).seesContact}
        register={rightsOf(person).writes}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
}
