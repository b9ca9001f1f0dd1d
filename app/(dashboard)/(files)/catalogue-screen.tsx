import Link from 'next/link';
import type { catalogue } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { EmptyState } from '@/components/ui/states';
import { PageHeader, Section } from '@/components/ui/text';

type Props = {
  jobs: ReturnType<typeof catalogue>;
  issuer: { customerIssuerId: number; name: string } | null;
  asof: string | null;
  keepDays: number;
};

/** Reports by what they are for; each leads to its form, filled in with the issuer and day one comes from. */
export function CatalogueScreen({ jobs, issuer, asof, keepDays }: Props) {
  return (
    <>
      <PageHeader
        kicker={issuer?.name}
        title="Reports"
        description={`Files made by the registry, kept for you under Downloads for ${keepDays} days.`}
      />
      {jobs.length === 0 && (
        <EmptyState title="No report is open to you">Ask your transfer agent for access.</EmptyState>
      )}
      {jobs.map(({ job, reports }) => (
        <Section key={job} title={job}>
          <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
            {reports.map((report) => (
              <li
                key={report.id}
                className="relative rounded-md border border-line bg-raised p-4 hover:border-rule"
              >
                <h3 className="font-medium">
                  <Link
                    href={routes.newReport(report.slug, { issuer: issuer?.customerIssuerId, asof })}
                    className="after:absolute after:inset-0"
                  >
                    {report.title}
                  </Link>
                </h3>
                <p className="mt-1 text-sm text-muted">{report.summary}</p>
                <p className="mt-3 text-xs text-muted">
                  {report.formats.map((format) => (format === 'XLSX' ? 'Excel' : format)).join(' or ')}
                  {report.asOf ? ' · as of any day' : ''}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
