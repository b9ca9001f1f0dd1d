import type { Metadata } from 'next';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { can } from '#lib/access/can';
import { rightsOf } from '#lib/access/roles';
import { env } from '#lib/env';
import { builtReports, reportTitle } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { VerifyView } from './verify-view.tsx';

export const metadata: Metadata = { title: 'Verify a file' };

export const VerifyPage = slowPage(async () => {
  const user = await requireUser(routes.verify());
  const { issuers } = await issuersOf(user);
  return (
    <VerifyView
      issuers={Object.fromEntries((issuers ?? []).map((issuer) => [issuer.customerIssuerId, issuer.name]))}
      titles={Object.fromEntries(builtReports.map((id) => [id, reportTitle(id)]))}
      seesTransactions={rightsOf(user).class !== 'downloader' && can(user, 'GenerateTransactionList')}
      administers={rightsOf(user).administers}
      today={today()}
      isPublic={env().publicVerification}
    />
  );
});
