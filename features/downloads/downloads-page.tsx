import type { Metadata } from 'next';
import { issuersOf, requirePerson } from '#components/page/access';
import { formsFor } from '#components/page/available-reports';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { env } from '#lib/env';
import { routes } from '#lib/routes';
import { DownloadsView } from './downloads-view.tsx';

export const metadata: Metadata = { title: 'Downloads' };

export const DownloadsPage = slowPage(async () => {
  const person = await requirePerson(routes.downloads());
  const { issuers } = await issuersOf(person);
  return (
    <DownloadsView
      reports={formsFor(person)}
      issuers={Object.fromEntries((issuers ?? []).map((issuer) => [issuer.customerIssuerId, issuer.name]))}
      keepDays={env().runKeepDays}
      today={today()}
    />
  );
});
