import { issuerTitle } from '#components/page/access';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { rightsOf } from '#lib/access/roles';
import { balanceQuery } from '#lib/api/register-queries';
import { only, routes } from '#lib/routes';
import { HoldersView } from './holders-view.tsx';
import { firstHolders } from './queries.ts';

export const generateMetadata = issuerTitle('Holders');

export const HoldersPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, search, asof, today } = await openIssuer(props, routes.holders);
  const view = only(search.view) === 'records' ? 'records' : 'holding';
  return (
    <Prefetched
      user={user}
      queries={[balanceQuery(issuer, today), ...(view === 'holding' ? [firstHolders(issuer)] : [])]}
    >
      <HoldersView
        issuer={issuer}
        name={name}
        view={view}
        contact={rightsOf(user).seesContact}
        register={rightsOf(user).writes}
        asof={asof}
        today={today}
      />
    </Prefetched>
  );
});
