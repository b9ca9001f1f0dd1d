import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { env } from '#lib/env';
import { catalogue } from '#lib/reports/catalogue';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { requireIssuer, requirePerson } from '../../../../access.ts';
import { today } from '../../../../today.ts';
import { CatalogueScreen } from '../../../catalogue-screen.tsx';

export const metadata: Metadata = { title: 'Reports' };

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export default async function IssuerReportsPage({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.issuerReports(Number(segment)));
  const issuer = await requireIssuer(segment, person);
  const asof = readAsOf((await searchParams).asof, today());
  return (
    <CatalogueScreen
      jobs={catalogue((id) => can(person, id))}
      issuer={issuer}
      asof={asof}
      keepDays={env().runKeepDays}
    />
  );
}
