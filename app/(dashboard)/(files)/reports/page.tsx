import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { env } from '#lib/env';
import { catalogue } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { requirePerson } from '../../access.ts';
import { CatalogueScreen } from '../catalogue-screen.tsx';

export const metadata: Metadata = { title: 'Reports' };

export default async function ReportsPage() {
  const person = await requirePerson(routes.reports());
  return (
    <CatalogueScreen
      jobs={catalogue((id) => can(person, id))}
      issuer={null}
      asof={null}
      keepDays={env().runKeepDays}
    />
  );
}
