import { issuerTitle, requireIssuer, requireIssuerData, requireUser } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { balanceQuery } from '#lib/api/register-queries';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { Attention } from './attention.tsx';
import { EventsAhead } from './events-ahead.tsx';
import { OverviewView } from './overview-view.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = issuerTitle('Overview');

export const OverviewPage = slowPage(async ({ params, searchParams }: Props) => {
  const segment = (await params).issuer;
  const user = await requireUser(routes.issuer(Number(segment)));
  requireIssuerData(user);
  const issuer = await requireIssuer(segment, user);
  const day = today();
  const asof = readAsOf((await searchParams).asof, day);
  const id = issuer.customerIssuerId;
  const parts = {
    alerts: Attention({ user, issuer: id, today: day }),
    events: EventsAhead({ user, issuer: id, asof, today: day }),
  };
  return (
    <Prefetched user={user} queries={[balanceQuery(id, asof ?? day)]} parts={Object.values(parts)}>
      <OverviewView user={user} issuer={issuer} asof={asof} today={day} {...parts} />
    </Prefetched>
  );
});
