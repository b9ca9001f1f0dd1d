import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { batchIdForm } from '#lib/gateway/runs/batch-view';
import { builtReports, reportTitle } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { BatchProgressView } from './batch-view.tsx';

export const metadata: Metadata = { title: 'Archive' };

type Props = { params: Promise<{ batch: string }> };

export const BatchPage = slowPage(async ({ params }: Props) => {
  const { batch: id } = await params;
  if (!batchIdForm.test(id)) notFound();
  const user = await requireUser(routes.batch(id));
  const { issuers } = await issuersOf(user);
  return (
    <BatchProgressView
      id={id}
      titles={Object.fromEntries(builtReports.map((report) => [report, reportTitle(report)]))}
      issuers={Object.fromEntries((issuers ?? []).map((issuer) => [issuer.customerIssuerId, issuer.name]))}
      today={today()}
    />
  );
});
