import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { issuerTitle } from '../../../../access.ts';
import { type IssuerPageProps, openIssuer } from '../../../../issuer-page.ts';
import { balanceOfMany } from '../../../../many-accounts.ts';
import { patiently } from '../../../../patience.tsx';
import { Prefetched } from '../../../../prefetch.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { DilutionScreen } from './dilution-screen.tsx';
import { LargestLines } from './largest-lines.tsx';

export async function generateMetadata({ params }: IssuerPageProps): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Dilution');
}

export default function DilutionPage(props: IssuerPageProps) {
  return patiently(dilution(props));
}

async function dilution(props: IssuerPageProps) {
  const { person, issuer, name, asof, today } = await openIssuer(props, routes.dilution);
  const file = can(person, 'GenerateDilutedPercentage');
  const balances = await balanceOfMany(person, issuer, asof ?? today);
  if (balances) return <LargestLines {...{ person, issuer, name, file, asof, today, balances }} />;
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer, asof ?? today)]}>
      <DilutionScreen {...{ issuer, name, file, asof, today }} />
    </Prefetched>
  );
}
