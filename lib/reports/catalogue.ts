// All reports, by purpose, with their titles and addresses.

import type { ReportFacts } from '../contract/endpoint.ts';
import { type Contract, type EndpointId, endpointIds, endpointOf } from '../contract/index.ts';

/** The operations that create a report. */
export type ReportId = {
  [Id in EndpointId]: Contract[Id] extends { report: ReportFacts } ? Id : never;
}[EndpointId];

const isReport = (id: EndpointId): id is ReportId => endpointOf(id).report !== undefined;

/** Every report of the interface; menu, wizard and permission are derived from its contract entry. */
export const builtReports: readonly ReportId[] = endpointIds.filter(isReport);

export type ReportCard = Omit<ReportFacts, 'job'> & {
  id: ReportId;
  slug: string;
  job: string;
  summary: string;
};

/** The purposes of reports, in the order of the catalogue. */
const jobs: readonly (readonly [ReportFacts['job'], string])[] = [
  ['meeting', 'For the meeting'],
  ['auditor', 'For the auditor'],
  ['board', 'For the board'],
  ['mailing', 'For the mailing'],
  ['tax', 'For tax'],
  ['regulator', 'For the regulator'],
];

/**
 * The address form of a report ID: `GenerateShareholderList` → `shareholder-list`, `GenerateDRSStatement` →
 * `drs-statement`.
 */
export function reportSlug(id: EndpointId): string {
  return id
    .replace(/^Generate/, '')
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4')
    .toLowerCase();
}

/** The report of an address, or null. */
export function reportOfSlug(slug: string): ReportId | null {
  return builtReports.find((id) => reportSlug(id) === slug) ?? null;
}

/** The card of one report, from its contract entry. */
export function reportCard(id: ReportId): ReportCard {
  const { report, summary, description } = endpointOf(id);
  if (!report) throw new Error(`${id} is not a report`);
  const job = jobs.find(([key]) => key === report.job)?.[1] ?? '';
  return {
    ...report,
    id,
    slug: reportSlug(id),
    job,
    summary: description ? `${summary}. ${description}` : `${summary}.`,
  };
}

/** Cards by purpose of the reports that `open` allows; empty purposes are left out. */
export function catalogue(
  open: (id: ReportId) => boolean = () => true,
): readonly { job: string; reports: readonly ReportCard[] }[] {
  const cards = builtReports.filter(open).map(reportCard);
  return jobs
    .map(([, job]) => ({ job, reports: cards.filter((card) => card.job === job) }))
    .filter(({ reports }) => reports.length > 0);
}

/** A title for any operation that creates a file, including runs requested directly through the gateway. */
export function reportTitle(id: string): string {
  const known = endpointIds.find((candidate) => candidate === id);
  return (known && endpointOf(known).report?.title) || id;
}
