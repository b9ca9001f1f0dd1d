import type { Metadata } from 'next';
import { availableReports, recipesFor } from '#components/page/available-reports';
import { requireUser } from '#components/page/page-guards';
import { today } from '#components/page/today';
import { env } from '#lib/env';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { CatalogueView } from './catalogue-view.tsx';

export const metadata: Metadata = { title: 'Reports' };

export async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const user = await requireUser(routes.reports());
  return (
    <CatalogueView
      jobs={await availableReports(user)}
      recipes={recipesFor(user)}
      issuer={null}
      asof={readAsOf((await searchParams).asof, today())}
      keepDays={env().runKeepDays}
      today={today()}
    />
  );
}
