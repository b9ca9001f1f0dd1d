import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '#lib/access/can';
import { reportCard, reportOfSlug } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { issuersOf, requirePerson } from '../../../../access.ts';
import { RefreshPanel } from '../../../../refresh-panel.tsx';
import { today } from '../../../../today.ts';
import { reportForm } from '../../../report-form.ts';
import { WizardScreen } from './wizard-screen.tsx';

type Props = { params: Promise<{ report: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = reportOfSlug((await params).report);
  return { title: id ? reportCard(id).title : 'Not found' };
}

export default async function NewReportPage({ params }: Props) {
  const { report: slug } = await params;
  const person = await requirePerson(routes.newReport(slug));
  const id = reportOfSlug(slug);
  if (!id || !can(person, id)) notFound();
  const { issuers, error } = await issuersOf(person);
  if (!issuers) return <RefreshPanel code={error.code} message={error.message} requestId={error.requestId} />;
  return (
    <WizardScreen
      report={reportCard(id)}
      spec={reportForm(person, id)}
      issuers={issuers}
      email={person.email}
      today={today()}
    />
  );
}
