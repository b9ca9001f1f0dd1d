import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { env } from '#lib/env';
import { builtReports, reportSlug, reportTitle } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { issuersOf, requirePerson } from '../../access.ts';
import { patiently } from '../../patience.tsx';
import { today } from '../../today.ts';
import { reportForm } from '../report-form.ts';
import { DownloadsScreen } from './downloads-screen.tsx';

export const metadata: Metadata = { title: 'Downloads' };

export default function DownloadsPage() {
  return patiently(downloads());
}

async function downloads() {
  const person = await requirePerson(routes.downloads());
  const { issuers } = await issuersOf(person);
  const reports = builtReports
    .filter((id) => can(person, id))
    .map(
      (id) => [id, { title: reportTitle(id), slug: reportSlug(id), spec: reportForm(person, id) }] as const,
    );
  return (
    <DownloadsScreen
      reports={Object.fromEntries(reports)}
      issuers={Object.fromEntries((issuers ?? []).map((issuer) => [issuer.customerIssuerId, issuer.name]))}
      keepDays={env().runKeepDays}
      today={today()}
    />
  );
}
