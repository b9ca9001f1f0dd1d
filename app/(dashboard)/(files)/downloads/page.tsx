import type { Metadata } from 'next';
import { env } from '#lib/env';
import { routes } from '#lib/routes';
import { issuersOf, requirePerson } from '../../access.ts';
import { patiently } from '../../patience.tsx';
import { today } from '../../today.ts';
import { formsFor } from '../available-reports.ts';
import { DownloadsScreen } from './downloads-screen.tsx';

export const metadata: Metadata = { title: 'Downloads' };

export default function DownloadsPage() {
  return patiently(downloads());
}

async function downloads() {
  const person = await requirePerson(routes.downloads());
  const { issuers } = await issuersOf(person);
  return (
    <DownloadsScreen
      reports={formsFor(person)}
      issuers={Object.fromEntries((issuers ?? []).map((issuer) => [issuer.customerIssuerId, issuer.name]))}
      keepDays={env().runKeepDays}
      today={today()}
    />
  );
}
