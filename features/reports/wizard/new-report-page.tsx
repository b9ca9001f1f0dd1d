import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RefreshPanel } from '#components/data/refresh-panel';
import { reportsOfferedTo } from '#components/page/available-reports';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { reportForm } from '#components/page/report-form';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { rightsOf } from '#lib/access/roles';
import { labelFamilies, labelSheets } from '#lib/contract/labels';
import { reportCard, reportOfSlug } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { knownOfficers } from '#lib/runs/certifying-officers';
import { store } from '#lib/session/store';
import { WizardView } from './wizard-view.tsx';

type Props = { params: Promise<{ report: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = reportOfSlug((await params).report);
  return { title: id ? reportCard(id).title : 'Not found' };
}

export const NewReportPage = slowPage(async ({ params }: Props) => {
  const { report: slug } = await params;
  const user = await requireUser(routes.newReport(slug));
  const id = reportOfSlug(slug);
  if (!id || !(await reportsOfferedTo(user))(id)) notFound();
  const { issuers, error } = await issuersOf(user);
  if (!issuers)
    return (
      <RefreshPanel
        page={reportCard(id).title}
        code={error.code}
        message={error.message}
        requestId={error.requestId}
      />
    );
  return (
    <WizardView
      report={reportCard(id)}
      spec={reportForm(user, id)}
      issuers={issuers}
      sheets={
        id === 'GenerateMailingLabels'
          ? { families: labelSheets, codes: Object.fromEntries(labelFamilies) }
          : null
      }
      officers={id === 'GenerateCertifiedList' ? await knownOfficers(store(), user) : []}
      lists={rightsOf(user).class !== 'downloader'}
      today={today()}
    />
  );
});
