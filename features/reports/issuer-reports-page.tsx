import { availableReports, recipesFor } from '#components/page/available-reports';
import { issuerTitle, requireIssuer, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { env } from '#lib/env';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { CatalogueView } from './catalogue-view.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = issuerTitle('Reports', false);

export const IssuerReportsPage = slowPage(async ({ params, searchParams }: Props) => {
  const segment = (await params).issuer;
  const user = await requireUser(routes.issuerReports(Number(segment)));
  const issuer = await requireIssuer(segment, user);
  const asof = readAsOf((await searchParams).asof, today());
  return (
    <CatalogueView
      jobs={await availableReports(user)}
      recipes={recipesFor(user)}
      issuer={issuer}
      asof={asof}
      keepDays={env().runKeepDays}
      today={today()}
    />
  );
});
