import type { Metadata } from 'next';
import { env } from '#lib/env';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { requirePerson } from '../../access.ts';
import { today } from '../../today.ts';
import { availableReports, recipesFor } from '../available-reports.ts';
import { CatalogueScreen } from '../catalogue-screen.tsx';

export const metadata: Metadata = { title: 'Reports' };

export default async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const person = await requirePerson(routes.reports());
  return (
    <CatalogueScreen
      jobs={availableReports(person)}
      recipes={recipesFor(person)}
      issuer={null}
      asof={readAsOf((await searchParams).asof, today())}
      keepDays={env().runKeepDays}
    />
  );
}
