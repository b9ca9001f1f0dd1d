import type { Metadata } from 'next';
import { only, routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { readTwoDates } from '../../../figures/compare-period.ts';
import { CompareScreen } from './compare-screen.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Compare');
}

export default function ComparePage(props: IssuerPageProps) {
  return patiently(compare(props));
}

async function compare(props: IssuerPageProps) {
  const { person, issuer, name, search, asof, today } = await openIssuer(props, routes.compare);
  const { from, to } = readTwoDates(only(search.from), only(search.to), asof ?? today, today);
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, from), balanceQuery(issuer, to)]}>
      <CompareScreen issuer={issuer} name={name} asof={asof} today={today} />
    </Prefetched>
  );
}
