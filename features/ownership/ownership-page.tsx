import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { balanceOfMany } from '#components/page/many-accounts';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { balanceQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';
import { LargestOwners } from './largest-owners.tsx';
import { OwnershipView } from './ownership-view.tsx';

export const generateMetadata = issuerTitle('Ownership');

export const OwnershipPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof, today } = await openIssuer(props, routes.ownership);
  const balances = await balanceOfMany(user, issuer, asof ?? today);
  if (balances) return <LargestOwners {...{ user, issuer, name, asof, today, balances }} />;
  return (
    <Prefetched user={user} queries={[balanceQuery(issuer, asof ?? today)]}>
      <OwnershipView issuer={issuer} name={name} asof={asof} today={today} />
    </Prefetched>
  );
});
