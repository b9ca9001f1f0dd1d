import { agentOperationsOf } from '#components/page/agent-operations';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { rightsOf } from '#lib/access/roles';
import { balanceQuery } from '#lib/api/register-queries';
import { only, routes } from '#lib/routes';
import { HoldersView } from './holders-view.tsx';
import { firstHolders, firstPastHolders } from './queries.ts';

export const generateMetadata = issuerTitle('Holders');

export const HoldersPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, search, asof, today } = await openIssuer(props, routes.holders);
  const view = only(search.view) === 'records' ? 'records' : 'holding';
  const isOfDay = asof !== null && (await agentOperationsOf(user)).has('GetHoldersAsOf');
  const holding = isOfDay
    ? [balanceQuery(issuer, asof), firstPastHolders(issuer, asof)]
    : [balanceQuery(issuer, today), firstHolders(issuer)];
  return (
    <Prefetched user={user} queries={view === 'holding' ? holding : [balanceQuery(issuer, today)]}>
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
