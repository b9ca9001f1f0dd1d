import type { Metadata } from 'next';
import { formsFor } from '#components/page/available-reports';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { env } from '#lib/env';
import { routes } from '#lib/routes';
import { DownloadsView } from './downloads-view.tsx';

export const metadata: Metadata = { title: 'Downloads' };

export const DownloadsPage = slowPage(async () => {
  const user = await requireUser(routes.downloads());
  const { issuers } = await issuersOf(user);
  return (
    <DownloadsView
      reports={await formsFor(user)}
      issuers={Object.fromEntries((issuers ?? []).map((issuer) => [issuer.customerIssuerId, issuer.name]))}
      keepDays={env().runKeepDays}
      today={today()}
    />
  );
});
