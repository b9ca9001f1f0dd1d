import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { balanceOfMany } from '#components/page/many-accounts';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { balanceQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';
import { DilutionView } from './dilution-view.tsx';
import { LargestLines } from './largest-lines.tsx';

export const generateMetadata = issuerTitle('Dilution');

export const DilutionPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof, today } = await openIssuer(props, routes.dilution);
  const file = can(user, 'GenerateDilutedPercentage');
  const balances = await balanceOfMany(user, issuer, asof ?? today);
  if (balances) return <LargestLines {...{ user, issuer, name, file, asof, today, balances }} />;
  return (
    <Prefetched user={user} queries={[balanceQuery(issuer, asof ?? today)]}>
      <DilutionView {...{ issuer, name, file, asof, today }} />
    </Prefetched>
  );
});
