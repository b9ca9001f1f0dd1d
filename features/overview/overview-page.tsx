import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '#components/page/access';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { balanceQuery } from '#lib/api/register-queries';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { OverviewView } from './overview-view.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = issuerTitle('Overview');

export const OverviewPage = slowPage(async ({ params, searchParams }: Props) => {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.issuer(Number(segment)));
  requireFigures(person);
  const issuer = await requireIssuer(segment, person);
  const day = today();
  const asof = readAsOf((await searchParams).asof, day);
  return (
    <Prefetched person={person} queries={[balanceQuery(issuer.customerIssuerId, asof ?? day)]}>
      <OverviewView person={person} issuer={issuer} asof={asof} today={day} />
    </Prefetched>
  );
});
