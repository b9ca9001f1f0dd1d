import type { Metadata } from 'next';
import { only, routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { CapTableScreen } from './cap-table-screen.tsx';
import { capTableView } from './views.ts';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Cap table');
}

export default function CapTablePage(props: IssuerPageProps) {
  return patiently(capTable(props));
}

async function capTable(props: IssuerPageProps) {
  const { person, issuer, name, search, asof, today } = await openIssuer(props, routes.capTable);
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, asof ?? today)]}>
      <CapTableScreen
        issuer={issuer}
        name={name}
        given={capTableView(only(search.view))}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
}
