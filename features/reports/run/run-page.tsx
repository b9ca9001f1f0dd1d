import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { reportForm } from '#components/page/report-form';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { rightsOf } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import { readRun } from '#lib/gateway/runs/run-access';
import { schedulesFor } from '#lib/gateway/runs/schedule-access';
import { readRunLinks } from '#lib/gateway/runs/send-file';
import { dashboard } from '#lib/gateway/wiring';
import { builtReports, reportSlug, reportTitle } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { store } from '#lib/session/store';
import { ReportRunView } from './run-view.tsx';

export const metadata: Metadata = { title: 'Report' };

type Props = { params: Promise<{ run: string }> };

export const RunPage = slowPage(async ({ params }: Props) => {
  const { run: id } = await params;
  const user = await requireUser(routes.run(id));
  const run = await readRun(store(), dashboard(), user, id).catch((error) => {
    if (isApiError(error) && error.code === 'not_found') notFound();
    throw error;
  });
  const [{ issuers }, links] = await Promise.all([
    issuersOf(user),
    readRunLinks({ pool: store(), context: dashboard() }, user, id),
  ]);
  const report = builtReports.find((one) => one === run.endpoint);
  return (
    <ReportRunView
      initial={run}
      title={reportTitle(run.endpoint)}
      issuerName={issuers?.find((one) => one.customerIssuerId === run.issuer)?.name ?? null}
      again={report ? { slug: reportSlug(report), spec: reportForm(user, report) } : null}
      own={run.person === undefined}
      links={links}
      repeats={run.person === undefined ? schedulesFor(user, run) : []}
      administers={rightsOf(user).administers}
      today={today()}
    />
  );
});
