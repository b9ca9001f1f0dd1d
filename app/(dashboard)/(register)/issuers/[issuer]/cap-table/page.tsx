import type { Metadata } from 'next';
import { allRowsKey } from '#lib/api/all-rows-key';
import { only, routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery, capTableInput } from '../../../../queries.ts';
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
  const rows = { queryKey: allRowsKey('GetShareholderCapTable', capTableInput(issuer)) };
  const past = asof !== null && only(search.show) !== 'current';
  const balance = balanceQuery(issuer, asof ?? today);
  return (
    <Prefetched person={person} queries={past ? [balance] : [balance, rows]}>
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
