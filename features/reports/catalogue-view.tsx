'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { replaceParams } from '#components/ui/browser/address-params';
import { LinkButton } from '#components/ui/button';
import { comboboxMatch } from '#components/ui/input/combobox';
import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/text-input';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import type { catalogue } from '#lib/reports/catalogue';
import type { ReportTemplate } from '#lib/reports/report-templates';
import { routes } from '#lib/routes';
import { MonthEndPack } from './month-end-pack.tsx';

type Props = {
  jobs: ReturnType<typeof catalogue>;
  recipes: readonly ReportTemplate[];
  issuer: { customerIssuerId: number; name: string } | null;
  asof: string | null;
  keepDays: number;
  today: string;
};

/** Reports by purpose; each links to its form, filled in with the issuer and day in view. */
export function CatalogueView({ jobs, recipes, issuer, asof, keepDays, today }: Props) {
  const params = useSearchParams();
  const [terms, setTerms] = useState(() => params.get('q') ?? '');
  const of = issuer?.customerIssuerId;
  const search = (text: string) => {
    setTerms(text);
    const next = new URLSearchParams(window.location.search);
    if (text) next.set('q', text);
    else next.delete('q');
    replaceParams(next);
  };
  const shown = jobs
    .map(({ job, reports }) => ({
      job,
      reports: reports.filter(({ id, title, summary }) =>
        comboboxMatch({ id, label: `${title} ${summary}`, note: job }, terms),
      ),
    }))
    .filter(({ reports }) => reports.length > 0);
  const found = shown.reduce((sum, { reports }) => sum + reports.length, 0);
  const ready = recipes.filter(({ slug, title, use }) =>
    comboboxMatch({ id: slug, label: title, note: use }, terms),
  );
  return (
    <>
      <PageHeader
        kicker={issuer?.name}
        title="Reports"
        description={`Report files are available in Downloads for ${keepDays} days.`}
        actions={
          <LinkButton href={routes.newBatch({ issuers: of, asof })}>Create several reports (ZIP)</LinkButton>
        }
      />
      {jobs.length === 0 ? (
        <EmptyState title="No reports available">
          Your role does not include reports. Ask your transfer agent for access.
        </EmptyState>
      ) : (
        <div className="mb-6 max-w-md">
          <Field label="Find a report" hideLabel>
            <TextInput
              type="search"
              placeholder="Find a report: meeting, addresses, dividend…"
              value={terms}
              onChange={(event) => search(event.target.value)}
            />
          </Field>
          <p role="status" className="sr-only">
            {terms && `${found} ${found === 1 ? 'report' : 'reports'}`}
          </p>
        </div>
      )}
      {jobs.length > 0 && found === 0 && ready.length === 0 && (
        <EmptyState title="No matching reports">
          Search by name or purpose: meeting, auditor, board, mailing, tax, regulator.
        </EmptyState>
      )}
      {ready.length > 0 && (
        <Section title="Report templates" aside="Create a report in one step">
          <ul className="flex flex-wrap gap-x-8 gap-y-2">
            {ready.map((recipe) => (
              <li key={recipe.slug} className="max-w-72">
                <Link href={routes.getRecipe(recipe.slug, { issuer: of })} className="font-medium">
                  {recipe.title}
                </Link>
                <span className="block text-sm text-muted">{recipe.use}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {issuer && jobs.length > 0 && !terms && (
        <MonthEndPack issuer={issuer.customerIssuerId} asof={asof} today={today} />
      )}
      {shown.map(({ job, reports }) => (
        <Section key={job} title={job}>
          <ul className="grid gap-4 max-sm:gap-0 sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
            {reports.map((report) => (
              <li
                key={report.id}
                className="relative rounded-md border border-line bg-raised p-4 hover:border-rule max-sm:rounded-none max-sm:border-0 max-sm:border-b max-sm:bg-transparent max-sm:px-0 max-sm:py-2.5"
              >
                <h3 className="font-medium">
                  <Link
                    href={routes.newReport(report.slug, { issuer: of, asof: report.asOf ? asof : null })}
                    className="after:absolute after:inset-0"
                  >
                    {report.title}
                  </Link>
                </h3>
                <p className="mt-1 text-sm text-muted max-sm:mt-0">{report.summary}</p>
                <p className="mt-3 text-xs text-muted max-sm:mt-0.5">
                  {report.formats.map((format) => (format === 'XLSX' ? 'Excel' : format)).join(' or ')}
                  {report.asOf ? ' · as of any date' : ''}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
